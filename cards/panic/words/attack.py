"""Words for damage: Hits, the Weapons that go with them, and Potions that hurt.

They are not played one by one: an attack names all of them at once (P-073).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from cards.panic.board import COLORS, RINGS, ColorName, FightName, RingName, reach
from cards.panic.words.base import PanicWord, describe_rings, join_words

DamagePoints = Annotated[int, Field(ge=1, le=9)]


class AttackWord(PanicWord):
    """A card that adds to an attack, where it reaches the monster."""

    fights: ClassVar[bool] = True
    pledgeable: ClassVar[bool] = True

    def reach(self) -> int:
        """Return the mask of the spaces in which it counts."""
        raise NotImplementedError

    def damage(self, ring: int) -> int:
        """Return what it adds against a monster in this ring."""
        raise NotImplementedError


class Hit(AttackWord):
    """A Hit card (P-100 to P-102). Never reaches Castle or Forest (P-053)."""

    do: Literal["hit"]
    points: DamagePoints
    rings: tuple[FightName, ...] = Field(min_length=1)
    colours: tuple[ColorName, ...] = Field(min_length=1)
    hero: bool = False
    """Heroes go with their color when Hits are demanded, not with a ring (P-104, H-104)."""

    def describe(self) -> str:
        rings = join_words([ring.title() for ring in self.rings])
        if len(self.colours) == len(COLORS):
            return f"Hit: {self.points} point of damage in the {rings} ring, any color."
        return f"Hit: {self.points} point of damage in the {join_words(self.colours)} {rings} ring."

    def reach(self) -> int:
        return reach(self.rings, self.colours)

    def damage(self, ring: int) -> int:
        return self.points


class Boost(AttackWord):
    """A Weapon: more damage for a Hit, by the ring in which the monster stands (P-130 to P-137)."""

    do: Literal["boost"]
    swordsman: Annotated[int, Field(ge=0, le=9)] = 0
    knight: Annotated[int, Field(ge=0, le=9)] = 0
    archer: Annotated[int, Field(ge=0, le=9)] = 0

    def describe(self) -> str:
        parts: dict[int, list[str]] = {}
        for name in ("swordsman", "knight", "archer"):
            if points := self.damage(RINGS.index(name)):
                parts.setdefault(points, []).append(name.title())
        text = "; ".join(f"+{points} in {join_words(names)}" for points, names in sorted(parts.items()))
        return f"Weapon for a Hit: {text}."

    def reach(self) -> int:
        return reach(tuple(ring for ring in RINGS if self.damage(RINGS.index(ring))))

    def damage(self, ring: int) -> int:
        return (0, self.archer, self.knight, self.swordsman, 0)[ring]


class Wound(AttackWord):
    """A Potion that hurts, with or without Hits (P-140, P-141)."""

    do: Literal["wound"]
    points: DamagePoints
    rings: tuple[RingName, ...] = Field(min_length=1)

    def describe(self) -> str:
        plural = "s" if self.points > 1 else ""
        where = describe_rings(self.rings)
        return f"{self.points} point{plural} of damage to a monster {where}. Needs no Hit, takes no Weapon."

    def reach(self) -> int:
        return reach(self.rings)

    def damage(self, ring: int) -> int:
        return self.points
