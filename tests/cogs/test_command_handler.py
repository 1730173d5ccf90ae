"""What the commands about seats suggest, with a clock in the test's hand and no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.delivery.api import ScreenApi
from bot.tables.intents import AddRobot, Leave, Replace, Start
from bot.views.status import status_screen
from cards.catalogue import Catalogue
from cogs.command_handler import CommandHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


@pytest.fixture
async def house() -> AsyncIterator[TableHarness]:
    opened = await TableHarness.open()
    yield opened
    await opened.close()


def orders(house: TableHarness) -> CommandHandler:
    return CommandHandler(house.service, Catalogue((TINY_MODULE,)), cast(ScreenApi, None))


async def test_seats_keep_their_numbers_when_somebody_has_left(house: TableHarness) -> None:
    """Nobody has to count: people who left are not suggested, nor are people to themselves."""
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(BEN, Leave())
    seats = orders(house).seats
    assert await seats(CHANNEL, "", "remove", ANN) == [(3, "3 · Cleo"), (4, "4 · Dan")]
    assert await seats(CHANNEL, "", "remove", CLEO) == [(1, "1 · Ann"), (4, "4 · Dan")]
    assert await seats(CHANNEL, "cLE", "remove", ANN) == [(3, "3 · Cleo")]
    assert await seats(CHANNEL, " 4", "remove", ANN) == [(4, "4 · Dan")]
    assert await seats(CHANNEL, "3 · Cleo", "remove", ANN) == [(3, "3 · Cleo")]
    assert await seats(CHANNEL, "Ben", "remove", ANN) == []
    assert await seats(CHANNEL + 1, "", "remove", ANN) == []
    assert "1 Ann, 3 Cleo and 4 Dan" in status_screen(await house.view_for(ANN), TINY_MODULE, None).as_text()


async def test_only_seats_that_the_command_can_mean_are_suggested(house: TableHarness) -> None:
    """A computer goes on for somebody who is away, and a person for a computer."""
    await house.sit_down(ANN, BEN, CLEO)
    seats = orders(house).seats
    assert await seats(CHANNEL, "", "replace", ANN) == []
    assert await seats(CHANNEL, "", "take", DAN) == []
    await house.act(ANN, "luck")
    await house.act(ANN, "answer")
    await house.advance(91)
    await house.advance(91)
    assert await seats(CHANNEL, "", "replace", ANN) == [(2, "2 · Ben 💤")]
    await house.done(ANN, Replace(1, robot="random"))
    assert await seats(CHANNEL, "", "replace", ANN) == []
    assert await seats(CHANNEL, "", "take", DAN) == [(2, "2 · Dizzy 🎲")]


async def test_in_the_lobby_seats_are_only_taken_away(house: TableHarness) -> None:
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("random"))
    seats = orders(house).seats
    assert [number for number, _ in await seats(CHANNEL, "", "remove", ANN)] == [2]
    assert await seats(CHANNEL, "", "take", DAN) == []
    await house.done(ANN, Start())
    assert [number for number, _ in await seats(CHANNEL, "", "take", DAN)] == [2]
