"""Settings that are refused: kind words, and another try at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.delivery.api import ScreenApi
from bot.games import game_registry
from bot.views.custom_ids import ButtonAction, CustomId
from cogs.answers import Answer, Click, PrivateReply, UpdateMessage
from cogs.click_handler import ClickHandler
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


@pytest.fixture
async def lobby() -> AsyncIterator[TableHarness]:
    kinds = (game_registry().find("classic"), game_registry().find("panic"))
    house = await TableHarness.open(games=tuple(kind for kind in kinds if kind is not None))
    await house.sit_down(ANN, BEN, CLEO, game="classic", start=False)
    yield house
    await house.close()


async def press(house: TableHarness, user: int, rest: str, *values: str, value: str | None = None) -> Answer:
    """Press something on one's own Settings, choose there, or send its form with this value."""
    table = (await house.view_for(user)).table
    clicks = ClickHandler(house.service, game_registry(), cast(ScreenApi, None))
    pressed = str(CustomId(table.id, table.revision, ButtonAction.LOBBY, rest))
    fields = None if value is None else {"value": (value,)}
    number = house.next_interaction_id()
    click = Click(number, user, "x", table.channel, table.guild, "private", 5, pressed, values, fields)
    return await clicks.answer(click)


@pytest.mark.parametrize("typed", ["5", "901", "plenty", ""])
async def test_a_refused_length_keeps_settings_and_says_what_is_taken(
    lobby: TableHarness, typed: str
) -> None:
    answer = await press(lobby, ANN, "set.turn_seconds", value=typed)
    assert isinstance(answer, UpdateMessage)
    told = answer.screen.as_text()
    assert "“Time for your own steps” did not fit: 30 to 900 seconds at live speed." in told
    assert "Change times and variants…" in told
    for raw in ("turn_seconds", "Input", "go together"):
        assert raw not in told
    again = await press(lobby, ANN, "set.turn_seconds", value="90")
    assert isinstance(again, UpdateMessage)
    assert "did not fit" not in again.screen.as_text()
    assert (await lobby.view_for(ANN)).table.options["turn_seconds"] == 90


async def test_somebody_else_keeps_settings_as_well(lobby: TableHarness) -> None:
    answer = await press(lobby, BEN, "speed", "post")
    assert isinstance(answer, UpdateMessage)
    assert "Only the host" in answer.screen.as_text()
    assert "Change times and variants…" in answer.screen.as_text()


async def test_a_forged_choice_keeps_settings_as_well(lobby: TableHarness) -> None:
    assert isinstance(await press(lobby, ANN, "speed", "hasty"), UpdateMessage)


async def test_settings_of_a_game_that_has_begun_say_so(lobby: TableHarness) -> None:
    await press(lobby, ANN, "start")
    answer = await press(lobby, ANN, "set.turn_seconds", value="90")
    assert isinstance(answer, PrivateReply | UpdateMessage)
    assert "Change times and variants…" not in answer.screen.as_text()
