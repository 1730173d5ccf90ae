"""What goes by while nobody hears a shard, and who gets it back."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import cast

import pytest

from bot.store.api import HeartbeatResult, Peers, StoreError
from bot.store.sqlite.solo_peers import SoloPeers
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


class TalkativePeers(UnheardShard):
    """A database that has something to tell once."""

    def __init__(self) -> None:
        super().__init__()
        self.untold = [
            HeartbeatResult(0, frozenset(), SHARD_COUNT, notices=((1, ""), (2, "")), somebody_died=True)
        ]

    async def heartbeat(self, uptime: int) -> HeartbeatResult:
        return self.untold.pop() if self.untold else await super().heartbeat(uptime)


class InterruptedHandler(ReturnedTimes):
    """Hears what a heartbeat brings; at one thing it is interrupted."""

    def __init__(self, trouble: str) -> None:
        super().__init__()
        self.trouble = trouble
        self.waiting = asyncio.Event()
        self.heard: list[int | str] = []

    async def handle_notice(self, table: int, notice: str) -> None:
        await self._hear(table)

    async def handle_death(self) -> None:
        if self.trouble == "the database fails":
            self.trouble = ""
            raise StoreError("the database is away")
        await self._hear("a death")

    async def _hear(self, told: int | str) -> None:
        trouble, self.trouble = self.trouble, "" if self.trouble != "the database fails" else self.trouble
        if trouble == "the connection breaks":
            self.waiting.set()
            await asyncio.Event().wait()
        if trouble == "a mistake of ours":
            raise ValueError("of our own making")
        self.heard.append(told)


@pytest.mark.parametrize(
    ("trouble", "heard"),
    [
        ("the connection breaks", [1, 2, "a death"]),
        ("the database fails", [1, 2, "a death"]),
        ("a mistake of ours", [2, "a death"]),
    ],
)
async def test_what_a_heartbeat_brings_is_done_although_something_comes_between(
    trouble: str, heard: list[int | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once; what was not done yet is done by the next."""
    monkeypatch.setattr(lease_module, "HEARTBEAT_S", 0.01)
    peers, handler = TalkativePeers(), InterruptedHandler(trouble)
    lease = Lease(cast(Peers, peers), Uptime(FakeTicker()), cast(lease_module.LeaseHandler, handler))
    if trouble == "the connection breaks":
        lease.shard_connected(SHARD, SHARD_COUNT)
        await asyncio.wait_for(handler.waiting.wait(), 60)
        lease.shard_disconnected(SHARD)
    lease.start()
    async with asyncio.timeout(60):
        while len(handler.heard) < len(heard):  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(0.01)
    assert handler.heard == heard
    await lease.stop()
