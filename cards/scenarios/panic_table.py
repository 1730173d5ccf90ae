"""The castle-defense game in a situation: how it is laid out, and what its moves are called."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cards.kernel.game import Setup
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.arrange import Arrangement
from cards.panic.board import RINGS, ring_and_arc
from cards.panic.engine import PanicMachine
from cards.panic.game import PanicGame
from cards.panic.pack import Box, CharacterDefinition
from cards.panic.state import (
    EARNED_TREASURES,
    FRONT_CARDS,
    HAND,
    TOKEN_DISCARDS,
    TREASURES,
    TROPHIES,
    Monster,
    PanicState,
    zone,
)
from cards.panic.words.cancel import LIFT_ABILITY
from cards.scenarios.compare import COMMON_READERS, Reader, in_expected_order
from cards.scenarios.form import ScenarioError, ScenarioStep, listed
from cards.scenarios.panic_form import ANY_MONSTER_NAME, PANIC_WORDS, PanicSituation, Phase
from cards.scenarios.table import ScenarioTable

SPACE_SLOT = "space"
"""The slot whose numbers are spaces of the board."""
LIFT_NAME = "lift"


def panic_table(situation: PanicSituation, contents: Box | None = None) -> PanicScenarioTable:
    """Lay out a situation, with today's cards or with these.

    Raises ScenarioError for names that do not exist.
    """
    names = [seat.name for seat in situation.seats]
    if situation.cards:
        raise ScenarioError("the castle-defense game has no cards of a situation's own")
    if len(set(names)) != len(names):
        raise ScenarioError("two seats have the same name")
    game = PanicGame(Setup("panic", len(names), situation.seed, situation.options), contents)
    arrangement = Arrangement(game)
    if situation.turn and situation.turn not in names:
        raise ScenarioError(f"nobody is called {situation.turn!r}; the players: {listed(names)}")
    first = names.index(situation.turn) if situation.turn else 0
    try:
        _lay_out(arrangement, situation)
    except ValueError as error:
        raise ScenarioError(str(error)) from error
    state = _begin(arrangement, first, situation.phase)
    return PanicScenarioTable(game, state, names, arrangement.placed)


class PanicScenarioTable(ScenarioTable):
    """The castle-defense game in a situation."""

    words = PANIC_WORDS
    game: PanicGame
    state: PanicState

    @property
    def machine(self) -> PanicMachine:
        return self.game.table(self.state)

    def owner(self, card: int) -> int:
        return self.machine.owner(card)

    def ability_name(self, move: Move) -> str:
        if move.verb == "power":
            character = self.game.catalog.definitions[move.card]
            return character.powers[move.ability].can if isinstance(character, CharacterDefinition) else ""
        return LIFT_NAME if move.verb == "play" and move.ability == LIFT_ABILITY else ""

    def other_seat(self, verb: str, ability: int) -> int:
        return ability if verb in ("accept", "counter", "release") else -1

    def ability_number(self, seat: int, step: ScenarioStep[Any]) -> int:
        if step.do in ("accept", "counter", "release"):
            return self.seat(step.other)
        if step.do == "power":
            powers = self.machine.powers(seat)
            return next((number for number, power in enumerate(powers) if power.can == step.ability), 0)
        return LIFT_ABILITY if step.ability == LIFT_NAME else -1

    def pick_name(self, slot: Slot, pick: Pick, like: int | str = "") -> Pick:
        if slot.kind == "card" and pick == -1:
            return ANY_MONSTER_NAME
        if slot.name == SPACE_SLOT and isinstance(pick, int) and isinstance(like, str):
            ring, arc = ring_and_arc(pick)
            return f"{RINGS[ring]} {arc}"
        return super().pick_name(slot, pick, like)

    def ability_names(self, verb: str, card: str) -> Collection[str]:
        if verb == "play":
            return (LIFT_NAME,)
        if verb != "power":
            return ()
        characters = [made for made in self.game.catalog.definitions if isinstance(made, CharacterDefinition)]
        powers = [power for made in characters if card in ("", made.id, made.name) for power in made.powers]
        return list(dict.fromkeys(power.can for power in powers if power.window))

    def find(self, name: str) -> Monster | None:
        """Return the monster if it is on the board. Raises ScenarioError for an unknown name."""
        tokens = self.candidates(name)
        return next((m for m in self.state.board if m.token in tokens), None)

    def zone_names(self, number: int, expected: list[str]) -> list[str]:
        """Return the cards of a zone, by id where ids are expected."""
        faces = [self.game.face(card) for card in self.state.zones.lists[number]]
        return in_expected_order([face.id if face.id in expected else face.name for face in faces], expected)


def _begin(arrangement: Arrangement, seat: int, phase: Phase) -> PanicState:
    """Begin with a phase: by its number, or by what happens in it."""
    if phase == "setup":
        return arrangement.begin_setup(seat)
    return arrangement.begin(seat, 2 if phase == "charity" else phase)


def _lay_out(a: Arrangement, situation: PanicSituation) -> None:
    for seat, data in enumerate(situation.seats):
        a.hand(seat, *data.hand).trophies(seat, *data.trophies)
        for card, trophy in data.under.items():
            a.card_under_trophy(card, trophy)
        if data.character:
            a.character(seat, data.character)
        if data.curse:
            a.curse(seat, data.curse)
    for monster in situation.monsters:
        a.monster(monster.name, monster.ring, monster.arc, monster.health)
    a.discards(*situation.discards)
    if situation.walls is not None:
        a.walls(*situation.walls)
    if situation.towers is not None:
        a.towers(*situation.towers)
    a.fortified(*situation.fortified).dice(*situation.dice)
    decks = {"token": situation.tokens, "castle": situation.castle_deck, "treasure": situation.treasure_deck}
    for deck, names in decks.items():
        if deck in situation.empty:
            a.only(deck, *names)
        else:
            a.next_cards(*names)


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
