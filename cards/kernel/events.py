"""Records of what happened, in the past tense, each with who may know its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

EVERYONE_MASK: Final = -1
"""A mask with every seat in it, and onlookers too."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table.

    ``seat`` did it or suffered it, ``other`` is the second seat concerned, ``cards`` the cards it names,
    ``count`` a figure (levels, a die, how many cards), ``word`` a closed word that tells variants apart.
    ``seen`` is the mask of seats that may know ``cards``; the rest of the event is public, so ``count``
    and ``word`` must never depend on a hidden card.
    """

    kind: str
    seat: int = -1
    other: int = -1
    cards: tuple[int, ...] = ()
    count: int = 0
    word: str = ""
    seen: int = EVERYONE_MASK

    def redacted_for(self, seat: int | None) -> Event:
        """Return the event as this seat (None: an onlooker) may know it, hidden cards taken out."""
        if self.seen == EVERYONE_MASK or (seat is not None and self.seen >> seat & 1):
            return self
        return replace(self, cards=())
