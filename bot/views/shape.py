"""What a kind of game adds to the common screens."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

from bot.tables.results import Sight
from bot.views.layout import Block
from cards.kernel.moves import Move


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of the reader's own, listed under a heading. ``marks`` stand behind the names."""

    title: str
    cards: tuple[int, ...]
    marks: tuple[str, ...] = ()


class Shape(Protocol):
    """How one kind of game is drawn. Every method reads the sight it is given and nothing else."""

    def colour(self, sight: Sight) -> int:
        """Return the colour of the frame, which tells the phase at a glance."""
        ...

    def title(self, sight: Sight) -> str:
        """Say in one line what is going on."""
        ...

    def board(self, sight: Sight) -> list[Block]:
        """Draw what everybody may know; at most 2,000 characters and eight components."""
        ...

    def waiting(self, sight: Sight) -> str:
        """Say who must act and what is to be done, without the clock."""
        ...

    def shared_moves(self, sight: Sight) -> list[Move]:
        """List the moves that get a button on the table's message, whoever may make them.

        Their slots do not matter here; the button finds the presser's own move of that verb.
        """
        ...

    def own(self, sight: Sight) -> list[str]:
        """Say in short lines how the reader's own seat stands."""
        ...

    def groups(self, sight: Sight) -> list[Group]:
        """List the reader's own cards, the hand first."""
        ...

    def desks(self, sight: Sight) -> list[tuple[str, str]]:
        """List the screens for moves that belong together: the group and the button's label."""
        ...

    def desk(self, sight: Sight, group: str) -> list[Block]:
        """Draw what has to be known beside the moves of a group."""
        ...

    def seat(self, sight: Sight, seat: int) -> list[Block]:
        """Draw what everybody may know of a seat."""
        ...

    def seats(self, sight: Sight) -> list[tuple[int, str]]:
        """List the seats to look at, each with a few words."""
        ...

    def lot(self, sight: Sight, seat: int) -> Hashable:
        """Return what everybody may see of a seat.

        When it changes, the seat's own screen is worth renewing even where nobody waits for the seat.
        """
        ...

    def open_fight(self, sight: Sight) -> bool:
        """Tell whether something is going on in which everybody may take a hand."""
        ...

    def public_cards(self, sight: Sight) -> frozenset[int]:
        """Return the cards that lie open, so that everybody may read them."""
        ...
