"""Whole games of random moves: no dead end, no lost card, nothing leaks, everything can be saved."""

from __future__ import annotations

import os

import pytest

from cards.kernel.events import Drew, Event
from cards.panic.card_events import (
    CardHanded,
    CardHeldToForehead,
    DiscardsSifted,
    TreasuresEarned,
    TreasuresSettled,
)
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT, play, with_options

GAME_COUNT = int(os.environ.get("PANIC_GAMES", "2"))
"""Games for each number of players and variant."""


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_games_end_and_hold_together(variant: str, seats: int) -> None:
    """P-010, P-009, P-240 to P-244: games of every number of players and variant end, checked throughout."""
    for seed in range(GAME_COUNT):
        setup = with_options(seats, seed, **OPTIONS_BY_VARIANT[variant])
        play(setup, rng_seed=1000 * seats + seed, look=4, drops=seed % 2 == 1, skill=90 * (seed % 2))


@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_events_keep_secrets(variant: str) -> None:
    """P-032, P-054, P-106: who may know which cards, in whole games; onlookers know none."""
    kinds: set[str] = set()
    for seed in range(4):
        report = play(with_options(4, seed, **OPTIONS_BY_VARIANT[variant]), rng_seed=seed, skill=60)
        for event in report.events:
            may = allowed(event)
            if may is not None:
                kinds.add(event.kind)
                assert event.seen == may, event
                assert event.redacted_for(None).to_record().cards == ()
    assert {"drew", "earned", "settled"} <= kinds


def allowed(event: Event) -> int | None:
    """Return the mask of the seats that may know the event's cards, None if all may."""
    mine = 1 << max(event.seat, 0)
    match event:
        case Drew() | TreasuresSettled() | DiscardsSifted():
            return mine
        case TreasuresEarned():
            return 0
        case CardHanded() if event.how in ("paid", "repaid"):
            return None
        case CardHanded():
            return 0b1111 if event.how == "taken" else mine | 1 << event.giver
        case CardHeldToForehead():
            return 0b1111 & ~mine
        case _:
            return None
