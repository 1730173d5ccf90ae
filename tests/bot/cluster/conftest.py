"""What the tests of several processes share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.cluster import cluster as cluster_module
from tests.bot.cluster.town import Town, cluster_of
from tests.postgres import Server


@pytest.fixture
async def town(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    monkeypatch.setattr(cluster_module, "HEARTBEAT_S", 0.1)
    opened = Town(await postgres.database())
    yield opened
    for house in opened.houses:
        await house.service.close()
        await cluster_of(house).leave()
        await house.store.close()
