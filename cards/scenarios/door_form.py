"""The form of a situation of the door-kicking games; docs/scenarios.md explains each key."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.scenarios.form import Expect, Name, ScenarioForm, Situation

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
