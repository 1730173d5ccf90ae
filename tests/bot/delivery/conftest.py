"""What several tests of delivery play at."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.games import game_registry
from tests.bot.delivery.delivered_table import USERS, DeliveredTable
from tests.bot.tables.table_harness import TableHarness


@pytest.fixture
async def evening() -> AsyncIterator[DeliveredTable]:
    classic = game_registry().find("classic")
    assert classic is not None
    house = await TableHarness.open(games=(classic,), seed=2)
    await house.sit_down(*USERS, game="classic")
    made = DeliveredTable(house)
    await made.begin()
    yield made
    await made.screens.close()
    await house.close()
