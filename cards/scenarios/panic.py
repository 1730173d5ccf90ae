"""Situations of the castle-defence game: their form, how they are laid out, what can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from cards.kernel.game import Setup
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move, Pick, Slot
from cards.panic.arrange import Arrangement
from cards.panic.board import RINGS, RingName
from cards.panic.game import PanicGame
from cards.panic.machine import PanicMachine
from cards.panic.pack import CharacterDefinition
from cards.panic.screen_terms import VERBS
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
from cards.scenarios.common_readers import COMMON
from cards.scenarios.form import Expect, Form, Name, Situation, Step
from cards.scenarios.table import Reader, Table, Wrong, alike

Arc = Annotated[int, Field(ge=1, le=6)]
Die = Annotated[int, Field(ge=1, le=6)]
Names = tuple[str, ...]

ANY = "any"
"""How people call no particular monster in an offer."""


class PanicSeat(Form):
    """A player and what he has. ``under`` maps a card to the trophy that it lies under."""

    name: Name
    hand: Names = ()
    trophies: Names = ()
    under: dict[str, str] = Field(default_factory=dict[str, str])
    character: str = ""
    curse: str = ""


class PanicMonster(Form):
    """A monster on the board, at full health unless said otherwise."""

    name: Name
    ring: RingName
    arc: Arc
    health: Annotated[int, Field(ge=1, le=12)] | None = None


class PanicExpect(Expect):
    """What can be looked at in the castle-defence game."""

    at: dict[str, str] | None = None
    """Ring and arc of monsters, as in "knight 5"; "" if it is not on the board."""
    health: dict[str, int] | None = None
    board: list[str] | None = None
    grave: list[str] | None = None
    walls: list[int] | None = None
    towers: list[int] | None = None
    fortified: list[int] | None = None
    hand: dict[str, list[str]] | None = None
    trophies: dict[str, list[str]] | None = None
    front: dict[str, list[str]] | None = None
    points: dict[str, int] | None = None
    earned: dict[str, int] | None = None
    """Treasures that wait for phase 4."""
    turn: str | None = None
    phase: int | None = None


class PanicStep(Step):
    """A step in the castle-defence game."""

    expect: PanicExpect = PanicExpect()


class PanicSituation(Situation):
    """A situation of the castle-defence game. Everything stands, and nothing is dealt, unless it is said."""

    seats: Annotated[list[PanicSeat], Field(min_length=1, max_length=6)]
    turn: str = ""
    """Whose turn it is; the first seat's if not said."""
    phase: Literal[1, 2, 3, 4, 5, 6] = 3
    monsters: tuple[PanicMonster, ...] = ()
    walls: tuple[Arc, ...] | None = None
    towers: tuple[Arc, ...] | None = None
    fortified: tuple[Arc, ...] = ()
    tokens: Names = ()
    """The next tokens out of the bag."""
    castle_deck: Names = ()
    treasure_deck: Names = ()
    discards: Names = ()
    empty: tuple[Literal["castle", "treasure", "token"], ...] = ()
    """Decks, or the bag, without anything but what was named."""
    dice: tuple[Die, ...] = ()
    expect: PanicExpect = PanicExpect()
    steps: tuple[PanicStep, ...] = ()


class PanicScenarioTable(Table):
    """The castle-defence game in a situation. Raises Wrong for names that there are not."""

    readers: dict[str, Reader]
    verbs = frozenset({*VERBS, ANSWER_VERB, PASS_VERB})
    game: PanicGame
    state: PanicState

    def __init__(self, situation: PanicSituation) -> None:
        names = [seat.name for seat in situation.seats]
        if len(set(names)) != len(names):
            raise Wrong("two seats have the same name")
        game = PanicGame(Setup("panic", len(names), situation.seed, situation.options))
        arrangement = Arrangement(game)
        if situation.turn and situation.turn not in names:
            raise Wrong(f"nobody is called {situation.turn!r}")
        first = names.index(situation.turn) if situation.turn else 0
        try:
            _lay_out(arrangement, situation)
        except ValueError as error:
            raise Wrong(str(error)) from error
        super().__init__(game, arrangement.begin(first, situation.phase), names, arrangement.placed)

    @property
    def machine(self) -> PanicMachine:
        return self.game.table(self.state)

    def owner(self, card: int) -> int:
        return self.machine.owner(card)

    def ability_name(self, move: Move) -> str:
        if move.verb == "power":
            character = self.game.catalog.definitions[move.card]
            return character.powers[move.ability].can if isinstance(character, CharacterDefinition) else ""
        return "lift" if move.verb == "play" and move.ability == LIFT_ABILITY else ""

    def other_seat(self, verb: str, ability: int) -> int:
        return ability if verb == "accept" else -1

    def ability_number(self, seat: int, step: Step) -> int:
        if step.do == "accept":
            return self.seat(step.other)
        if step.do == "power":
            powers = self.machine.powers(seat)
            return next((number for number, power in enumerate(powers) if power.can == step.ability), 0)
        return LIFT_ABILITY if step.ability == "lift" else -1

    def pick_name(self, slot: Slot, pick: Pick, like: int | str = "") -> Pick:
        return ANY if slot.kind == "card" and pick == -1 else super().pick_name(slot, pick, like)

    def find(self, name: str) -> Monster | None:
        """Return the monster if it is on the board. Raises Wrong for a name that is none."""
        tokens = self.candidates(name)
        return next((m for m in self.state.board if m.token in tokens), None)

    def zone_names(self, number: int, expected: list[str]) -> list[str]:
        """Return the cards of a zone, by id where ids are expected."""
        faces = [self.game.face(card) for card in self.state.zones.lists[number]]
        return alike([face.id if face.id in expected else face.name for face in faces], expected)


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
    decks = {
        "token": situation.tokens,
        "castle": situation.castle_deck,
        "treasure": situation.treasure_deck,
    }
    for deck, names in decks.items():
        if deck in situation.empty:
            a.only(deck, *names)
        else:
            a.next_cards(*names)


# readers


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
    return alike([face.id if face.id in expected else face.name for face in faces], expected)


def _by_seat(part: int) -> Callable[[PanicScenarioTable, dict[str, list[str]]], dict[str, list[str]]]:
    def read(table: PanicScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
        return {
            name: table.zone_names(zone(table.seat(name), part), cards) for name, cards in expected.items()
        }

    return read


def _hand(table: PanicScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, cards in expected.items():
        parts = [table.zone_names(zone(table.seat(name), part), cards) for part in (HAND, TREASURES)]
        found[name] = alike(parts[0] + parts[1], cards)
    return found


def _points(table: PanicScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    return {name: table.machine.points(table.seat(name)) for name in expected}


def _earned(table: PanicScenarioTable, expected: dict[str, int]) -> dict[str, int]:
    return {name: len(table.state.zones.lists[zone(table.seat(name), EARNED_TREASURES)]) for name in expected}


READERS: dict[str, Callable[[PanicScenarioTable, Any], Any]] = {
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
PanicScenarioTable.readers = {**COMMON, **READERS}
