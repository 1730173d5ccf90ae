"""Hints: what a cunning player would do in one's place, in few words, from what the seat sees."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.tables.choices import decode
from bot.tables.intents import SetOptions, Start, TakeHint
from bot.views.base.custom_ids import ButtonAction, CustomId, parse
from bot.views.base.layout import Text
from bot.views.table import public
from bot.views.table.hint import WAIT_TEXT, hint_button, hint_screen
from cards.kernel.dice import Dice
from cards.kernel.game import Game
from cards.kernel.moves import Refusal
from cards.players.base import advise, ask
from cards.registry import module_of
from cogs.answers import Answer, Click, PrivateReply
from cogs.click_handler import ClickHandler
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness
from tests.bot.views.door.test_honest_buttons import buttons_of
from tests.bot.views.games import positions, table_of, view_of

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")
MAX_WORDS = 25


def _decisions(name: str) -> list[tuple[Game[Any, Any], Any, int]]:
    """Return positions of a random game, each with a seat that is asked."""
    found = [
        (game, state, seat)
        for game, state, _ in positions(name, 4, 23, 260)
        for pending in (None if state.over else game.pending(state),)
        for seat in (() if pending is None else pending.awaited)
    ]
    return Random(5).sample(found, 40)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_short_and_its_button_does_what_a_cunning_player_would(name: str) -> None:
    cunning = module_of(name).player_factory("cunning")
    assert cunning is not None
    for game, state, seat in _decisions(name):
        advice = advise(cunning(), game, state, seat, Dice(3), must=True)
        assert advice is not None
        assert advice.action == ask(cunning(), game, state, seat, Dice(3), must=True)
        view = view_of(game, state, seat)
        named = tuple(replace(one, name=f"P{number}") for number, one in enumerate(view.table.seats))
        screen = hint_screen(replace(view, table=replace(view.table, seats=named)), advice)
        told = next(block.content for block in screen.blocks() if isinstance(block, Text))
        assert len(re.findall(r"\w[\w’-]*", told)) <= MAX_WORDS, told
        press, *_ = buttons_of(screen)
        found = parse(press.custom_id)
        if found is not None and found.action == ButtonAction.MOVE:
            choice = decode(found.rest)
            assert choice is not None
            assert not isinstance(game.step(state, choice.action(seat)), Refusal)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_depends_on_nothing_that_the_seat_cannot_see(name: str) -> None:
    cunning = module_of(name).player_factory("cunning")
    assert cunning is not None
    for game, state, seat in _decisions(name)[:20]:
        advice = advise(cunning(), game, state, seat, Dice(3), must=True)
        other = game.redeal_hidden(state, seat, 77)
        assert advise(cunning(), game, other, seat, Dice(3), must=True) == advice


def test_who_had_better_wait_is_told_so() -> None:
    game, state, _ = next(iter(positions("classic", 4, 23, 1)))
    assert WAIT_TEXT in hint_screen(view_of(game, state, 0), None).as_text()


class NoScreens:
    """Screens that show nothing: only the answers to presses are of interest."""

    async def render(self, key: object) -> None:
        return None

    def take_dm_hint(self, user: int) -> bool:
        return False


@pytest.fixture
async def classic() -> AsyncIterator[TableHarness]:
    harness = await TableHarness.open(games=(module_of("classic"),), seed=2)
    yield harness
    await harness.close()


async def _press_hint(harness: TableHarness, user: int) -> Answer:
    table = (await harness.view_for(user)).table
    clicks = ClickHandler(harness.service, game_registry(), cast(ScreenService, NoScreens()))
    custom_id = str(CustomId(table.id, table.since, ButtonAction.SCREEN, "hint"))
    press = harness.next_interaction_id()
    return await clicks.answer(Click(press, user, "x", table.channel, table.guild, "table", 5, custom_id))


async def test_hints_are_private_and_counted_and_told_at_the_end(classic: TableHarness) -> None:
    await classic.sit_down(ANN, BEN, CLEO, game="classic")
    first = await _press_hint(classic, ANN)
    assert isinstance(first, PrivateReply)
    assert "💡" in first.screen.as_text()
    again = await _press_hint(classic, ANN)
    assert isinstance(again, PrivateReply)
    assert again.screen.as_text() == first.screen.as_text(), "one wait has one answer"
    table = (await classic.view_for(BEN)).table
    assert [seat.hints for seat in table.seats] == [2, 0, 0]
    assert public.hints_taken(table) == ["💡 Whispered to by the coach: Ann (2)"]


async def test_a_table_without_hints_gives_none(classic: TableHarness) -> None:
    await classic.sit_down(ANN, BEN, CLEO, game="classic", start=False)
    await classic.done(ANN, SetOptions({"hints": False}))
    await classic.done(ANN, Start())
    refused = await _press_hint(classic, ANN)
    assert isinstance(refused, PrivateReply)
    assert "without hints" in refused.screen.as_text()
    assert not hint_button(await classic.view_for(ANN))


async def test_onlookers_get_no_hint(classic: TableHarness) -> None:
    await classic.sit_down(ANN, BEN, CLEO, game="classic")
    assert await classic.refused(DAN, TakeHint()) == "not_seated"
    assert not hint_button(await classic.view_for(DAN))


def test_the_button_is_there_in_a_game_only() -> None:
    game, state, _ = next(iter(positions("classic", 4, 23, 1)))
    view = view_of(game, state, 0)
    assert hint_button(view)
    assert not hint_button(replace(view, table=table_of("classic", 4, options={"hints": False})))
