"""Whole games of random moves: no dead end, no lost card, nothing leaks, everything can be saved."""

from __future__ import annotations

import os

import pytest

from tests.cards.panic.random_games import VARIANTS, play, with_options

GAMES = int(os.environ.get("PANIC_GAMES", "2"))
"""Games for each number of players and variant."""


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_end_and_hold_together(variant: str, seats: int) -> None:
    """P-010, P-009, P-240 to P-244: every number of players and variant plays through, checked all along."""
    for seed in range(GAMES):
        setup = with_options(seats, seed, **VARIANTS[variant])
        play(setup, rng_seed=1000 * seats + seed, look=4, drops=seed % 2 == 1, skill=90 * (seed % 2))
