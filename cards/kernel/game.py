"""The interface of a game: tables, computer players, scenarios and simulator use nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from cards.kernel.events import Event, EventRecord
from cards.kernel.moves import Action, Move, Refusal
from cards.kernel.state import GameState


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a game is made from; kept with the game's record (R-730).

    ``game`` names one game or several joined with ``+``, ``options`` is plain JSON that the
    game's option model validates, ``seed`` 64 random bits, ``sexes`` "male" or "female" for each
    seat, if the game has sexes.
    """

    game: str
    seats: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sexes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """How a rehearsed game begins: its state, and how dice fall for an action, however often it is taken."""

    state: Any
    rolls: Mapping[Action, tuple[int, ...]] = field(default_factory=dict[Action, tuple[int, ...]])


class SetupError(ValueError):
    """A game cannot be played as requested: a stable code, and the figures for a message about it."""

    def __init__(self, code: str, data: Mapping[str, int | str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.data = dict(data or {})


@dataclass(frozen=True, slots=True)
class Pending:
    """Which seats the game waits for. ``serial`` is the number of this wait; time-outs and buttons carry it.

    ``kind`` is ``prompt`` or ``window``, ``name`` what is decided, ``awaited`` the seats that have not acted,
    ``seconds`` the allowance at live speed (the table scales it), after which a ``time_up`` action follows.
    ``optional``: the awaited seats may act but need not, so that who can do nothing that matters passes
    without being asked. ``hides_passes``: nobody is told which of them have passed, so that a wait that lasts
    shows nobody's cards. Neither depends on anything hidden.
    """

    serial: int
    kind: str
    name: str
    awaited: tuple[int, ...]
    seconds: int
    card: int = -1
    optional: bool = False
    hides_passes: bool = False


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as people read it. ``text`` is rendered from the card's data, ``flavour`` free text.

    ``figures`` are short label-value pairs for the card's corners, e.g. ("Level", "10").
    ``back`` names the deck, ``traits`` are closed words such as ``undead`` or ``big``.
    ``look`` are the words that say how it is drawn (``looks.py``), or "".
    """

    id: str
    name: str
    kind: str
    back: str
    text: tuple[str, ...]
    figures: tuple[tuple[str, str], ...] = ()
    traits: tuple[str, ...] = ()
    flavour: str = ""
    pack: str = ""
    look: str = ""


S = TypeVar("S", bound=GameState)
V_co = TypeVar("V_co", covariant=True)


class Accepted(Generic[S]):
    """The state after an accepted action, and what happened."""

    __slots__ = ("events", "state")

    def __init__(self, state: S, events: tuple[Event, ...]) -> None:
        self.state = state
        self.events = events


class Game(Protocol[S, V_co]):
    """A game's rules bound to its cards and options, for any number of tables.

    ``S`` is the state, ``V_co`` what a seat may see of it. Only ``step_in_place`` changes its arguments.
    """

    @property
    def setup(self) -> Setup:
        """Return the setup from which the game was made."""
        ...

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the card definitions in hex; a saved game needs the same definitions."""
        ...

    def start(self) -> tuple[S, tuple[Event, ...]]:
        """Set up the table: shuffle decks, deal cards and run to the first wait."""
        ...

    def step(self, state: S, action: Action) -> Accepted[S] | Refusal:
        """Return the next state and its events, or why the action is refused; ``state`` stays as it is."""
        ...

    def step_in_place(self, state: S, action: Action) -> tuple[Event, ...] | Refusal:
        """Do the same in place, for search on a clone; a refusal leaves ``state`` unchanged."""
        ...

    def read_event(self, record: EventRecord) -> Event:
        """Return a saved event; an ``UnknownEvent`` where this release has no such kind or form."""
        ...

    def legal_moves(self, state: S, seat: int) -> list[Move]:
        """Return what the seat may do now; each move has at least one way to fill its slots."""
        ...

    def pending(self, state: S) -> Pending | None:
        """Return what the game waits for; None once it is over."""
        ...

    def view(self, state: S, seat: int | None) -> V_co:
        """Return the state as one seat (None: an onlooker) may see it, built from an allow-list.

        Every view has the number of the turn as ``turn``.
        """
        ...

    def face(self, card: int) -> CardFace:
        """Return a card as people read it. Ask only for cards that the reader may see."""
        ...

    def clone(self, state: S) -> S:
        """Copy a state; nothing is shared that an action could change."""
        ...

    def encode(self, state: S) -> bytes:
        """Write the state as bytes; equal states give equal bytes."""
        ...

    def decode(self, data: bytes) -> S:
        """Read a state that ``encode`` wrote. Raises ValueError on anything else."""
        ...

    def check(self, state: S) -> list[str]:
        """Return a line for every broken invariant: lost cards, figures out of range, a dead end."""
        ...

    def seen_in_hands(self, state: S, seat: int | None) -> frozenset[int]:
        """Return the cards in other seats' hands that the seat (None: an onlooker) can see in its view."""
        ...

    def redeal_hidden(self, state: S, seat: int | None, seed: int) -> S:
        """Deal the cards hidden from the seat again and change the future dice.

        The seat cannot tell the result from the state: same view, same legal list, same waits.
        """
        ...
