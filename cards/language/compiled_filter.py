"""What a filter asks for, as plain functions: cards are tried all the time, and these compile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cards.language.printed import PrintedCard

PrintedTest = Callable[[PrintedCard], bool]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledFilter:
    """What a ``Filter`` asks for.

    ``printed`` holds tests of what is printed, only those that are asked for: mostly one or two.
    ``changes`` is True if anything is asked that may change while a card lies on the table; the fields behind
    it say what.
    """

    printed: tuple[PrintedTest, ...]
    not_this: bool
    changes: bool
    tag: str
    without_tag: str
    equipped: bool | None
    values: Span | None
    bonuses: Span | None
    levels: Span | None

    def accepts_printed(self, made: PrintedCard) -> bool:
        """Return True if what is printed on the card is what is meant."""
        return all(test(made) for test in self.printed)


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """From the least to the most that a figure may be; None is without limit."""

    least: int | None
    most: int | None

    def holds(self, figure: int) -> bool:
        """Return True if the figure lies within."""
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)


def span_of(least: int | None, most: int | None) -> Span | None:
    """Return the span, None if nothing is asked."""
    return None if least is None and most is None else Span(least, most)


def is_no_role(made: PrintedCard) -> bool:
    return made.kind != "role"


def printed_tests(
    kind: tuple[str, ...],
    item: bool | None,
    big: bool | None,
    used_up: bool | None,
    id_: str,
    trait: str,
    back: str,
    slot: str,
    hands: int,
    name_has: str,
) -> tuple[PrintedTest, ...]:
    """Return the tests of what is printed on a card, for the fields of a ``Filter`` that are given."""
    letters = name_has.lower()
    worn = "" if slot == "none" else slot
    tests: list[tuple[object, PrintedTest]] = [
        (kind, lambda made: made.kind in kind),
        (not (kind or trait), is_no_role),  # no card means a Role unless it says so
        (item is not None, lambda made: made.item is item),
        (big is not None, lambda made: made.big is big),
        (used_up is not None, lambda made: made.once is used_up),
        (id_, lambda made: made.id == id_),
        (trait, lambda made: made.trait == trait),
        (back, lambda made: made.back == back),
        (slot, lambda made: made.slot == worn),
        (hands, lambda made: made.hands == hands),
        (letters, lambda made: letters in made.name.lower()),
    ]
    return tuple([test for asked, test in tests if asked])
