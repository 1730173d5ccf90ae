"""All that is remembered for speed, each with its law; ``tests/properties/test_memory.py`` compares.

* **Answers** of ``memoized`` questions, and those that a question keeps in ``Table.memo`` by itself, must
  agree with what a table without memory says. ``forget`` comes before a card or a figure changes, ``start``
  when nothing changes any more before somebody acts.
* **Legal lists** must agree with ``legal.moves``. They go with the answers, and whenever somebody acts.
* A **holding** must agree with a fresh look at its zone. It holds while the very same tuple lies there.
* **Printed fits** must agree with ``CompiledFilter.accepts_printed``. They hold for good.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from cards.door.decks import Decks
from cards.door.state import FIRST_HAND_ZONE, FIRST_TABLE_ZONE, MAX_SEATS
from cards.door.table import MAX_GROUPS, Table
from cards.door.windows import (
    BIG_MARK,
    DOUBLE_MARK,
    IN_PLAY_SHIFT,
    ITEM_MARK,
    LIMITED_KINDS,
    LIMITED_MARK,
    SPENT_MARK,
    USABLE_MARK,
)
from cards.kernel.moves import Move, Slot
from cards.language.printed import CompiledFilter

# answers

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=Table)

_MISSING: Final[Any] = object()


def memoized(question: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Keep the answers of a question about a table for as long as this has a ``memo``.

    Besides the table it takes at most two positional, hashable arguments; callers must not change the answer.
    """

    ask: Callable[..., R] = question

    @wraps(question)
    def answer(table: T, /, first: Any = _MISSING, second: Any = _MISSING) -> R:  # quicker than ``*args``
        memo = table.memo
        found: R
        if first is _MISSING:
            found = _MISSING if memo is None else memo.get(ask, _MISSING)
            if found is _MISSING:
                found = ask(table)
                if memo is not None:
                    memo[ask] = found
            return found
        key = (ask, first) if second is _MISSING else (ask, first, second)
        found = _MISSING if memo is None else memo.get(key, _MISSING)
        if found is _MISSING:
            found = ask(table, first) if second is _MISSING else ask(table, first, second)
            if memo is not None:
                memo[key] = found
        return found

    return cast("Callable[Concatenate[T, P], R]", answer)


def answers_by_seat(table: Table, question: str) -> list[Any] | None:
    """Return what is remembered of a question by seat, last for nobody (-1); None: nothing is."""
    memo = table.memo
    if memo is None:
        return None
    found: list[Any] | None = memo.get(question)
    if found is None:
        found = memo[question] = [None] * (table.state.seats + 1)
    return found


def forget(table: Table) -> None:
    """Forget all answers: something they depend on is about to change."""
    table.memo = table.state.memo = table.state.move_lists = None


def resume(table: Table) -> None:
    """Remember answers together with all others who look at this state."""
    memo = table.state.memo
    if memo is None:
        memo = table.state.memo = {}
    table.memo = memo


def start(table: Table) -> None:
    """Remember answers from now on: what they depend on does not change before somebody acts."""
    if table.memo is None:
        table.memo = table.state.memo = {}


# legal lists

NO_LISTS: Final[list[Any]] = [None] * MAX_SEATS
"""Legal lists by seat, before there is one."""
NO_GROUP_LISTS: Final[list[Any]] = [None] * MAX_GROUPS
"""Lists by group of move sources, before there is one."""


def legal_lists(table: Table) -> list[Any]:
    """Return the remembered legal lists by seat, None where there is none yet."""
    lists = table.state.move_lists
    if lists is None:
        lists = table.state.move_lists = NO_LISTS.copy()
    return lists


def lists_of_groups(memo: dict[Any, Any], seat: int, kind: str) -> list[Any]:
    """Return the remembered lists of the groups of a window, None where there is none yet."""
    kept: list[Any] | None = memo.get(seat)
    if kept is None or kept[MAX_GROUPS] != kind:
        kept = memo[seat] = [*NO_GROUP_LISTS, kind]
    return kept


def forget_lists(table: Table) -> None:
    """Forget the legal lists."""
    table.state.move_lists = None


def forget_list(table: Table, seat: int) -> None:
    """Forget the legal list of a seat; the others can do what they could before."""
    lists = table.state.move_lists
    if lists is not None:
        lists[seat] = None


# printed fits


def printed_fits(table: Table, asked: CompiledFilter) -> frozenset[int]:
    """Return all cards of the game that are what a filter asks for, as far as that is printed."""
    found = table.decks.fitting.get(asked)
    if found is None:
        fits = [card for card, definition in enumerate(table.defs) if asked.accepts_printed(definition)]
        found = table.decks.fitting[asked] = frozenset(fits)
    return found


# holdings

NONE: Final[list[int]] = []
NO_KINDS: Final[list[str]] = []
"""What is empty is shared."""


