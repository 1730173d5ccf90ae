"""The one interface through which host, computer players, scenarios and simulator meet a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from cards.kernel.events import Event
from cards.kernel.moves import Action, Move, Refusal
from cards.kernel.state import GameState


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is started from; kept with the game record (R-730).

    ``game`` names one game or several door packs joined with ``+``, ``options`` is plain JSON that the
    game's option model validates, ``seed`` 64 random bits, ``sexes`` one of "male" and "female" for each
    seat where the game has sexes.
    """

    game: str
    seats: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sexes: tuple[str, ...] = ()


class SetupError(ValueError):
    """A game that cannot be played as it was asked for: a code and the figures a sentence would need."""

    def __init__(self, code: str, data: Mapping[str, int | str] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.data = dict(data or {})


@dataclass(frozen=True, slots=True)
class Pending:
    """Whom the game waits for. ``serial`` names this very wait: TimeUp and buttons carry it.

    ``kind`` is ``prompt`` or ``window``, ``name`` what is decided, ``awaited`` the seats that hold things up,
    ``seconds`` the allowance at live speed (the table scales it), after which ``time_up`` leads on safely.
    """

    serial: int
    kind: str
    name: str
    awaited: tuple[int, ...]
    seconds: int
    card: int = -1


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as people read it. ``text`` is rendered from the card's data, ``flavour`` is free text.

    ``figures`` are short label-value pairs for the card's corners, e.g. ("Level", "10").
    ``back`` names the deck, ``traits`` are closed words such as ``undead`` or ``big``.
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

    ``S`` is the state, ``V_co`` what a seat may see of it. No method but ``act`` changes its arguments.
    """

    @property
    def setup(self) -> Setup:
        """Return what the game was made from."""
        ...

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the card definitions in hex; a saved game needs the same ones."""
        ...

    def start(self) -> tuple[S, tuple[Event, ...]]:
        """Set the table up: decks shuffled, cards dealt, the first wait reached."""
        ...

    def step(self, state: S, action: Action) -> Accepted[S] | Refusal:
        """Answer an action with the next state and its events, or with why not; ``state`` stays as it is."""
        ...

    def step_in_place(self, state: S, action: Action) -> tuple[Event, ...] | Refusal:
        """Do the same in place, for search on one's own clone; a refusal leaves ``state`` unchanged."""
        ...

    def legal_moves(self, state: S, seat: int) -> list[Move]:
        """List what the seat may do now, each move with at least one way to fill its slots."""
        ...

    def pending(self, state: S) -> Pending | None:
        """Say whom the game waits for; None once it is over."""
        ...

    def view(self, state: S, seat: int | None) -> V_co:
        """Show the state as one seat (None: an onlooker) may see it, built from an allow-list."""
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
        """Name every broken invariant: lost or doubled cards, figures out of range, a dead end."""
        ...

    def redeal_hidden(self, state: S, seat: int | None, seed: int) -> S:
        """Deal the cards hidden from the seat anew and change the dice to come.

        The seat cannot tell the result from the state: same view, same legal list, same waits.
        """
        ...
