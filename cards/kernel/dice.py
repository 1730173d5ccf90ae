"""Dice and shuffles from a counter: the state holds a seed and how many numbers were drawn from it.

The generator is SplitMix64. A seed and a list of actions replay a whole game, so anyone can verify it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15


def mix(seed: int, count: int) -> int:
    """Return the 64-bit value that the generator with this seed gives at this count."""
    z = (seed + (count + 1) * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


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
        count = self.count
        self.count = count + 1
        return mix(self.seed, count) % bound

    def roll(self) -> int:
        """Roll one six-sided die."""
        if self.coming:
            return self.coming.pop(0)
        return self.randbelow(6) + 1

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle the list in place (Fisher-Yates)."""
        seed, count = self.seed, self.count
        for last in range(len(cards) - 1, 0, -1):
            pick = mix(seed, count) % (last + 1)
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
        if self.span < bound << 20:
            self.pool = mix(self.seed, self.count) >> 4
            self.count += 1
            self.span = 1 << 60
        pool = self.pool
        self.pool = pool // bound
        self.span //= bound
        return pool % bound

    def shuffle(self, cards: list[int]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            pick = self.randbelow(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
