"""Everything that can happen in the castle-defense game, one class for each kind."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from cards.kernel import events
from cards.kernel.events import AS_CARD, AS_COUNT, AS_WORD, Event, EventKinds, kinds_in
from cards.panic import card_events, monster_events

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


PANIC_EVENT_KINDS: Final = EventKinds(kinds_in(events, card_events, monster_events, sys.modules[__name__]))
"""Everything that can happen."""
