"""What an expectation can look at in the castle-defense game: one small reader for each key."""

from __future__ import annotations

from cards.panic.board import RINGS
from cards.panic.state import EARNED_TREASURES, FRONT_CARDS, HAND, TOKEN_DISCARDS, TREASURES, TROPHIES, zone
from cards.scenarios.compare import COMMON_READERS, Reader, in_expected_order
from cards.scenarios.panic_table import PanicScenarioTable


def _arcs(mask: int) -> list[int]:
    return [arc for arc in range(1, 7) if mask >> arc & 1]


def _at(table: PanicScenarioTable, expected: dict[str, str]) -> dict[str, str]:
    found = {name: table.find(name) for name in expected}
    return {name: f"{RINGS[m.ring]} {m.arc}" if m else "" for name, m in found.items()}


def _health(table: PanicScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    found = {name: table.find(name) for name in expected}
    return {name: m.health if m else 0 for name, m in found.items()}


def _board(table: PanicScenarioTable, expected: list[str]) -> list[str]:
    faces = [table.game.face(monster.token) for monster in table.state.board]
    return in_expected_order([face.id if face.id in expected else face.name for face in faces], expected)


def _by_seat(part: int) -> Reader:
    def read(table: PanicScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
        return {
            name: table.zone_names(zone(table.seat(name), part), cards) for name, cards in expected.items()
        }

    return read


def _hand(table: PanicScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, cards in expected.items():
        parts = [table.zone_names(zone(table.seat(name), part), cards) for part in (HAND, TREASURES)]
        found[name] = in_expected_order(parts[0] + parts[1], cards)
    return found


def _points(table: PanicScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    return {name: table.machine.points(table.seat(name)) for name in expected}


def _earned(table: PanicScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    return {name: len(table.state.zones.lists[zone(table.seat(name), EARNED_TREASURES)]) for name in expected}


PANIC_READERS: dict[str, Reader] = {
    **COMMON_READERS,
    "at": _at,
    "health": _health,
    "board": _board,
    "grave": lambda table, expected: table.zone_names(TOKEN_DISCARDS, expected),
    "walls": lambda table, _: _arcs(table.state.walls),
    "towers": lambda table, _: _arcs(table.state.towers),
    "fortified": lambda table, _: _arcs(table.state.fortified),
    "hand": _hand,
    "trophies": _by_seat(TROPHIES),
    "front": _by_seat(FRONT_CARDS),
    "points": _points,
    "earned": _earned,
    "turn": lambda table, _: table.seat_name(table.state.active),
    "phase": lambda table, _: table.state.phase,
}
