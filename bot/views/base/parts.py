"""The parts of which the screens of a game are made. A game names those that it has in its ``GameScreens``.

A module whose functions bear these names is a part as well as an object is. Every function reads the view
that it is given and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.tables.results import TableView
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.layout import Block, Button
from bot.views.base.sketches import Curves
from cards.kernel.game import CardFace
from cards.kernel.moves import Move, Pick, Picks, Slot


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The reader's own cards under a heading. ``marks`` stand behind the names."""

    title: str
    cards: tuple[int, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """A screen for moves that belong together: their group, its button's label, if it is wanted first.

    ``quick`` are buttons for the hand that make such a move at once and say what comes of it.
    """

    group: str
    label: str
    is_main: bool = False
    quick: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that a seat has to answer; ``number`` is that of its moves, ``text`` has its terms for all.

    ``outcome`` says what would come of it, where that differs from one asked seat to the next.
    """

    number: int
    to: int
    text: str
    outcome: str = ""
    is_bad: bool = False
    """Whether accepting loses, by what its maker and everybody else can see."""


@dataclass(frozen=True, slots=True)
class Bargaining:
    """What people offer each other at the moment.

    ``asked`` are the seats that were offered something in this fight or turn, each with the revision in which
    that happened first.
    """

    open: tuple[OpenOffer, ...]
    asked: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """The moves that answer the offers with these numbers; ``group`` is the desk that has them all."""

    group: str = ""
    offers: frozenset[int] = frozenset()
    accept: tuple[Move, ...] = ()
    refuse: tuple[Move, ...] = ()
    counter: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class QuickTerm:
    """A change to the terms of a move that has a button: what it says, and the picks with it."""

    text: str
    picks: Picks


@dataclass(frozen=True, slots=True)
class Highlights:
    """A finished game in a few sentences, and a curve for each seat; sentences are markdown.

    ``details`` says in a sentence or two what the picture shows. ``face`` is the card that decided it,
    ``caption`` says what that card did. ``moments`` are the numbers of the events that made a difference.
    """

    how: str = ""
    details: str = ""
    awards: tuple[str, ...] = ()
    curves: Curves | None = None
    face: CardFace | None = None
    caption: str = ""
    moments: frozenset[int] = frozenset()


LAST_RANK = 3
"""See ``Advice.card_rank``."""


class Board(Protocol):
    """What everybody sees of the game, and for whom it waits. Every game has one."""

    def color(self, view: TableView) -> int:
        """Return the color of the frame, which tells the phase at a glance."""
        ...

    def title(self, view: TableView) -> str:
        """Say in one line what is going on."""
        ...

    def draw(self, view: TableView) -> list[Block]:
        """Draw what everybody may know; at most 2,000 characters and eight components."""
        ...

    def waiting(self, view: TableView) -> str:
        """Say who must act and what is to be done, without the clock."""
        ...

    def shared_moves(self, view: TableView) -> list[Move]:
        """List the moves that get a button on the table's message, for all seats.

        Their slots do not matter here; the button finds the presser's own move of that verb.
        """
        ...

    def open_fight(self, view: TableView) -> bool:
        """Return True if something is going on that everybody may interfere with."""
        ...


class Hand(Protocol):
    """What is the reader's own. Every game has one."""

    def own(self, view: TableView) -> list[str]:
        """Say in short lines how the reader's own seat stands."""
        ...

    def groups(self, view: TableView) -> list[CardGroup]:
        """List the reader's own cards, the hand first."""
        ...


class Details(Protocol):
    """What the table's message has no room for and is one tap away. Without it all stands there."""

    def details(self, view: TableView) -> list[Block]:
        """Draw it; at most 3,000 characters."""
        ...

    def details_label(self, view: TableView) -> str:
        """Return what its button says."""
        ...


class OpenCards(Protocol):
    """Seats and cards that everybody may look at."""

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        """List the seats to look at, each with a few words."""
        ...

    def seat(self, view: TableView, seat: int) -> list[Block]:
        """Draw what everybody may know of a seat."""
        ...

    def cards_of(self, view: TableView, seat: int) -> tuple[int, ...]:
        """Return the cards that lie open before a seat, to be read by all."""
        ...

    def open_cards(self, view: TableView) -> list[tuple[int, str]]:
        """List cards that lie open in the middle of the table, to be read by all, each with where it lies."""
        ...

    def public_cards(self, view: TableView) -> frozenset[int]:
        """Return the cards that lie open, so that everybody may read them."""
        ...


class Desks(Protocol):
    """Screens for moves that belong together."""

    def desks(self, view: TableView) -> list[Desk]:
        """List those that the reader has; for an onlooker, those that the table's message leads to."""
        ...

    def desk(self, view: TableView, group: str) -> list[Block]:
        """Draw what has to be known beside the moves of a group."""
        ...

    def is_for_combat(self, view: TableView, move: Move) -> bool:
        """Return True if playing this card can change the fight at whose desk it would be offered."""
        ...


class Names(Protocol):
    """What moves and candidates are called, where words and card names do not say it."""

    def verb_case(self, view: TableView, move: Move) -> str:
        """Return under which name the move has other words than usual now; empty where the window decides."""
        ...

    def power_name(self, view: TableView, move: Move) -> str:
        """Return what the card calls the power that the move uses; empty where it has only one."""
        ...

    def own_powers(self, view: TableView) -> list[tuple[Move, str]]:
        """List powers of cards in play that belong to the reader's next steps, each with a name."""
        ...

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
        """Return what a candidate is called in this game; empty where number or name say it."""
        ...

    def pick_note(self, view: TableView, card: int) -> str:
        """Return where a candidate card lies and how it stands; empty if its text is enough."""
        ...


class Advice(Protocol):
    """What most people would do, in one tap and in the order in which they look for it."""

    def suggestion(self, view: TableView, move: Move) -> Button | None:
        """Return a button that makes a move as most people would, with what follows; None if it has none.

        For an onlooker it is everybody's, so it may depend on nothing but what everybody sees.
        """
        ...

    def best_gear(self, view: TableView) -> tuple[str, frozenset[int]]:
        """Say what equipping the best would bring, and which cards it takes; empty if it is nothing."""
        ...

    def card_rank(self, view: TableView, card: int) -> int:
        """Return how far behind others the button of a card of the reader's stands.

        From ``LAST_RANK`` on hardly anybody would press it, and it has no color.
        """
        ...

    def harms(self, view: TableView, move: Move) -> bool:
        """Return True if a move does nobody good, so that few people make it on themselves."""
        ...


class Bargains(Protocol):
    """What people offer each other: who is asked, for what, and how they may answer."""

    def bargaining(self, view: TableView) -> Bargaining | None:
        """Return what people offer each other in the open, for everybody to follow; None for nothing."""
        ...

    def answers(self, view: TableView) -> OfferAnswers:
        """Return how the reader may answer the offers made to them."""
        ...

    def asked_seats(self, view: TableView) -> frozenset[int]:
        """Return the seats to which somebody has made an offer that the table does not wait for."""
        ...

    def offer_name(self, view: TableView, move: Move) -> str:
        """Name the offer that the move accepts, refuses or withdraws."""
        ...

    def first_picks(self, view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
        """Return what the slots of a move, by name, are filled with before anybody chooses."""
        ...

    def quick_terms(self, view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
        """List changes to the terms of a move that have a button of their own."""
        ...


class Forecast(Protocol):
    """What would come of a move, as far as anybody can know before."""

    def outcome(self, view: TableView, move: Move, picks: Picks = ()) -> str:
        """Say it in a few words for a move with these picks; empty where nobody can know."""
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


class Calculator(Protocol):
    """A screen of the game's own on which cards are put together for one move."""

    def step(self, view: TableView, move: Move, step: PartialChoice) -> list[Block]:
        """Draw the next slot of a move that is made there, else nothing."""
        ...

    def uses_of(self, view: TableView, card: int) -> list[Button]:
        """List the buttons that begin such a move with this card of the reader's."""
        ...
