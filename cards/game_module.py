"""What the host, the simulator and the scenario runner know of a game: one record that the game fills in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from cards.balance import GameStats
from cards.kernel.chronicle import FiguresReader
from cards.kernel.game import CardFace, Game, Setup
from cards.kernel.moves import Action, LayOut, Move, Pick
from cards.lessons.lesson import Lesson
from cards.players.base import AnyGame, Player
from cards.scenarios.scenario_game import ScenarioGame

PlayerFactory = Callable[[], Player]
LayOutJudge = Callable[[Game[Any, Any], Any, Sequence[Move], int], LayOut]


class StakeJudge(Protocol):
    """Returns True if passing could give away something that matters to a seat, by its view and moves."""

    def __call__(
        self, game: AnyGame, view: Any, moves: Sequence[Move], seat: int, *, only_wins: bool
    ) -> bool: ...


class SurplusJudge(Protocol):
    """Returns the next step of ending the turn of a seat and giving away the surplus of its hand.

    These ``cards`` are given, or without any those that the seat needs least. None: nothing is left to do.
    """

    def __call__(
        self, game: AnyGame, view: Any, moves: Sequence[Move], seat: int, cards: tuple[int, ...]
    ) -> Action | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GameModule:
    """A game that a table can play. Whatever asks for a game by its name gets one of these."""

    name: str
    """The name in commands and saved tables; it never changes."""
    title: str
    blurb: str = ""
    """What the game is about, in a line."""
    minutes: tuple[int, int] | None = None
    """How long a game takes: at least, at most. None: nobody knows."""
    difficulty: str = ""
    """How hard it is, in a few words."""
    screens: str = ""
    """The key of its screens in ``bot/views/games``; empty for plain ones."""

    min_seats: int
    max_seats: int
    seat_limit_for: Callable[[Mapping[str, Any]], int] | None = None
    """Return how many seats these options allow, where that depends on them."""
    has_sexes: bool = False
    """Whether seats start as male or female."""

    default_options: Mapping[str, Any]
    """The complete set of options as plain JSON."""
    idle_options: frozenset[str] = frozenset()
    """Options that concern none of its cards, so that nobody is asked for them."""
    option_faults: Callable[[Mapping[str, Any]], list[str]]
    """Name every fault of a set of options; none means that ``make`` takes them."""

    make: Callable[[Setup, bytes | None], Game[Any, Any]]
    """Bind the rules to the cards: today's (None), or those that ``definitions`` returned for an older game.
    Raises ValueError when the definitions cannot be used, and SetupError when the set-up cannot be played."""
    definitions: Callable[[Setup], bytes]
    """Return today's card definitions as bytes; they are kept beside a saved game under its digest."""
    cards: Callable[[], Sequence[CardFace]] = tuple
    """Return the face of every physical card, each as often as there are copies."""
    cards_at: Callable[[Mapping[str, Any]], Sequence[CardFace]] | None = None
    """Return the faces of the cards at a table with these options, if they say there what holds there."""
    valid_when_stale: frozenset[str] = frozenset()
    """Moves that mean the same however often their window has reopened: the next steps of a turn.
    A button for one of them counts whenever it was drawn, as long as the move is legal."""

    bargain_verbs: frozenset[str] = frozenset()
    """Offers and answers to them, with which people may say something in their own words (H-132)."""

    players: Mapping[str, PlayerFactory]
    """The computer players that people can choose by name; the first one is the standard."""
    setup_wait: str = ""
    """The wait in which everybody lays out first cards; empty where there is none."""
    fight_waits: frozenset[str] = frozenset()
    """Waits of other people's fights, of which somebody may want to hear no more."""
    best_gear: LayOutJudge | None = None
    """Return how a seat equips the best of its own cards, from its view and its legal moves; None where
    nothing is equipped."""
    best_layout: LayOutJudge | None = None
    """Return the same with all else that nearly everybody plays on themselves at once."""
    surplus_action: SurplusJudge | None = None
    """Return the next step of ending a seat's turn and giving away the surplus of its hand; None where no
    hand can be too large."""
    flight_action: Callable[[Any, Sequence[Move], int], Action | None] | None = None
    """Return the next step of running from everything without a card, from a seat's view; None: done."""
    least_useful: Callable[[AnyGame, Any, int, int], tuple[Pick, ...]] | None = None
    """Return so many cards of the own hand of a seat, by its view, those first that it needs least."""
    caretaker: PlayerFactory | None = None
    """What plays for people who are away; None passes where that is possible."""
    has_stake: StakeJudge | None = None
    """Whether a seat has to be asked in a wait that is ``optional``; None asks always."""
    scenario: ScenarioGame | None = None
    """How scenario files test the game; None if they cannot."""
    lesson: Lesson | None = None
    """The script that its games follow, if they are rehearsed."""
    stats: Callable[[], GameStats] = GameStats
    """Return what counts one game for a balance report."""
    figures: FiguresReader = lambda game, view, acts: {}
    """Return what each seat did in a finished game; nothing where the game has no figures of its own."""
    rank: Callable[[Any, Any], Sequence[tuple[int, ...]]] | None = None
    """Return how well each seat stands in a state of a game, for games that all may lose: more is better."""

    @property
    def default_player(self) -> str:
        """Return the kind of computer player for people who do not choose; empty if there is none."""
        return next(iter(self.players), "")

    def seat_limit(self, options: Mapping[str, Any]) -> int:
        """Return the most seats that a table with these options has."""
        return self.max_seats if self.seat_limit_for is None else self.seat_limit_for(options)

    def player_factory(self, kind: str) -> PlayerFactory | None:
        """Return what makes a computer player of this kind, or the standard one for a kind it lacks."""
        return self.players.get(kind) or self.players.get(self.default_player)

    def faces(self, options: Mapping[str, Any] | None = None) -> tuple[CardFace, ...]:
        """Return every different card once, as it reads with these options, or with the standard ones."""
        told = self.cards() if options is None or self.cards_at is None else self.cards_at(options)
        return tuple(dict.fromkeys(told))

    # A module is also a source of games: of one.

    def names(self) -> list[str]:
        """Return the names to offer."""
        return [self.name]

    def find(self, name: str) -> GameModule | None:
        """Return the game if it has this name."""
        return self if name == self.name else None


class GameSource(Protocol):
    """One game, or several that share their rules."""

    def names(self) -> list[str]:
        """Return the names to offer in a menu, the standard game first."""
        ...

    def find(self, name: str) -> GameModule | None:
        """Return the game of that name, None if there is none. It may know more names than it offers."""
        ...


def model_faults(model: type[BaseModel], options: Mapping[str, Any]) -> list[str]:
    """Name every option that the model does not take."""
    try:
        model.model_validate(dict(options))
    except ValidationError as error:
        return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    return []
