"""What of a castle-defense game concerns somebody, and what the whole table talks about."""

from __future__ import annotations

from collections.abc import Sequence

from cards.kernel.events import Event, SeatLeft
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    CardHeldToForehead,
    CardsSwapped,
    CurseLifted,
    HelpLost,
    OfferAccepted,
    OfferCountered,
    OfferLapsed,
    PanicCardPlayed,
    PanicCurseCancelled,
    TreasuresEarned,
    TrophyTaken,
)
from cards.panic.events import PanicEnded, PanicWon, WaitTimedOut
from cards.panic.monster_events import (
    MonsterAttacked,
    MonsterDied,
    MonsterMoved,
    MonsterSlain,
    MonsterSquashed,
    MoreMonstersPlaced,
    TowerFell,
    WallFell,
)
from cards.panic.quiet import OPTIONAL_WINDOWS

CASTLE_RING = "castle"


def panic_concern(events: Sequence[Event], seat: int) -> int:
    """Return how much the events of a line concern a seat: lost, gained, promised, attacked."""
    return max((_concern(event, seat) for event in events), default=0)


def _concern(event: Event, seat: int) -> int:
    match event:
        case TrophyTaken():
            return 9 if seat in (event.seat, event.giver) else 0
        case CardHanded():
            return 8 if seat in (event.seat, event.giver) else 0
        case HelpLost() | CardHeldToForehead() | CurseLifted() | CardGivenBack():
            return 7 if event.seat == seat else 0
        case OfferAccepted() | OfferCountered():
            return 8 if event.helper == seat else 0
        case PanicCardPlayed():
            return 7 if event.victim == seat else 0
        case OfferLapsed():
            return 5 if seat in (event.seat, event.asker) else 0
        case CardsSwapped():
            return 7 if seat in (event.seat, event.other) else 0
        case TreasuresEarned():
            return 6 if event.seat == seat else 0
        case MonsterSlain():
            return 6 if event.holder == seat else 0
        case _:
            return 0


def panic_moment(events: Sequence[Event]) -> int:
    """Return how big a moment the events of a line are for the table."""
    if len(events) == 1 and isinstance(events[0], PanicCardPlayed):
        return 0  # what it does is told later, if anything
    return max((_moment(event) for event in events), default=0)


def _moment(event: Event) -> int:
    match event:
        case PanicEnded() | PanicWon():
            return 10
        case TowerFell():
            return 9
        case SeatLeft() | WallFell():
            return 8
        case MonsterSlain():
            return 6
        case MonsterMoved():
            return 6 if event.ring == CASTLE_RING else 0
        case TrophyTaken() | MonsterSquashed() | MoreMonstersPlaced():
            return 5
        case MonsterDied() | PanicCurseCancelled():
            return 4
        case PanicCardPlayed():
            return 3
        case MonsterAttacked():
            return 1
        case _:
            return 0


def lapse(event: Event) -> bool:
    """Return True if a wait was over in which one may act but need not."""
    return isinstance(event, WaitTimedOut) and event.seat < 0 and event.waited_for in OPTIONAL_WINDOWS
