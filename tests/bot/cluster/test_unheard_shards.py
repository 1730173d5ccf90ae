"""What goes by while nobody hears a shard, and who gets it back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import cast

import pytest

from bot.cluster import heard_shards
from bot.cluster.cluster import Cluster
from bot.store.api import StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LiveTable
from bot.tables.maintenance import TableMaintenance
from bot.tables.uptime import Uptime
from tests.bot.store.steps import step
from tests.bot.tables.table_harness import FakeTicker
from tests.postgres import Server

SHARD, SHARD_COUNT = 0, 1
UNHEARD_S = 30
TABLES = (1, 2, 3)


@pytest.fixture
async def store(postgres: Server) -> AsyncIterator[PostgresStore]:
    """A database with some tables whose clocks run."""
    opened = await PostgresStore.open(await postgres.database())
    for table in TABLES:
        await opened.commit(step(table, channel=table))
    yield opened
    await opened.close()


class ReturnedTimes:
    """Takes the time for the tables; the database can fail at one of them, or take for ever."""

    def __init__(self) -> None:
        self.milliseconds: Counter[int] = Counter()
        self.failing = self.stuck = 0

    async def restore_time(self, table: int, milliseconds: int) -> None:
        if table == self.failing:
            self.failing = 0
            raise StoreError("the database is away")
        if table == self.stuck:
            await asyncio.Event().wait()
        self.milliseconds[table] += milliseconds

    async def acquire_table(self, brief: LiveTable) -> None: ...

    async def untold_endings(self) -> list[int] | None: ...


@pytest.mark.parametrize("trouble", ["none", "the database fails", "the connection breaks"])
async def test_what_a_shard_has_missed_comes_back_once(
    store: PostgresStore, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to tables that got it before the database failed, or the shard's connection broke again."""
    monkeypatch.setattr(heard_shards, "RETRY_DELAY_S", 0.01)
    ticker, times = FakeTicker(), ReturnedTimes()
    cluster = await Cluster.join(store, (SHARD,), SHARD_COUNT)
    await cluster.start(cast(TableMaintenance, times), Uptime(ticker))
    ticker.seconds = UNHEARD_S
    times.failing = 2 if trouble == "the database fails" else 0
    times.stuck = 3 if trouble == "the connection breaks" else 0
    cluster.shard_connected(SHARD, SHARD_COUNT)
    if times.stuck:
        while len(times.milliseconds) < 2:  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(0)
        ticker.seconds += 5
        cluster.shard_disconnected(SHARD)
        times.stuck = 0
        cluster.shard_connected(SHARD, SHARD_COUNT)
    async with asyncio.timeout(60):
        while not cluster.is_heard(0):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert times.milliseconds == dict.fromkeys(TABLES, int(ticker.seconds * 1000))
    await cluster.leave()
