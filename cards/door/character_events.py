"""What becomes of characters in a door-kicking game: Levels, curses, death, seals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cards.kernel.events import AS_CARD, AS_CARDS, AS_COUNT, AS_OTHER, AS_WORD, Event


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
