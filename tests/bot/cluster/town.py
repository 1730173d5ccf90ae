"""Several processes on one database, with shorthands for what happens to them."""

from __future__ import annotations

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


class Town:
    """Some houses on one database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._presses = count(1)
        self.houses: list[TableHarness] = []

    async def house(
        self, *heard: int, ticker: FakeTicker | None = None, shards: int = SHARD_COUNT
    ) -> TableHarness:
        """Open one that hears these shards; none: a worker."""
        store = await PostgresStore.open(self.address)
        cluster = await Cluster.join(store, heard, shards if heard else 0)
        house = await TableHarness.open(store=store, ticker=ticker, ownership=cluster)
        house._interaction_ids = self._presses
        for shard in heard:
            house.service.maintenance.shard_connected(shard, shards)
        self.houses.append(house)
        return house

    async def kill(self, house: TableHarness) -> None:
        """Let a house end without a word, its connections cut."""
        self.houses.remove(house)
        await house.service.maintenance._scheduler.stop()
        await house.service.maintenance._computers.close()
        await cluster_of(house).leave()
        assert isinstance(house.store, PostgresStore)
        await house.store.pool.close()


def cluster_of(house: TableHarness) -> Cluster:
    found = house.service.maintenance._ownership
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


async def cut_off(town: Town, house: TableHarness) -> None:
    """Let the server give a process up, which hears of that and does nothing about it yet."""
    cluster = cluster_of(house)
    await cluster.stop()
    connection = await asyncpg.connect(town.address)
    statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
    await connection.execute(statement, cluster._name)
    await connection.close()


def keeps(house: TableHarness, table: int) -> bool:
    return cluster_of(house).owns(table)


def hears(house: TableHarness, guild: int) -> bool:
    """Return True if the house hears this server."""
    return cluster_of(house).is_heard(guild)
