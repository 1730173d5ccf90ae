"""What goes by while nobody hears a shard, and who gets it back."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import cast

import pytest

from bot.store.api import HeartbeatResult, Peers, StoreError
from bot.store.solo_peers import SoloPeers
from bot.tables import lease as lease_module
from bot.tables.lease import Lease
from bot.tables.uptime import Uptime
from tests.bot.tables.table_harness import FakeTicker

SHARD, SHARD_COUNT = 0, 1
UNHEARD_S = 30
TABLES = (1, 2, 3)


class UnheardShard(SoloPeers):
    """A database that knows of one shard, unheard since the beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.connected = asyncio.Event()

    async def heartbeat(self, uptime: int) -> HeartbeatResult:
        return HeartbeatResult(uptime, frozenset(), SHARD_COUNT)

    async def last_served(self, shard: int) -> int:
        return 0

    async def tables_with_running_clock(self, shard: int, shards: int) -> list[int]:
        return list(TABLES)

    def shard_connected(self, shard: int, shards: int) -> None:
        self.connected.set()


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


@pytest.mark.parametrize("trouble", ["none", "the database fails", "the connection breaks"])
async def test_what_a_shard_has_missed_comes_back_once(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to tables that got it before the database failed, or the shard's connection broke again."""
    monkeypatch.setattr(lease_module, "HEARTBEAT_S", 0.01)
    ticker, times, peers = FakeTicker(), ReturnedTimes(), UnheardShard()
    lease = Lease(cast(Peers, peers), Uptime(ticker), cast(lease_module.LeaseHandler, times))
    ticker.seconds = UNHEARD_S
    times.failing = 2 if trouble == "the database fails" else 0
    times.stuck = 3 if trouble == "the connection breaks" else 0
    lease.shard_connected(SHARD, SHARD_COUNT)
    if times.stuck:
        while len(times.milliseconds) < 2:  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(0)
        ticker.seconds += 5
        lease.shard_disconnected(SHARD)
        times.stuck = 0
        lease.shard_connected(SHARD, SHARD_COUNT)
    await asyncio.wait_for(peers.connected.wait(), 60)
    assert times.milliseconds == dict.fromkeys(TABLES, int(ticker.seconds * 1000))
    await lease.stop()