class Holding:
    """A seat's hand or table, and what follows from the definitions of its cards alone.

    It depends on nothing else, so it holds for as long as the zone has the very same tuple ``cards``: zones
    never change a tuple. ``marks`` are those of all cards together. Callers must not change the lists.
    """

    def __init__(self, cards: tuple[int, ...], decks: Decks) -> None:
        self.cards = cards
        marks = 0
        for card in cards:
            marks |= decks.marks[card]
        self.marks: int = marks
        self.marks_in_play: int = marks << IN_PLAY_SHIFT
        """The same where they stand beside those of a hand."""
        self.items: tuple[int, ...] = ()
        """The Items: what can change hands where they are in play (R-240)."""
        if marks & ITEM_MARK:
            self.items = tuple(self._marked(ITEM_MARK, decks))
        self.bigs = self._marked(BIG_MARK, decks) if marks & BIG_MARK else NONE
        self.doubles = self._marked(DOUBLE_MARK, decks) if marks & DOUBLE_MARK else NONE
        self.usable = self._marked(USABLE_MARK, decks) if marks & USABLE_MARK else NONE
        """The cards with abilities that somebody can use."""
        self.spendable: list[int] = NONE
        """Those of them that are spent when they are used."""
        if self.usable:
            self.spendable = [card for card in self.usable if decks.marks[card] & SPENT_MARK]
        self.crowded_kinds: list[str] = self._crowded_kinds(decks) if marks & LIMITED_MARK else NO_KINDS
        """The ``LIMITED_KINDS`` of which there are several cards."""
        self._by_kind: dict[str, list[int]] | None = None
        self.gives: list[Slot | None] | None = None
        self.wants: list[Slot | None] | None = None
        """The slots of a trade for these Items, where the other has none and where it has some."""
        self.offers: list[tuple[tuple[int, ...], Move | None] | None] | None = None
        """For each other seat the offer of a trade, with the Items for which it holds (``trade.py``)."""
        self.given: Slot | None = None
        self.paid: Slot | None = None
        """The slots of a bargain for help with these Items, the fighter's or the helper's (``help.py``)."""
        self.promised: Slot | None = None
        """The slot for cards of this hand that a bargain promises to play."""
        self.truces: dict[int, Move] | None = None
        """For each other seat the offer of a truce (``truce.py``)."""
        self.sales: tuple[tuple[int, ...], Move | None, int] | None = None
        """The sale of Items together with those Items of a hand, and what all are worth (``trade.py``)."""
        self.shown_to: tuple[int, ...] = ()
        self.show_move: Move | None = None
        """The move that shows the cards to these seats (``showing.py``)."""

    def take_over(self, old: Holding) -> None:
        """Keep what was made for the same Items, whatever else has come or gone."""
        if old.items == self.items:
            self.items = old.items
            self.gives, self.wants, self.offers = old.gives, old.wants, old.offers
            self.truces, self.sales = old.truces, old.sales
            self.given, self.paid = old.given, old.paid

    def _marked(self, mark: int, decks: Decks) -> list[int]:
        return [card for card in self.cards if decks.marks[card] & mark]

    def _crowded_kinds(self, decks: Decks) -> list[str]:
        kinds = [decks.definitions[card].kind for card in self._marked(LIMITED_MARK, decks)]
        return [kind for kind in LIMITED_KINDS if kinds.count(kind) > 1] if len(kinds) > 1 else NO_KINDS

    def of_kind(self, kind: str, decks: Decks) -> list[int]:
        """Return the cards of this kind, in the order in which they lie."""
        kept = self._by_kind
        if kept is None:
            kept = self._by_kind = {}
        found = kept.get(kind)
        if found is None:
            defs = decks.definitions
            found = kept[kind] = [card for card in self.cards if defs[card].kind == kind]
        return found


def carried(table: Table, seat: int) -> Holding:
    """Return what can be read off the cards in front of the seat."""
    state, zone = table.state, FIRST_TABLE_ZONE + 2 * seat
    found: Holding | None = state.holdings[zone]
    if found is not None and found.cards is state.zones.lists[zone]:
        return found
    return _new_holding(table, zone)


def held(table: Table, seat: int) -> Holding:
    """Return what can be read off the cards in the seat's hand."""
    state, zone = table.state, FIRST_HAND_ZONE + 2 * seat
    found: Holding | None = state.holdings[zone]
    if found is not None and found.cards is state.zones.lists[zone]:
        return found
    return _new_holding(table, zone)


def _new_holding(table: Table, zone: int) -> Holding:
    """Look at the cards of a hand or a table, and keep what can be read off them."""
    holdings = table.state.holdings
    old: Holding | None = holdings[zone]
    found = holdings[zone] = Holding(table.state.zones.lists[zone], table.decks)
    if old is not None:
        found.take_over(old)
    return found


# uses:
