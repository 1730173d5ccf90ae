"""The form of a situation of the door-kicking games, and the words that it can use."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.door.events import DOOR_EVENT_KINDS
from cards.door.help import ALL_TREASURES, DEAL_CONDITIONS, PICK_ORDERS
from cards.door.rules import RULE_TABLES
from cards.door.screen_terms import PHASES, QUESTIONS, REFUSALS, STAGES, WINDOWS
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE
from cards.kernel.moves import ANSWER_VERB, PASS_VERB
from cards.scenarios.form import Expect, GameWords, Name, ScenarioForm, Situation, event_meanings

Level = Annotated[int, Field(ge=1, le=20)]
Die = Annotated[int, Field(ge=1, le=6)]
Place = Literal["door_deck", "treasure_deck", "door_discard", "treasure_discard", "seal_deck", "seals_open"]
PhaseName = Literal["setup", "begin", "arrange", "trouble", "after", "charity", "loot_body", "end"]


class DoorSeat(ScenarioForm):
    """A player and their cards. ``attached`` maps a card (Cheat!, Hireling) to the one it is laid on."""

    name: Name
    level: Level = 1
    sex: Literal["male", "female"] = "male"
    alive: bool = True
    skips: int = 0
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    """Cards of the hand that came just now (R-093)."""
    in_play: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    equipped: tuple[str, ...] = ()
    curses: tuple[str, ...] = ()
    attached: dict[str, str] = Field(default_factory=dict[str, str])


class DoorDeal(ScenarioForm):
    """The bargain for which the helper joined (R-352): what ``ask_help`` would have offered."""

    treasures: Annotated[int, Field(ge=0)] | Literal["all"] = 0
    order: Literal["helper", "fighter", "alternating", "fighter_alternating", "lot"] = "helper"
    items: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    condition: Literal["won", "always"] = "won"


class DoorFight(ScenarioForm):
    """A combat that is on when the situation begins; the fighter is the player whose turn it is."""

    monsters: Annotated[list[str], Field(min_length=1)]
    helper: str = ""
    compelled: bool = False
    """Whether a card made the helper join (R-357)."""
    deal: DoorDeal | None = None
    enhancers: dict[str, str | list[str]] = Field(default_factory=dict[str, str | list[str]])
    """The monster and what lies on it."""


class DoorExpect(Expect):
    """What can be looked at on a door-kicking table; docs/scenarios.md explains each key."""

    party: int | None = None
    monsters: int | None = None
    party_ledger: list[str] | None = None
    monster_ledger: list[str] | None = None
    ahead: bool | None = None
    treasures: int | None = None
    levels: int | None = None
    for_the_win: bool | None = None
    stage: str | None = None
    fighter: str | None = None
    helper: str | None = None
    foes: list[str] | None = None
    offers: int | None = None
    trades: int | None = None
    truces: int | None = None
    level: dict[str, int] | None = None
    strength: dict[str, int] | None = None
    sex: dict[str, str] | None = None
    alive: dict[str, bool] | None = None
    hand: dict[str, list[str]] | None = None
    hand_size: dict[str, int] | None = None
    hand_limit: dict[str, int] | None = None
    in_play: dict[str, list[str]] | None = None
    carried: dict[str, list[str]] | None = None
    equipped: dict[str, list[str]] | None = None
    curses: dict[str, list[str]] | None = None
    attached: dict[str, str] | None = None
    zone: dict[str, str | list[str]] | None = None
    top: dict[Place, list[str]] | None = None
    size: dict[Place, int] | None = None
    sees: dict[str, dict[str, list[str]]] | None = None
    """What somebody sees of the other players' hands."""
    turn: str | None = None
    phase: str | None = None


class DoorSituation(Situation[DoorExpect]):
    """A situation at a door-kicking table."""

    seats: Annotated[list[DoorSeat], Field(min_length=1, max_length=8)]
    turn: str = ""
    """Whose turn it is; by default the first seat's."""
    phase: PhaseName = "arrange"
    bodies: tuple[str, ...] = ()
    """The players who have just died, in the order in which they are looted (phase ``loot_body``)."""
    dice: tuple[Die, ...] = ()
    door_deck: tuple[str, ...] = ()
    treasure_deck: tuple[str, ...] = ()
    door_discard: tuple[str, ...] = ()
    treasure_discard: tuple[str, ...] = ()
    seal_deck: tuple[str, ...] = ()
    seals_open: tuple[str, ...] = ()
    empty: tuple[Literal["door", "treasure"], ...] = ()
    """Decks without any cards but those named, in the deck and among its discards."""
    fight: DoorFight | None = None


SEAT_VERBS = ("offer_trade", "offer_truce")
"""Verbs whose ability number is a seat."""
OFFER_VERBS = ("accept_help", "refuse_help", "withdraw_help")
TRADE_VERBS = ("accept_trade", "refuse_trade", "withdraw_trade")
TRUCE_VERBS = ("accept_truce", "refuse_truce", "withdraw_truce")
WITHDRAW_VERBS = ("withdraw_help", "withdraw_trade", "withdraw_truce")

_TERMS = ("treasures", "order", "items", "condition", "promises", "pays")
_SLOTS_BY_VERB = {
    "give_away": ("cards",),
    "play": ("target", "monster", "card"),
    "load": ("card",),
    "equip": ("off",),
    "sell": ("items",),
    "sell_double": ("items",),
    "offer_trade": ("gives", "wants"),
    "ask_help": ("seats", *_TERMS),
    "offer_help": _TERMS,
    "offer_truce": ("items",),
    "show": ("cards", "seats"),
    "raise": ("monster",),
    "stack": ("monster",),
    "flee": ("monster",),
    "sacrifice": ("saves",),
    "use": ("target", "second", "card", "second_card", "monster", "side", "word", "cost"),
}

DOOR_WORDS = GameWords(
    verbs=frozenset({*RULE_TABLES.verb_handlers, ANSWER_VERB, PASS_VERB}),
    events=event_meanings(DOOR_EVENT_KINDS),
    questions=QUESTIONS,
    windows=WINDOWS,
    refusals=REFUSALS,
    phases=PHASES,
    stages=STAGES,
    slots=_SLOTS_BY_VERB,
    other_verbs=frozenset({*SEAT_VERBS, *OFFER_VERBS, *TRADE_VERBS, *TRUCE_VERBS}),
    slot_words=frozenset(
        {PARTY_SIDE, MONSTERS_SIDE, ALL_TREASURES, *PICK_ORDERS, *DEAL_CONDITIONS, "alone", "both"}
    ),
)
