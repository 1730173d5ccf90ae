"""What of a door-kicking game concerns somebody, and what the whole table talks about."""

from __future__ import annotations

from collections.abc import Sequence

from cards.door.card_events import (
    CardReceived,
    CardUsed,
    HandsSwapped,
    ItemsSold,
    Traded,
    TradeEnded,
    TradeOffered,
)
from cards.door.character_events import (
    BodyLooted,
    CharacterDied,
    Cursed,
    CurseStruck,
    LevelChanged,
    SealOpened,
    SexChanged,
)
from cards.door.combat_events import (
    BadStuffSuffered,
    BargainItemVoid,
    Caught,
    CombatLost,
    CombatScored,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    StrengthAdded,
)
from cards.door.events import (
    DoorKicked,
    GameWon,
    LookedForTrouble,
    SkipOrdered,
    TimedOut,
    TurnLost,
    TurnSkipped,
)
from cards.door.windows import OPTIONAL_WINDOWS
from cards.kernel.events import NOBODY, Discarded, Event, SeatLeft


def door_concern(events: Sequence[Event], seat: int) -> int:
    """Return how much the events of a line concern a seat: lost, gained, promised, attacked."""
    return max((_concern(event, events[0], seat) for event in events), default=0)


def _concern(event: Event, lead: Event, seat: int) -> int:
    match event:
        case CharacterDied() | HandsSwapped() | Caught() | CurseStruck() | BadStuffSuffered():
            return 9 if seat in (event.seat, getattr(event, "other", -1)) else 0
        case Cursed():
            return 8 if event.seat == seat else 0
        case LevelChanged():
            return (8 if event.levels < 0 else 6) if event.seat == seat else 0
        case BodyLooted():
            return 8 if event.body == seat else 0
        case CardReceived():
            return 7 if seat in (event.seat, event.giver) else 0
        case CombatScored():
            return 7 if event.seat == seat and _meddles(lead, seat) else 0
        case Discarded() | SexChanged() | SkipOrdered() | TurnLost() | TurnSkipped():
            return 6 if event.seat == seat else 0
        case MonsterKilled() | HelperJoined():
            return (
                6 if seat in (getattr(event, "helper", -1), getattr(event, "fighter", -1), event.seat) else 0
            )
        case HelpOffered() | TradeOffered() | HelpRefused():
            return 5 if event.to == seat else 0
        case Traded():
            return 6 if seat in (event.seat, event.partner) else 0
        case BargainItemVoid():
            return 5 if event.seat == seat else 0
        case _:
            return 0


def _meddles(lead: Event, fighter: int) -> bool:
    return lead.seat not in (fighter, -1) and isinstance(
        lead, MonsterEnhanced | MonsterJoined | CardUsed | StrengthAdded
    )


def door_moment(events: Sequence[Event]) -> int:
    """Return how big a moment the events of a line are for the table."""
    if isinstance(events[0], DoorKicked | LookedForTrouble):
        return 1  # what becomes of it is told later
    fighter = next((event.seat for event in events if isinstance(event, CombatScored)), NOBODY)
    return max(_moment(event, fighter) for event in events)


def _moment(event: Event, fighter: int) -> int:
    match event:
        case GameWon():
            return 10
        case CharacterDied():
            return 9
        case SealOpened() | SeatLeft():
            return 8
        case MonsterKilled():
            return 7
        case LevelChanged():
            return 6
        case MonsterJoined() | MonsterEnhanced():
            return 5 if event.seat not in (fighter, NOBODY) else 2  # somebody else meddles
        case CurseStruck() | ItemsSold() | Caught():
            return 5
        case Cursed():
            return 4 if event.by not in (event.seat, NOBODY) else 2  # what comes of it is told later
        case HelperJoined() | CombatLost():
            return 4
        case Traded() | HandsSwapped() | BodyLooted():
            return 3
        case _:
            return 0


def lapse(event: Event) -> bool:
    """Return True if a wait was over in which one may act but need not."""
    return isinstance(event, TimedOut) and event.seat < 0 and event.window in OPTIONAL_WINDOWS


def settles(asked: Event, later: Event) -> bool:
    """Return True if a trade that was offered has been made, or has come to nothing."""
    if not isinstance(asked, TradeOffered) or not isinstance(later, Traded | TradeEnded):
        return False
    return {asked.seat, asked.to} == {later.seat, later.partner}
