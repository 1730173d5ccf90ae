"""What the commands about seats suggest, with a clock in the test's hand and no Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.delivery.boards import Boards
from bot.tables.games import Shelf
from bot.tables.intents import AddRobot, Leave, Replace, Start
from bot.views.status import status_screen
from cogs.orders import Orders
from tests.bot.tables.house import ANN, BEN, CHANNEL, CLEO, DAN, House
from tests.bot.tables.tiny import TINY


@pytest.fixture
async def house() -> AsyncIterator[House]:
    opened = await House.open()
    yield opened
    await opened.close()


def orders(house: House) -> Orders:
    return Orders(house.hall, Shelf((TINY,)), cast(Boards, None), ("random",))


async def test_seats_keep_their_numbers_when_somebody_has_left(house: House) -> None:
    """Nobody has to count: who left is not suggested, and nobody is suggested to himself."""
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
    assert "1 Ann, 3 Cleo and 4 Dan" in status_screen(await house.sight(ANN), TINY, None).words()


async def test_only_seats_that_the_command_can_mean_are_suggested(house: House) -> None:
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
    assert await seats(CHANNEL, "", "take", DAN) == [(2, "2 · Cogsworth 🤖")]


async def test_in_the_lobby_seats_are_only_taken_away(house: House) -> None:
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("random"))
    seats = orders(house).seats
    assert [number for number, _ in await seats(CHANNEL, "", "remove", ANN)] == [2]
    assert await seats(CHANNEL, "", "take", DAN) == []
    await house.done(ANN, Start())
    assert [number for number, _ in await seats(CHANNEL, "", "take", DAN)] == [2]
