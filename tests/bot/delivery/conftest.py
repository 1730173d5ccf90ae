"""What several tests of delivery play at."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.delivery.delivered_table import DeliveredTable


@pytest.fixture
async def evening(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DeliveredTable]:
    monkeypatch.setattr("bot.delivery.changes.REDRAW_INTERVAL_S", 0.0)
    made = await DeliveredTable.open()
    yield made
    await made.close()
