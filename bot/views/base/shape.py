"""What a kind of game adds to the common screens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.tables.results import TableView
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.layout import Block, Button
from cards.kernel.moves import Move, Pick, Picks, Slot


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The reader's own cards under a heading. ``marks`` stand behind the names."""

    title: str
    cards: tuple[int, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that a seat has to answer; ``number`` is that of its moves, ``text`` has its terms for all.

    ``outcome`` says what would come of it, where that differs from one asked seat to the next.
    """

    number: int
    to: int
    text: str
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Bargaining:
    """What people offer each other at the moment.

    ``number`` grows from one occasion to the next. ``asked`` are all seats that were offered something there,
    in order; ``told`` says what came of earlier offers.
    """

    number: int
    asked: tuple[int, ...]
    told: tuple[str, ...]
    open: tuple[OpenOffer, ...]


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """The moves that answer offers to a seat; ``group`` is the desk that has them all."""

    group: str = ""
    accept: tuple[Move, ...] = ()
    refuse: tuple[Move, ...] = ()
    counter: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class QuickTerm:
    """A change to the terms of a move that has a button: what it says, and the picks with it."""

    text: str
    picks: Picks


LAST_RANK = 3
"""See ``Shape.card_rank``."""


class Shape(Protocol):
    """How one kind of game is drawn. Every method reads the view it is given and nothing else."""

    @property
    def brief_news(self) -> int:
        """Return how many sentences of news the table's message has room for beside the board."""
        ...

    def color(self, view: TableView) -> int:
        """Return the color of the frame, which tells the phase at a glance."""
        ...

    def title(self, view: TableView) -> str:
        """Say in one line what is going on."""
        ...

    def board(self, view: TableView) -> list[Block]:
        """Draw what everybody may know; at most 2,000 characters and eight components."""
        ...

    def details(self, view: TableView) -> list[Block]:
        """Draw what the table's message has no room for and is one tap away; at most 3,000 characters."""
        ...

    def details_label(self, view: TableView) -> str:
        """Return what the button of the details says; empty where everything stands on the message."""
        ...

    def waiting(self, view: TableView) -> str:
        """Say who must act and what is to be done, without the clock."""
        ...

    def shared_moves(self, view: TableView) -> list[Move]:
        """List the moves that get a button on the table's message, for all seats.

        Their slots do not matter here; the button finds the presser's own move of that verb.
        """
        ...

    def own(self, view: TableView) -> list[str]:
        """Say in short lines how the reader's own seat stands."""
        ...

    def groups(self, view: TableView) -> list[CardGroup]:
        """List the reader's own cards, the hand first."""
        ...

    def best_gear(self, view: TableView) -> tuple[str, frozenset[int]]:
        """Say what equipping the best would bring, and which cards it takes; empty if it is nothing."""
        ...

    def card_rank(self, view: TableView, card: int) -> int:
        """Return how far behind others the button of a card of the reader's stands.

        From ``LAST_RANK`` on hardly anybody would press it, and it has no color.
        """
        ...

    def suggestion(self, view: TableView, move: Move) -> Button | None:
        """Return a button that makes a move as most people would, with what follows; None if it has none.

        For an onlooker it is everybody's, so it may depend on nothing but what everybody sees.
        """
        ...

    def desks(self, view: TableView) -> list[tuple[str, str]]:
        """List the screens for moves that belong together: the group and the button's label."""
        ...

    def is_for_combat(self, view: TableView, move: Move) -> bool:
        """Return True if playing this card can change the fight at whose desk it would be offered."""
        ...

    def main_desk(self, view: TableView) -> str:
        """Return the desk that the awaited person wants first; empty if there is none."""
        ...

    def desk(self, view: TableView, group: str) -> list[Block]:
        """Draw what has to be known beside the moves of a group."""
        ...

    def seat(self, view: TableView, seat: int) -> list[Block]:
        """Draw what everybody may know of a seat."""
        ...

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        """List the seats to look at, each with a few words."""
        ...

    def cards_of(self, view: TableView, seat: int) -> tuple[int, ...]:
        """Return the cards that lie open before a seat, to be read by all."""
        ...

    def open_cards(self, view: TableView) -> list[tuple[int, str]]:
        """List cards that lie open in the middle of the table, to be read by all, each with where it lies."""
        ...

    def public_fingerprint(self, view: TableView, seat: int) -> Hashable:
        """Return what everybody may see of a seat.

        When it changes, the seat's own screen is worth renewing even where nobody waits for the seat.
        """
        ...

    def asked_seats(self, view: TableView) -> frozenset[int]:
        """Return the seats to which somebody has made an offer that the table does not wait for."""
        ...

    def open_fight(self, view: TableView) -> bool:
        """Return True if something is going on that everybody may interfere with."""
        ...

    def public_cards(self, view: TableView) -> frozenset[int]:
        """Return the cards that lie open, so that everybody may read them."""
        ...

    def offer_name(self, view: TableView, move: Move) -> str:
        """Name the offer that the move accepts, refuses or withdraws."""
        ...

    def bargaining(self, view: TableView) -> Bargaining | None:
        """Return what people offer each other in the open, for everybody to follow."""
        ...

    def answers(self, view: TableView) -> OfferAnswers:
        """Return how the reader may answer the offers made to them."""
        ...

    def quick_terms(self, view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
        """List changes to the terms of a move that have a button of their own."""
        ...

    def first_picks(self, view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
        """Return what the slots of a move, by name, are filled with before anybody chooses."""
        ...

    def harms(self, view: TableView, move: Move) -> bool:
        """Return True if a move does nobody good, so that few people make it on themselves."""
        ...

    def verb_case(self, view: TableView, move: Move) -> str:
        """Return under which name the move has other words than usual now; empty where the window decides."""
        ...

    def own_powers(self, view: TableView) -> list[tuple[Move, str]]:
        """List powers of cards in play that belong to the reader's next steps, each with a name."""
        ...

    def power_name(self, view: TableView, move: Move) -> str:
        """Return what the card calls the power that the move uses; empty where it has only one."""
        ...

    def uses_of(self, view: TableView, card: int) -> list[Button]:
        """List the buttons that begin a move of something else with this card of the reader's."""
        ...

    def step(self, view: TableView, move: Move, step: PartialChoice) -> list[Block]:
        """Draw the next slot of a move where the game has a screen of its own for it, else nothing."""
        ...

    def outcome(self, view: TableView, move: Move, picks: Picks = ()) -> str:
        """Say in a few words what would come of a move with these picks; empty where nobody can know."""
        ...

    def may_ask_first(self, view: TableView, move: Move) -> bool:
        """Return True if this is a kind of move that people may have to look at first."""
        ...

    def asks_first(self, view: TableView, move: Move, picks: Picks) -> bool:
        """Return True if one press would do more than its button can say, so that people look at it first."""
        ...

    def before_move(self, view: TableView, move: Move, picks: Picks) -> list[str]:
        """Return the confirmation lines of a move: its targets and known outcome."""
        ...

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
        """Return what a candidate is called in this game; empty where number or name say it."""
        ...

    def pick_note(self, view: TableView, card: int) -> str:
        """Return where a candidate card lies and how it stands; empty if its text is enough."""
        ...
