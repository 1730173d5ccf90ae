"""What can be read off the cards in one place of a seat, kept for as long as the same cards lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cards.door.kinds import (
    BIG_MARK,
    DOUBLE_MARK,
    IN_PLAY_SHIFT,
    ITEM_MARK,
    LIMITED_KINDS,
    LIMITED_MARK,
    SPENT_MARK,
    USABLE_MARK,
)

if TYPE_CHECKING:
    from cards.door.decks import Decks
    from cards.kernel.moves import Move, Slot

NONE: Final[list[int]] = []
NO_KINDS: Final[list[str]] = []
"""What is empty is shared."""


class Holding:
    """A seat's hand or table, and what follows from the definitions of its cards alone.

    It depends on nothing else, so it holds for as long as the zone has the very same tuple ``cards``: zones
    never change a tuple. ``marks`` are those of all cards together. Callers must not change the lists.
    """

    __slots__ = (
        "_by_kind",
        "bigs",
        "cards",
        "crowded_kinds",
        "doubles",
        "given",
        "gives",
        "items",
        "marks",
        "marks_in_play",
        "offers",
        "paid",
        "promised",
        "sales",
        "show_move",
        "shown_to",
        "spendable",
        "truces",
        "usable",
        "wants",
    )

    def __init__(self, cards: tuple[int, ...], decks: Decks) -> None:
        self.cards = cards
        marks, bigs, doubles, usable = 0, decks.bigs, decks.doubles, decks.usable
        for card in cards:
            marks |= decks.marks[card]
        self.marks: int = marks
        self.marks_in_play: int = marks << IN_PLAY_SHIFT
        """The same where they stand beside those of a hand."""
        self.items: tuple[int, ...] = ()
        """The Items: what can change hands where they are in play (R-240)."""
        if marks & ITEM_MARK:
            self.items = tuple([card for card in cards if card in decks.items])
        self.bigs: list[int] = [card for card in cards if card in bigs] if marks & BIG_MARK else NONE
        self.doubles: list[int] = [card for card in cards if card in doubles] if marks & DOUBLE_MARK else NONE
        self.usable: list[int] = [card for card in cards if card in usable] if marks & USABLE_MARK else NONE
        """The cards with abilities that somebody can use."""
        self.spendable: list[int] = self._spendable(decks) if self.usable else NONE
        """Those of them that are spent when they are used."""
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

    def _spendable(self, decks: Decks) -> list[int]:
        return [card for card in self.usable if decks.marks[card] & SPENT_MARK]

    def _crowded_kinds(self, decks: Decks) -> list[str]:
        kinds = [decks.definitions[card].kind for card in self.cards if card in decks.limited]
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
