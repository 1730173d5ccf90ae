"""What an expectation can look at on a door-kicking table: one small reader for each key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door import facts, foes, people, places, score
from cards.door.charity import hand_limit
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, PILE_ZONES, hand_zone, table_zone
from cards.scenarios.compare import COMMON_READERS, Reader, in_expected_order
from cards.scenarios.door_table import DoorScenarioTable
from cards.scenarios.form import NOBODY


def _party_ledger(table: DoorScenarioTable, expected: list[str]) -> list[str]:
    lines = score.party_lines(table.engine) if table.state.combat else []
    return in_expected_order(table.ledger(lines), expected)


def _monster_ledger(table: DoorScenarioTable, expected: list[str]) -> list[str]:
    engine = table.engine
    monsters = table.state.combat.foes if table.state.combat else []
    lines = [line for foe in monsters for line in score.foe_lines(engine, foe)]
    lines += score.side_lines(engine) if monsters else []
    return in_expected_order(table.ledger(lines), expected)


def _ahead(table: DoorScenarioTable, _: Any) -> bool | None:
    return score.ahead(table.engine) if table.state.combat else None


def _treasures(table: DoorScenarioTable, _: Any) -> int | None:
    return score.pool(table.engine) if table.state.combat else None


def _levels(table: DoorScenarioTable, _: Any) -> int | None:
    fight = table.state.combat
    return score.levels_to_win(table.engine) + fight.banked_levels if fight else None


def _stage(table: DoorScenarioTable, _: Any) -> str:
    return table.state.combat.stage if table.state.combat else ""


def _fighter(table: DoorScenarioTable, _: Any) -> str:
    return table.seat_name(table.engine.fighter) or NOBODY


def _helper(table: DoorScenarioTable, _: Any) -> str:
    return table.seat_name(table.engine.helper) or NOBODY


def _foes(table: DoorScenarioTable, expected: list[str]) -> list[str]:
    return in_expected_order([table.card_name(card) for card in foes.monsters(table.engine)], expected)


def _truces(table: DoorScenarioTable, _: Any) -> int:
    return len(table.state.combat.truces) if table.state.combat else 0


def _offers(table: DoorScenarioTable, _: Any) -> int:
    return len(table.state.combat.offers) if table.state.combat else 0


def _of_seats(read: Callable[[DoorScenarioTable, int], Any]) -> Reader:
    """Return a reader of something that each seat has."""

    def reader(table: DoorScenarioTable, expected: dict[str, Any]) -> dict[str, Any]:
        return {name: read(table, table.seat(name)) for name in expected}

    return reader


def _strength(table: DoorScenarioTable, seat: int) -> int:
    return sum(line.amount for line in score.member_lines(table.engine, seat))


def _cards(zone: str) -> Reader:
    """Return a reader of the cards that each seat has somewhere, in any order."""

    def reader(table: DoorScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, wanted in expected.items():
            cards = facts.cards_of(table.engine, table.seat(name), zone)
            found[name] = in_expected_order([table.card_name(card) for card in cards], wanted)
        return found

    return reader


def _place(table: DoorScenarioTable, card: int) -> str:
    """Return where a card lies: a pile, or "Aric's hand", "Aric's table"."""
    zone = table.state.zones.place[card]
    for seat, name in enumerate(table.names):
        if zone == hand_zone(seat):
            return f"{name}'s hand"
        if zone == table_zone(seat):
            return f"{name}'s table"
    return next(name for name, number in PILE_ZONES.items() if number == zone)


def _zone(table: DoorScenarioTable, expected: dict[str, str | list[str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, wanted in expected.items():
        lying = [_place(table, card) for card in table.candidates(name)]
        if isinstance(wanted, list):
            found[name] = in_expected_order(lying, wanted)
        else:
            found[name] = wanted if wanted in lying else ", ".join(dict.fromkeys(lying))
    return found


def _top(table: DoorScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pile, wanted in expected.items():
        cards = table.state.zones.lists[PILE_ZONES[pile]][::-1][: len(wanted)]
        found[pile] = [table.card_name(card) for card in cards]
    return found


def _size(table: DoorScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    return {pile: len(table.state.zones.lists[PILE_ZONES[pile]]) for pile in expected}


def _attached(table: DoorScenarioTable, expected: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in expected:
        hosts = [table.state.under.get(card, -1) for card in table.candidates(name)]
        found[name] = next((table.card_name(host) for host in hosts if host >= 0), "")
    return found


def _sees(
    table: DoorScenarioTable, expected: dict[str, dict[str, list[str]]]
) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for viewer, others in expected.items():
        seats = table.game.view(table.state, table.seat(viewer)).seats
        found[viewer] = {
            name: in_expected_order([table.card_name(card) for card in seats[table.seat(name)].hand], wanted)
            for name, wanted in others.items()
        }
    return found


DOOR_READERS: dict[str, Reader] = {
    **COMMON_READERS,
    "party": lambda table, _: score.strength(table.engine, PARTY_SIDE),
    "monsters": lambda table, _: score.strength(table.engine, MONSTERS_SIDE),
    "party_ledger": _party_ledger,
    "monster_ledger": _monster_ledger,
    "ahead": _ahead,
    "treasures": _treasures,
    "levels": _levels,
    "for_the_win": lambda table, _: score.for_the_win(table.engine),
    "stage": _stage,
    "fighter": _fighter,
    "helper": _helper,
    "foes": _foes,
    "offers": _offers,
    "trades": lambda table, _: len(table.state.trades),
    "truces": _truces,
    "level": _of_seats(lambda table, seat: people.level(table.engine, seat)),
    "strength": _of_seats(_strength),
    "sex": _of_seats(lambda table, seat: people.sex(table.engine, seat)),
    "alive": _of_seats(lambda table, seat: people.is_living(table.engine, seat)),
    "hand": _cards("hand"),
    "hand_size": _of_seats(lambda table, seat: len(places.hand(table.engine, seat))),
    "hand_limit": _of_seats(lambda table, seat: hand_limit(table.engine, seat)),
    "in_play": _cards("in_play"),
    "carried": _cards("carried"),
    "equipped": _cards("equipped"),
    "curses": _cards("curses"),
    "attached": _attached,
    "zone": _zone,
    "top": _top,
    "size": _size,
    "sees": _sees,
    "turn": lambda table, _: table.seat_name(table.state.active),
    "phase": lambda table, _: table.state.phase,
}
