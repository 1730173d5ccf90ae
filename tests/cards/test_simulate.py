"""Whole games by the simulator: which seat is asked, and when."""

from __future__ import annotations

from collections import Counter

from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import Action
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import next_seat, play_game


def test_no_seat_is_always_asked_before_others() -> None:
    """If several could act while somebody waits, each of them is asked first equally often."""
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()  # all four play their first cards, so all of them can act
    first: Counter[int] = Counter()
    for number in range(400):
        state.seq = number
        seat, moves, must = next_seat(game, state, Dice(number), {number % 4})
        assert moves
        assert not must
        assert seat != number % 4
        first[seat] += 1
    assert set(first) == {0, 1, 2, 3}
    assert max(first.values()) - min(first.values()) < 60


def test_who_is_awaited_has_to_act_once_all_would_rather_wait() -> None:
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()
    assert {next_seat(game, state, Dice(number), {0, 1, 2, 3})[2] for number in range(50)} == {True}


def test_without_meddling_only_those_awaited_are_asked() -> None:
    """With meddling, others are asked too now and then, if they can do something."""
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()
    game.step_in_place(state, Action(0, "pass"))
    pending = game.pending(state)
    assert pending is not None
    assert pending.awaited == (1, 2, 3)
    asked = {
        meddle: {next_seat(game, state, Dice(n), set(), meddle)[0] for n in range(200)} for meddle in (0, 5)
    }
    assert asked == {0: {1, 2, 3}, 5: {0, 1, 2, 3}}


def test_a_game_is_the_same_again_from_its_seed() -> None:
    """The record of a game has its end, its length and every verb."""
    first, second = (
        play_game(make_game(Setup("classic", 4, 3)), [RandomPlayer() for _ in range(4)], 3) for _ in range(2)
    )
    assert first.finished
    assert (first.winners, first.actions, first.verbs) == (second.winners, second.actions, second.verbs)
