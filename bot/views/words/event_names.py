"""What sentences about events call seats and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.views.text import escape, humanise, listed, plural


@dataclass(frozen=True, slots=True)
class EventNames:
    """Names seats and cards for one reader, escaped. Events must have been redacted for that reader."""

    seat_name: Callable[[int], str]
    card_name: Callable[[int], str]
    others: str = ""
    """The other seats of several events told as one, where it is more than one seat."""

    def seat(self, number: int) -> str:
        """Name a seat; the empty string where it is nobody."""
        return self.seat_name(number) if number >= 0 else ""

    def card(self, number: int) -> str:
        """Name a card; one that the reader may not know is counted."""
        return self.card_or(number, plural(1, "card"))

    def card_or(self, number: int, unknown: str) -> str:
        """Name a card, or say this where the reader may not know it."""
        return self.card_name(number) if number >= 0 else unknown

    def cards(self, numbers: Sequence[int], count: int = 0, noun: str = "card") -> str:
        """Name cards as in a sentence; where the reader may not know them, they are only counted."""
        return self.listed(numbers) or plural(count, noun)

    def listed(self, numbers: Sequence[int]) -> str:
        """Name cards as in a sentence; the empty string for none."""
        return listed(self.card_name(number) for number in numbers if number >= 0)

    def word(self, closed_word: str) -> str:
        """Return a closed word of the rules as people write it."""
        return escape(humanise(closed_word).lower()) if closed_word else ""
