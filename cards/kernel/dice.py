"""Dice and shuffles from a counter: the state holds a seed and how many numbers were drawn from it.

The generator is SplitMix64. A seed and a list of actions replay a whole game, so anyone can verify it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final

from mypy_extensions import i64

DIE_SIDES: Final = 6

_HALF: Final = 0xFFFFFFFF
"""The 32 bits of half a number."""


def mix(seed: int, count: int) -> int:
    """Return the 64-bit value that the generator with this seed gives at this count."""
    high, low = _mixed(seed >> 32 & _HALF, seed & _HALF, count)
    return int(high) << 32 | int(low)


def _mixed(high: i64, low: i64, count: i64) -> tuple[i64, i64]:
    """Return the two halves of ``mix`` for the halves of a seed.

    Compiled, these are machine words: a product above 63 bits overflows, but of its bits 32 to 63 the masks
    keep the right ones. Whole numbers of any size take fifty times as long there.
    """
    product = low + (count + 1) * 0x7F4A7C15
    high = (high + (count + 1) * 0x9E3779B9 + (product >> 32)) & _HALF
    low = product & _HALF
    low ^= (high << 2 & _HALF) | low >> 30
    high ^= high >> 30
    product = low * 0x1CE4E5B9
    high = ((product >> 32) + low * 0xBF58476D + high * 0x1CE4E5B9) & _HALF
    low = product & _HALF
    low ^= (high << 5 & _HALF) | low >> 27
    high ^= high >> 27
    product = low * 0x133111EB
    high = ((product >> 32) + low * 0x94D049BB + high * 0x133111EB) & _HALF
    low = product & _HALF
    return high ^ high >> 31, low ^ ((high << 1 & _HALF) | low >> 31)


def _remainder(high: i64, low: i64, bound: int) -> int:
    """Return what the 64-bit number with these halves leaves when divided."""
    if bound > _HALF >> 1:
        return (int(high) << 32 | int(low)) % bound
    return ((high % bound) << 32 | low) % bound


def commitment(seed: int) -> str:
    """Return the SHA-256 of the seed in hex.

    It is shown at the start of a game and the seed at its end, which proves that the dice were fixed before.
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()


@dataclass(slots=True)
class Dice:
    """Random numbers as part of the state.

    ``coming`` holds die results fixed in advance, for scenarios; it is empty in real games.
    """

    seed: int
    count: int = 0
    coming: list[int] = field(default_factory=lambda: [])

    def clone(self) -> Dice:
        return Dice(self.seed, self.count, self.coming.copy())

    def randbelow(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``; the bias of the modulo is under 2**-50."""
        seed, count = self.seed, self.count
        self.count = count + 1
        high, low = _mixed(seed >> 32 & _HALF, seed & _HALF, count)
        return _remainder(high, low, bound)

    def roll(self) -> int:
        """Roll one six-sided die."""
        if self.coming:
            return self.coming.pop(0)
        return self.randbelow(DIE_SIDES) + 1

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle the list in place (Fisher-Yates)."""
        seed, count = self.seed, self.count
        seed_high: i64 = seed >> 32 & _HALF
        seed_low: i64 = seed & _HALF
        for last in range(len(cards) - 1, 0, -1):
            high, low = _mixed(seed_high, seed_low, count)
            pick = _remainder(high, low, last + 1)
            count += 1
            cards[last], cards[pick] = cards[pick], cards[last]
        self.count = count


@dataclass(slots=True)
class PooledDice(Dice):
    """Random numbers for choices that are not part of a game: several small ones from each 64-bit value.

    This is quicker: a random player needs about four for each move. For bounds below 2**40 the bias is
    under 2**-20.
    """

    pool: int = 0
    span: int = 1
    """How many different values ``pool`` could have."""

    def clone(self) -> PooledDice:
        return PooledDice(self.seed, self.count, self.coming.copy(), self.pool, self.span)

    def randbelow(self, bound: int) -> int:
        if self.span >> 20 < bound:
            seed = self.seed
            high, low = _mixed(seed >> 32 & _HALF, seed & _HALF, self.count)
            self.pool = high << 28 | low >> 4
            self.count += 1
            self.span = 1 << 60
        pool: i64 = self.pool
        divisor: i64 = bound
        self.pool = pool // divisor
        self.span //= divisor
        return pool % divisor

    def shuffle(self, cards: list[int]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            pick = self.randbelow(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
