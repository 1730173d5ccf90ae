"""Everything that can happen in a door-kicking game, one class for each kind."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from cards.door import card_events, combat_events
from cards.kernel import events
from cards.kernel.events import AS_CARD, AS_CARDS, AS_COUNT, AS_OTHER, AS_WORD, Event, EventKinds, kinds_in

RollPurpose = Literal["", "first", "loot", "parasite"]
"""What a die was rolled for: a card, who goes first, who loots first, a Parasite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPlayerChosen(Event):
    """A seat goes first."""

    kind: ClassVar[str] = "first_player"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A seat's turn began; turns are counted from 1."""

    kind: ClassVar[str] = "turn_started"
    turn: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """A seat's turn ended."""

    kind: ClassVar[str] = "turn_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped(Event):
    """A seat missed its turn."""

    kind: ClassVar[str] = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipOrdered(Event):
    """A seat will miss its next turn because of a card."""

    kind: ClassVar[str] = "will_skip"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    """A seat loses what is left of its turn because of a card."""

    kind: ClassVar[str] = "turn_lost"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionMade(Event):
    """All agreed to put something right: a seat's Level, its turn, or where a card lies."""

    kind: ClassVar[str] = "corrected"
    card: int = field(default=-1, metadata=AS_CARD)
    level: int = field(default=0, metadata=AS_COUNT)
    before: int = field(default=-1, metadata=AS_OTHER)
    """The Level that was corrected; -1 where it is none, and in logs of older releases."""
    what: str = field(metadata=AS_WORD)

    @property
    def levels(self) -> int:
        """Return by how much the Level of the seat is another one now, as far as that is known."""
        return self.level - self.before if self.what == "level" and self.before >= 0 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterReborn(Event):
    """A dead seat came back as a new character."""

    kind: ClassVar[str] = "reappeared"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedWindow(Event):
    """A seat wants nothing more in a window."""

    kind: ClassVar[str] = "passed"
    window: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut(Event):
    """Time ran out: for the question put to the seat, or (seat -1) for an open window."""

    kind: ClassVar[str] = "timed_out"
    window: str = field(default="", metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieRolled(Event):
    """A seat rolled a die, for a card where one asks for it."""

    kind: ClassVar[str] = "rolled"
    die: int = field(metadata=AS_COUNT)
    card: int = field(default=-1, metadata=AS_CARD)
    purpose: RollPurpose = field(default="", metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieChanged(Event):
    """A card turned the die of an escape into this number."""

    kind: ClassVar[str] = "roll_changed"
    card: int = field(metadata=AS_CARD)
    die: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorKicked(Event):
    """A seat turned up a door card."""

    kind: ClassVar[str] = "kicked"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDoorLeft(Event):
    """There was no door card to turn up for the seat."""

    kind: ClassVar[str] = "no_door"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedForTrouble(Event):
    """A seat fights a monster from its hand."""

    kind: ClassVar[str] = "looked_for_trouble"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLooted(Event):
    """A seat looted the room."""

    kind: ClassVar[str] = "looted_room"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon(Event):
    """A seat won the game, alone or with others."""

    kind: ClassVar[str] = "won"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleDealt(Event):
    """A seat plays a Role from now on."""

    kind: ClassVar[str] = "role_dealt"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChanged(Event):
    """A seat's Level went up or down."""

    kind: ClassVar[str] = "level_changed"
    levels: int = field(metadata=AS_COUNT)
    card: int = field(default=-1, metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class SexChanged(Event):
    """A card changed the sex of a character."""

    kind: ClassVar[str] = "sex_changed"
    card: int = field(metadata=AS_CARD)
    sex: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionTurned(Event):
    """The sex of a companion was changed."""

    kind: ClassVar[str] = "companion_turned"
    companion: int = field(metadata=AS_CARD)
    sex: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursed(Event):
    """A curse is pending against a seat; by is -1 where nobody cast it."""

    kind: ClassVar[str] = "cursed"
    card: int = field(metadata=AS_CARD)
    by: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseStruck(Event):
    """A curse took effect."""

    kind: ClassVar[str] = "curse_struck"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseShruggedOff(Event):
    """A seat ignored a curse."""

    kind: ClassVar[str] = "shrugged_off"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseCancelled(Event):
    """A card cancelled the curse that was pending against a seat."""

    kind: ClassVar[str] = "cancelled"
    curse: int = field(metadata=AS_CARD)
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterDied(Event):
    """A character died, by a card where one did it."""

    kind: ClassVar[str] = "died"
    card: int = field(default=-1, metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLaidOut(Event):
    """The cards of a dead seat lie open to be looted."""

    kind: ClassVar[str] = "laid_out"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLooted(Event):
    """A seat took a card from a body."""

    kind: ClassVar[str] = "looted"
    card: int = field(metadata=AS_CARD)
    body: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class SealOpened(Event):
    """A Seal was opened; so many are open now."""

    kind: ClassVar[str] = "seal_opened"
    card: int = field(metadata=AS_CARD)
    open_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SealClosed(Event):
    """A Seal was closed; so many are open now."""

    kind: ClassVar[str] = "seal_closed"
    card: int = field(metadata=AS_CARD)
    open_count: int = field(metadata=AS_COUNT)


DOOR_EVENT_KINDS: Final = EventKinds(kinds_in(events, card_events, combat_events, sys.modules[__name__]))
"""Everything that can happen."""
