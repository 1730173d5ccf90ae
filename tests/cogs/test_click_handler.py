"""Presses at real tables, with a clock in the test's hand and no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.delivery.api import ScreenApi
from bot.games import game_registry
from bot.tables.choices import Choice, encode
from bot.tables.intents import Act
from bot.views.custom_ids import ButtonAction, CustomId
from cogs.answers import Click, PrivateReply
from cogs.click_handler import ClickHandler
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


class NoScreens:
    """Screens that show nothing: only the answers to presses are of interest."""

    def take_dm_hint(self, user: int) -> bool:
        return False


async def test_who_was_away_gets_the_seat_back_with_an_account_of_what_was_done() -> None:
    classic = game_registry().find("classic")
    assert classic is not None
    house = await TableHarness.open(games=(classic,), seed=2)
    await house.sit_down(ANN, BEN, CLEO, game="classic")
    for _ in range(100):
        view = await house.view_for(ANN)
        if view.table.seats[0].away and any(event.seat == 0 for event in view.events):
            break
        for user, seat in ((BEN, 1), (CLEO, 2)):
            own = await house.view_for(user)
            if own.pending is not None and seat in own.pending.awaited:
                await house.act(user, own.moves[0].verb)
        await house.advance(60)
    table = (await house.view_for(ANN)).table
    assert table.seats[0].away
    clicks = ClickHandler(house.service, game_registry(), cast(ScreenApi, NoScreens()))
    look = str(CustomId(table.id, table.revision, ButtonAction.SCREEN, "hand"))
    click = Click(1, ANN, "Ann", table.channel, table.guild, "table", 5, look)
    answer = await clicks.answer(click)
    assert isinstance(answer, PrivateReply)
    assert "the caretaker played for you" in answer.screen.as_text()
    assert not (await house.view_for(ANN)).table.seats[0].away
    again = await clicks.answer(click)
    assert isinstance(again, PrivateReply)
    assert "caretaker" not in again.screen.as_text()
    await house.close()


@pytest.fixture
async def classic() -> AsyncIterator[TableHarness]:
    """A classic game in which everybody has laid out the first cards."""
    kind = game_registry().find("classic")
    assert kind is not None
    house = await TableHarness.open(games=(kind,), seed=2)
    await house.sit_down(ANN, BEN, CLEO, game="classic")
    for user in (ANN, BEN, CLEO):
        await house.act(user, "pass")
    yield house
    await house.close()


async def test_a_hand_never_stands_in_for_the_tables_own_message(classic: TableHarness) -> None:
    """Where the table cannot be drawn, its message stays as it is: everybody reads it."""

    class Blind(NoScreens):
        async def render_table(self, table: int) -> None:
            return None

    clicks = ClickHandler(classic.service, game_registry(), cast(ScreenApi, Blind()))
    user = await active(classic)
    table = (await classic.view_for(user)).table
    press = str(CustomId(table.id, table.revision, ButtonAction.MOVE, encode(Choice("kick"))))
    answer = await clicks.answer(Click(9001, user, "x", table.channel, table.guild, "table", 5, press))
    assert isinstance(answer, PrivateReply)
    assert answer.screen.as_text().strip().endswith("Done.")


async def something_happens(house: TableHarness, user: int) -> None:
    """Let somebody lay down a card, which re-opens the window of the turn."""
    since = (await house.view_for(None)).table.since
    await house.act(user, "lay")
    assert (await house.view_for(None)).table.since > since


async def test_the_next_step_of_a_turn_counts_however_old_its_button_is(classic: TableHarness) -> None:
    """Whoever plays a card and then kicks with the older button of the table has kicked."""
    first = await active(classic)
    drawn = (await classic.view_for(first)).table.revision
    await something_happens(classic, first)
    change = await classic.act(first, "kick", seen=drawn)
    assert change.table.revision > drawn
    assert await classic.refused(first, Act(Choice("kick")), seen=drawn) == "stale"


async def test_any_other_move_is_stale_when_its_window_was_opened_anew(classic: TableHarness) -> None:
    first = await active(classic)
    view = await classic.view_for(first)
    await something_happens(classic, first)
    other = next(move for move in (await classic.view_for(first)).moves if move.verb != "kick")
    choice = Choice(other.verb, other.card, other.ability)
    assert await classic.refused(first, Act(choice), seen=view.table.revision) == "stale"


async def active(house: TableHarness) -> int:
    """Return who may kick the door."""
    for user in (ANN, BEN, CLEO):
        if "kick" in {move.verb for move in (await house.view_for(user)).moves}:
            return user
    raise AssertionError("nobody's turn")
