"""What sentences about events call seats and cards, and what they may know besides the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot.views.base.text import escape, humanize, listed, plural, say
from cards.kernel.events import Event

E = TypeVar("E", bound=Event)

MAX_LISTED_CARDS = 3
"""Cards that a sentence names; of more, the others are counted."""


@dataclass(frozen=True, slots=True)
class EventNames:
    """Names seats and cards for one reader, escaped. Events must have been redacted for that reader."""

    seat_name: Callable[[int], str]
    card_name: Callable[[int], str]
    others: str = ""
    """The other seats of several events told as one, where it is more than one seat."""
    number: int = 0
    """The number of the event in the game, by which its wording is chosen."""
    card_kind: Callable[[int], str] = lambda card: ""
    """Returns what is printed as a card's kind; only for cards that the reader may know."""
    set_of: Callable[[int], str] = lambda card: ""
    """Returns from which set a card is, the game for -1: that set's narrator speaks."""
    levels: Mapping[int, int] = field(default_factory=dict[int, int])
    """The Level of each seat after the event, where it is known."""
    before: Sequence[Event] = ()
    """What happened before the event, the newest last."""

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

    def every(self, numbers: Sequence[int], count: int = 0, noun: str = "card") -> str:
        """Name cards as in a sentence, however many there are: people pay, or fight, to see them."""
        return self.listed(numbers, most=len(numbers)) or plural(count, noun)

    def listed(self, numbers: Sequence[int], *, most: int = MAX_LISTED_CARDS) -> str:
        """Name cards as in a sentence, of many the last only as a number; empty for none."""
        counted = Counter(self.card_name(number) for number in numbers if number >= 0)
        names = [f"{name} (×{count})" if count > 1 else name for name, count in counted.items()]
        if len(names) > most:
            names[most:] = [plural(sum(list(counted.values())[most:]), "more", "more")]
        return listed(names)

    def kind(self, number: int) -> str:
        """Return the kind of a card in lower case; the empty string where the reader may not know it."""
        return self.card_kind(number).lower() if number >= 0 else ""

    def word(self, closed_word: str) -> str:
        """Return a closed word of the rules as people write it."""
        return escape(say(humanize(closed_word).lower())) if closed_word else ""

    def one_of(self, *wordings: str) -> str:
        """Return one of several wordings, the same for every reader and at every drawing."""
        return wordings[self.pick(len(wordings))]

    def pick(self, count: int) -> int:
        """Return the place of one of so many wordings."""
        return (self.number * 2654435761 >> 8) % count

    def latest(self, kind: type[E]) -> E | None:
        """Return the latest event of a kind before this one."""
        return next((event for event in reversed(self.before) if isinstance(event, kind)), None)
