"""The board: five rings, six arcs in three colors, and what a hit does to a monster's number.

Rings count inwards from 0 (Forest) to 4 (Castle), arcs 1 to 6 clockwise (P-020, P-021, H-108). A space is
``ring * 6 + arc - 1``; sets of spaces are bit masks.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE = range(5)

RingName = Literal["forest", "archer", "knight", "swordsman", "castle"]
FightName = Literal["archer", "knight", "swordsman"]
ColorName = Literal["red", "green", "blue"]

RINGS: tuple[RingName, ...] = ("forest", "archer", "knight", "swordsman", "castle")
FIGHT_RINGS: tuple[FightName, ...] = ("archer", "knight", "swordsman")
COLORS: tuple[ColorName, ...] = ("red", "green", "blue")
ARCS = range(1, 7)
ALL_ARCS_MASK = 0b1111110
"""A mask with all six arcs in it: arc 1 is bit 1."""


def space(ring: int, arc: int) -> int:
    """Return the number of a space."""
    return ring * 6 + arc - 1


def ring_and_arc(number: int) -> tuple[int, int]:
    """Return ring and arc of a space's number."""
    return number // 6, number % 6 + 1


def color_of_arc(arc: int) -> ColorName:
    """Return the color of an arc: red 1-2, green 3-4, blue 5-6 (H-90)."""
    return COLORS[(arc - 1) // 2]


def clockwise(arc: int) -> int:
    """Return the next arc clockwise (P-024)."""
    return arc % 6 + 1


def opposite(arc: int) -> int:
    """Return the arc on the other side of the Castle (P-023)."""
    return (arc + 2) % 6 + 1


@cache
def reach(rings: tuple[RingName, ...], colors: tuple[ColorName, ...] = COLORS) -> int:
    """Return the mask of the spaces in these rings and colors."""
    mask = 0
    for ring in rings:
        for arc in ARCS:
            if color_of_arc(arc) in colors:
                mask |= 1 << space(RINGS.index(ring), arc)
    return mask


def lowest_number(points: int) -> int:
    """Return the last number on a token: 4-point ones end at 2, 5-point ones at 3 (P-071, H-91)."""
    return points - 2 if points > 3 else 1


def after_hit(health: int, damage: int, lowest: int) -> int:
    """Return the health after one attack, 0 if that slays (P-072).

    On its lowest number a monster ignores anything weaker than that number.
    """
    left = health - damage
    return 0 if left <= 0 else max(left, lowest)
