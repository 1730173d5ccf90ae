"""Four people play whole games on the sandbox, by nothing but what they see, against a bot that is killed."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.shelf import make_door
from cards.kernel.game import Setup
from tests.e2e.evening import NAMES, Evening, Seen, play
from tests.e2e.secrets_check import leaks, telling_names

SEED = 1
KILLS = 12


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening on which nothing happens to the bot."""
    return asyncio.run(play(tmp_path_factory.mktemp("quiet"), seed=SEED))


@pytest.fixture(scope="module")
def deadly(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The same evening, the bot being killed again and again; one person takes no direct messages."""
    return asyncio.run(play(tmp_path_factory.mktemp("deadly"), seed=SEED, kills=KILLS))


def test_a_whole_game_is_played_to_a_winner_by_what_people_see(quiet: Evening) -> None:
    """The table's message names the winner, and the seed that proves the dice."""
    assert any(f"🏆 **{name}** won" in quiet.final for name in NAMES)
    assert "Seed 1;" in quiet.final
    assert quiet.clicks > 100


def test_nothing_that_discord_forbids_is_done(quiet: Evening, deadly: Evening) -> None:
    assert quiet.violations == []
    assert deadly.violations == []


def test_the_log_holds_no_complaint_and_no_card(quiet: Evening) -> None:
    """No warning, no error, and no name of a card, hidden or not."""
    assert quiet.complaints == []
    assert quiet.exit_code == 0
    game = make_door(Setup("classic", 4, SEED), None)
    assert [name for name in telling_names(game) if name in quiet.bot_log] == []


def test_nobody_ever_sees_a_hidden_card(quiet: Evening, deadly: Evening) -> None:
    """Everything on every screen is held against what the rules let that seat know by then."""
    assert len(quiet.seen) > 500
    assert leaks(quiet, SEED) == []
    assert leaks(deadly, SEED) == []


def test_the_check_for_secrets_finds_one(quiet: Evening) -> None:
    """Ben is shown a card of Ann's first hand, once by name and once by its number in a button."""
    game = make_door(Setup("classic", 4, SEED), None)
    state, _ = game.start()
    names = telling_names(game)
    name, card = next((n, c) for n, cards in names.items() for c in cards if c in state.zones.lists[9])
    number = f'{{"custom_id": "k1:1:8:g:card.{card}"}}'
    for text in (name, number):
        assert leaks(replace(quiet, seen=[Seen(1, 5, text)]), SEED) != []
        assert leaks(replace(quiet, seen=[Seen(0, 5, text)]), SEED) == []


def test_a_game_goes_the_same_way_however_often_the_bot_is_killed(quiet: Evening, deadly: Evening) -> None:
    """Nobody's accepted action is lost or doubled, and the last state is the same to the byte."""
    assert deadly.starts == KILLS + 1
    assert deadly.actions() == quiet.actions()
    assert deadly.snapshot == quiet.snapshot
    assert deadly.complaints == []
