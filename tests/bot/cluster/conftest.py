"""What the tests of several processes share."""

from collections.abc import AsyncIterator

import pytest

from bot.cluster import cluster as cluster_module
from tests.bot.cluster.processes import Processes, cluster_of
from tests.postgres import Server


@pytest.fixture
async def cluster(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    monkeypatch.setattr(cluster_module, "HEARTBEAT_S", 0.1)
    opened = Processes(await postgres.database())
    yield opened
    for harness in opened.harnesses:
        await harness.service.close()
        await cluster_of(harness).leave()
        await harness.store.close()
