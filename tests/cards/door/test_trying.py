"""Trying a card out before it is spent (H-126)."""

from collections import Counter
from typing import Any

import pytest

from cards.door import trying
from cards.door.game import DoorGame
from cards.door.imagine import redeal_hidden
from cards.door.state import DoorState
from cards.games import door
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Game, Setup
from cards.kernel.state import GameState
from cards.players.base import fill_randomly
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import play_game

WORDS_BY_SET = {
    "classic": {"PowerWord", "Copy", "Remove"},
    "wild_west": {"PowerWord"},
    "apocalypse": {"PowerWord"},
    "rick_and_morty": {"PowerWord"},
}
"""Words that are met in a few games of each set."""


@pytest.mark.parametrize("name", door.MODULES.names())
def test_what_always_acts_is_never_found_to_do_nothing(name: str) -> None:
    """Whoever need not try a card out would have found that it does something."""
    tried: Counter[str] = Counter()

    def look(game: Game[Any, Any], state: GameState, events: object) -> None:
        assert isinstance(game, DoorGame)
        assert isinstance(state, DoorState)
        if state.prompt is not None or state.over:
            return
        for seat in range(state.seats):
            for move in game.legal_moves(state, seat):
                if move.verb != "use":
                    continue
                action = fill_randomly(move, seat, Dice(mix(state.seq, seat)))
                if trying.always_acts(state, game.decks, move, action):
                    world = redeal_hidden(state, game.decks, seat, state.seq)
                    nothing = trying._does_nothing(world, game.decks, move, action)  # pyright: ignore[reportPrivateUsage]
                    assert not nothing, game.decks.definitions[move.card].id
                    word = game.decks.definitions[move.card].play[move.ability].then[0]
                    tried[type(word).__name__] += 1

    for seed in range(3):
        game = make_game(Setup(name, 4, mix(60, seed)))
        play_game(game, [RandomPlayer() for _ in range(4)], seed, watch=look)
    assert tried.total() > 50
    assert tried.keys() >= WORDS_BY_SET[name]
