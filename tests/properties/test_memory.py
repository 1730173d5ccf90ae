"""What a state remembers of its own answers is what a fresh look at it finds."""

from __future__ import annotations

from typing import Any

import pytest

from cards.catalogue import make_game
from cards.door.decks import MAX_RARE_CARDS
from cards.door.game import DoorGame
from cards.door.rules import DoorEngine
from cards.door.state import DoorState
from cards.games import door
from cards.kernel.dice import mix
from cards.kernel.game import Game, Setup
from cards.kernel.state import GameState
from cards.players.random_player import RandomPlayer
from cards.simulate import play_game

ALL = "+".join(door.MODULES.names())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_remembered_answers_are_those_of_a_fresh_look(name: str, seed: int) -> None:
    """Moves of every seat, and the table as it sees it, after each action of a game played in place."""
    looked = 0

    def look(game: Game[Any, Any], state: GameState, events: object) -> None:
        nonlocal looked
        fresh = game.clone(state)
        for seat in range(state.seats):
            assert game.legal_moves(state, seat) == game.legal_moves(game.clone(fresh), seat)
        viewer = state.seq % state.seats
        assert game.view(state, viewer) == game.view(game.clone(fresh), viewer)
        looked += 1

    game = make_game(Setup(name, 4, mix(40, seed)))
    record = play_game(game, [RandomPlayer() for _ in range(4)], seed, watch=look)
    assert record.finished
    assert looked == record.actions > 50


@pytest.mark.parametrize("name", [*door.MODULES.names(), ALL])
def test_a_figure_that_no_card_in_play_touches_is_known_without_looking_at_every_seat(name: str) -> None:
    """The short way, by the few cards that touch a figure, finds what a look at all cards in force finds."""
    touched: set[str] = set()
    game = make_game(Setup(name, 4, 7))
    assert isinstance(game, DoorGame)
    decks = game.decks
    assert decks.rare
    assert all(len(decks.holders[stat]) > MAX_RARE_CARDS for stat in decks.holders.keys() - decks.rare.keys())

    def look(_: Game[Any, Any], state: GameState, events: object) -> None:
        assert isinstance(state, DoorState)
        engine = DoorEngine(state, decks)
        seat = state.seq % state.seats
        for stat in decks.rare:
            found = engine.mods(seat, stat)
            assert found == engine._mods(seat, stat)  # pyright: ignore[reportPrivateUsage]
            if found:
                touched.add(stat)

    assert play_game(game, [RandomPlayer() for _ in range(4)], 3, watch=look).finished
    assert touched  # or the test has compared nothing
