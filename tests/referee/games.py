"""Whole games at random with a referee, all sets and mixes in turn."""

from dataclasses import dataclass

from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.kernel.state import GameState
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import AnyGame, play_game
from tests.referee.box import box_of
from tests.referee.course import Referee
from tests.referee.dense import MIXES, OPTIONS


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game that was played, with what the referee has to say."""

    referee: Referee
    actions: int

    @property
    def found(self) -> list[str]:
        return self.referee.found


def play_whole_game(number: int) -> WholeGame:
    """Play the game of a number; the referee looks on."""
    name, options, seats = MIXES[number % len(MIXES)], OPTIONS[number % len(OPTIONS)], 3 + number % 4
    game = make_game(Setup(name, seats, number + 1, options))
    assert isinstance(game, DoorGame)
    referee = Referee(box_of(name, tuple(options.items())), game.decks, game.start()[0])

    def look(_: AnyGame, state: GameState, events: tuple[Event, ...]) -> None:
        assert isinstance(state, DoorState)
        referee.look(state, events)

    record = play_game(game, [RandomPlayer() for _ in range(seats)], number + 1, watch=look)
    referee.found += record.violations + ([] if record.finished else ["the game does not end"])
    return WholeGame(referee, record.actions)
