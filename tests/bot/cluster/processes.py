"""Several processes on one database, with shorthands for what happens to them."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

import asyncpg

from bot.cluster.cluster import Cluster
from bot.store.postgres.store import PostgresStore
from tests.bot.tables.table_harness import FakeTicker, TableHarness

SHARD_COUNT = 2
HERE, THERE = 5 << 22, 6 << 22
"""Servers on shard 1 and on shard 0."""

SQL_IS_THERE = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = $1)"


class Processes:
    """Some processes on one database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._presses = count(1)
        self.harnesses: list[TableHarness] = []

    async def harness(
        self, *heard: int, ticker: FakeTicker | None = None, shards: int = SHARD_COUNT
    ) -> TableHarness:
        """Open one that hears these shards; none: a worker."""
        store = await PostgresStore.open(self.address)
        cluster = await Cluster.join(store, heard, shards if heard else 0)
        harness = await TableHarness.open(store=store, ticker=ticker, ownership=cluster)
        harness._interaction_ids = self._presses
        for shard in heard:
            harness.service.maintenance.shard_connected(shard, shards)
        self.harnesses.append(harness)
        return harness

    async def kill(self, harness: TableHarness) -> None:
        """Let a process end without a word, its connections cut."""
        self.harnesses.remove(harness)
        await harness.service.maintenance._scheduler.stop()
        await harness.service.maintenance._computers.close()
        await cluster_of(harness).leave()
        assert isinstance(harness.store, PostgresStore)
        await harness.store.pool.close()
        await self._given_up(cluster_of(harness)._name)

    async def _given_up(self, name: str) -> None:
        """Wait until the server has noticed that a process is gone: until then it holds its shards."""
        connection = await asyncpg.connect(self.address)
        async with asyncio.timeout(60):
            while await connection.fetchval(SQL_IS_THERE, name):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await connection.close()


def cluster_of(harness: TableHarness) -> Cluster:
    found = harness.service.maintenance._ownership
    assert isinstance(found, Cluster)
    return found


class ChangesHeard:
    """Notes which tables a process is to show again."""

    def __init__(self) -> None:
        self.acquired: list[int] = []
        self.tables: list[int] = []

    def table_acquired(self, table: int) -> None:
        self.acquired.append(table)

    def table_written(self, table: int, resumed_in: int | None = None) -> None:
        self.tables.append(table)

    def table_released(self, table: int) -> None: ...

    def hear(self, word: list[Any]) -> None: ...


async def until(true: Callable[[], bool]) -> None:
    """Wait until something has got round."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def cut_off(cluster: Processes, harness: TableHarness) -> None:
    """Let the server give a process up, which hears of that and does nothing about it yet."""
    own = cluster_of(harness)
    await own.stop()
    connection = await asyncpg.connect(cluster.address)
    statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
    await connection.execute(statement, own._name)
    await connection.close()


def keeps(harness: TableHarness, table: int) -> bool:
    return cluster_of(harness).owns(table)


def hears(harness: TableHarness, guild: int) -> bool:
    """Return True if the house hears this server."""
    return cluster_of(harness).is_heard(guild)
