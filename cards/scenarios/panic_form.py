"""The form of a situation of the castle-defense game, and its words; docs/panic.md explains each key."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.moves import ANSWER_VERB, PASS_VERB
from cards.panic.board import COLORS, FIGHT_RINGS, RingName
from cards.panic.events import PANIC_EVENT_KINDS
from cards.panic.screen_terms import QUESTIONS, REFUSALS, VERBS, WINDOWS
from cards.scenarios.form import Expect, GameWords, Name, ScenarioForm, Situation, event_meanings

Arc = Annotated[int, Field(ge=1, le=6)]
Die = Annotated[int, Field(ge=1, le=6)]
Names = tuple[str, ...]
Phase = Literal["setup", "charity", 1, 2, 3, 4, 5, 6]


class PanicSeat(ScenarioForm):
    """A player and their cards. ``under`` maps a card to the trophy that it lies under."""

    name: Name
    hand: Names = ()
    trophies: Names = ()
    under: dict[str, str] = Field(default_factory=dict[str, str])
    character: str = ""
    curse: str = ""


class PanicMonster(ScenarioForm):
    """A monster on the board, at full health by default."""

    name: Name
    ring: RingName
    arc: Arc
    health: Annotated[int, Field(ge=1, le=12)] | None = None


class PanicExpect(Expect):
    """What can be looked at in the castle-defense game."""

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


class PanicSituation(Situation[PanicExpect]):
    """A situation of the castle-defense game. By default the whole Castle stands, and nothing is dealt."""

    seats: Annotated[list[PanicSeat], Field(min_length=1, max_length=6)]
    turn: str = ""
    """Whose turn it is; by default the first seat's."""
    phase: Phase = 3
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
    """Decks, or the bag, that hold nothing but what is named."""
    dice: tuple[Die, ...] = ()


ANY_MONSTER_NAME = "any"
"""How people call no particular monster in an offer."""

_SLOTS_BY_VERB = {
    "discard": ("discards",),
    "attack": ("cards",),
    "play": ("monster", "seat", "arc", "named", "trophy", "discards"),
    "power": ("seat",),
    "ask": ("monster",),
    "offer": ("monster", "trophy", "treasures", "pay"),
    "counter": ("trophy", "treasures", "pay", "when"),
    "waive": ("until",),
}

PANIC_WORDS = GameWords(
    verbs=frozenset({*VERBS, ANSWER_VERB, PASS_VERB}),
    events=event_meanings(PANIC_EVENT_KINDS),
    questions=QUESTIONS,
    windows=WINDOWS,
    refusals=REFUSALS,
    phases=range(7),
    stages=(),
    slots=_SLOTS_BY_VERB,
    other_verbs=frozenset({"accept", "agree", "counter", "refuse", "release"}),
    slot_words=frozenset(
        {*COLORS, *FIGHT_RINGS, "asker", "helper", "now", "end", "turn", "me", ANY_MONSTER_NAME}
    ),
)
