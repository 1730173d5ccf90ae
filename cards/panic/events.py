"""Everything that can happen in the castle-defense game, one class for each kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal, get_args

from cards.kernel.events import (
    AS_CARD,
    AS_COUNT,
    AS_WORD,
    Discarded,
    Drew,
    Event,
    EventKinds,
    Reshuffled,
    SeatLeft,
)
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    CardHeldToForehead,
    CardsSwapped,
    CurseAvoided,
    CurseFoundNothing,
    CurseLifted,
    DiscardsSifted,
    HelpAsked,
    HelpLost,
    HelpRegained,
    OfferAccepted,
    OfferCountered,
    OfferLapsed,
    OfferWithdrawn,
    PanicCardPlayed,
    PanicCurseCancelled,
    PanicHelpOffered,
    PanicReasonGiven,
    PowerUsed,
    TreasuresEarned,
    TreasuresSettled,
    TrophyPadded,
    TrophyReclaimed,
    TrophyTaken,
)
from cards.panic.monster_events import (
    FortifyTokenFell,
    MonsterAttacked,
    MonsterBanished,
    MonsterDied,
    MonsterDismissed,
    MonsterGlued,
    MonsterHurt,
    MonsterMoved,
    MonsterPlaced,
    MonstersFellAsleep,
    MonsterSlain,
    MonsterSquashed,
    MonstersRestored,
    MonsterStrengthened,
    MonsterSurvived,
    MoreMonstersPlaced,
    TokenDrawn,
    TowerFell,
    WallFell,
    WallFortified,
)

PanicRollPurpose = Literal["start", "place", "march", "rock", "relocate", "tie"]
"""What a die was rolled for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicBegan(Event):
    """A seat begins the game."""

    kind: ClassVar[str] = "first"


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterChosen(Event):
    """A seat picked its Character."""

    kind: ClassVar[str] = "character"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicTurnStarted(Event):
    """A seat's turn began; turns are counted from 1."""

    kind: ClassVar[str] = "turn"
    turn: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicDieRolled(Event):
    """A die was rolled."""

    kind: ClassVar[str] = "rolled"
    die: int = field(metadata=AS_COUNT)
    purpose: PanicRollPurpose = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitTimedOut(Event):
    """Time ran out for a question to the seat, or (seat -1) for a window; both by their names."""

    kind: ClassVar[str] = "time_up"
    waited_for: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScored(Event):
    """A seat ends with this many points."""

    kind: ClassVar[str] = "scored"
    points: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicEnded(Event):
    """The game is over: no monsters are left ("monsters"), no Towers ("towers") or nobody ("left")."""

    kind: ClassVar[str] = "ended"
    reason: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicWon(Event):
    """A seat is the Master Munchkin."""

    kind: ClassVar[str] = "won"
    points: int = field(metadata=AS_COUNT)


PanicTurnEvent = (
    SeatLeft
    | PanicBegan
    | CharacterChosen
    | PanicTurnStarted
    | PanicDieRolled
    | WaitTimedOut
    | SeatScored
    | PanicEnded
    | PanicWon
)
"""The course of the game: turns, waits, dice and the end."""

PanicCardEvent = (
    Discarded
    | Drew
    | Reshuffled
    | CardHanded
    | PanicCardPlayed
    | PowerUsed
    | TreasuresEarned
    | TreasuresSettled
    | CardHeldToForehead
    | TrophyTaken
    | TrophyReclaimed
    | TrophyPadded
    | DiscardsSifted
    | CardGivenBack
)
"""Cards, Treasures, trophies and powers."""

PanicMonsterEvent = (
    MonsterPlaced
    | MonsterMoved
    | MonsterAttacked
    | MonsterHurt
    | MonsterSlain
    | MonsterSurvived
    | MonsterDied
    | MonsterSquashed
    | MonsterDismissed
    | MonsterBanished
    | MonsterGlued
    | MonstersFellAsleep
    | MonsterStrengthened
    | MonstersRestored
    | WallFortified
    | WallFell
    | FortifyTokenFell
    | TowerFell
    | TokenDrawn
    | MoreMonstersPlaced
)
"""Monsters and what stands in their way."""

PanicDealEvent = (
    HelpLost
    | HelpRegained
    | CurseLifted
    | PanicCurseCancelled
    | CurseAvoided
    | CurseFoundNothing
    | HelpAsked
    | PanicHelpOffered
    | OfferCountered
    | OfferWithdrawn
    | PanicReasonGiven
    | OfferLapsed
    | OfferAccepted
    | CardsSwapped
)
"""Curses and bargains."""

PanicEvent = PanicTurnEvent | PanicCardEvent | PanicMonsterEvent | PanicDealEvent
"""Everything that can happen."""

PANIC_EVENT_KINDS: Final = EventKinds(get_args(PanicEvent))
