"""What happens to monsters and the castle in the castle-defense game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cards.kernel.events import (
    AS_CARD,
    AS_CARDS,
    AS_COUNT,
    AS_OTHER,
    AS_WORD,
    Event,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterPlaced(Event):
    """A monster came to an arc."""

    kind: ClassVar[str] = "placed"
    monster: int = field(metadata=AS_CARD)
    arc: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterMoved(Event):
    """A monster came to an arc of a ring."""

    kind: ClassVar[str] = "moved"
    monster: int = field(metadata=AS_CARD)
    arc: int = field(metadata=AS_COUNT)
    ring: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterAttacked(Event):
    """A seat attacked a monster with cards."""

    kind: ClassVar[str] = "attacked"
    monster: int = field(metadata=AS_CARD)
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    damage: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterHurt(Event):
    """A monster is down to this health, by an attack, a wall or a tower."""

    kind: ClassVar[str] = "hurt"
    monster: int = field(metadata=AS_CARD)
    health: int = field(metadata=AS_COUNT)
    cause: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSlain(Event):
    """A seat slew a monster; the holder got the trophy."""

    kind: ClassVar[str] = "slain"
    monster: int = field(metadata=AS_CARD)
    holder: int = field(metadata=AS_OTHER)
    points: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSurvived(Event):
    """A monster was saved from a seat."""

    kind: ClassVar[str] = "survived"
    monster: int = field(metadata=AS_CARD)
    health: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterDied(Event):
    """A monster died without a trophy, by a wall or a tower, or because its slayer left."""

    kind: ClassVar[str] = "died"
    monster: int = field(metadata=AS_CARD)
    cause: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterSquashed(Event):
    """The rock squashed a monster."""

    kind: ClassVar[str] = "squashed"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterDismissed(Event):
    """A seat discarded a monster by a card."""

    kind: ClassVar[str] = "dismissed"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterBanished(Event):
    """A seat discarded a monster by its power."""

    kind: ClassVar[str] = "banished"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterGlued(Event):
    """A seat glued a monster to its space."""

    kind: ClassVar[str] = "glued"
    monster: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonstersFellAsleep(Event):
    """All monsters sleep by a seat's card."""

    kind: ClassVar[str] = "fell_asleep"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterStrengthened(Event):
    """A monster has this health by a seat's Enhancer."""

    kind: ClassVar[str] = "enhanced"
    monster: int = field(metadata=AS_CARD)
    health: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonstersRestored(Event):
    """Monsters are at full health by a seat's Enhancer."""

    kind: ClassVar[str] = "restored"
    monsters: tuple[int, ...] = field(metadata=AS_CARDS)
    monster_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallFortified(Event):
    """A seat put a Fortify token on the Wall of an arc."""

    kind: ClassVar[str] = "fortified"
    arc: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallFell(Event):
    """A Wall fell, by a monster or a rock."""

    kind: ClassVar[str] = "wall_fell"
    arc: int = field(metadata=AS_COUNT)
    cause: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class FortifyTokenFell(Event):
    """A Fortify token fell, by a monster or a rock."""

    kind: ClassVar[str] = "token_fell"
    arc: int = field(metadata=AS_COUNT)
    cause: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TowerFell(Event):
    """A Tower fell, by a rock or by the monsters that ran into it together."""

    kind: ClassVar[str] = "tower_fell"
    arc: int = field(metadata=AS_COUNT)
    cause: str = field(metadata=AS_WORD)
    monsters: tuple[int, ...] = field(default=(), metadata=AS_CARDS)
    """Logs of older releases leave it empty throughout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenDrawn(Event):
    """A seat drew a token from the bag."""

    kind: ClassVar[str] = "token"
    token: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreMonstersPlaced(Event):
    """A token brings more monsters."""

    kind: ClassVar[str] = "more_monsters"
    monster_count: int = field(metadata=AS_COUNT)
