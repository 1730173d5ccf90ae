"""This process among those that share its database: when to come round, and whose clocks may run."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from bot.store.api import DatabaseInUseError, Peers, StoreError
from bot.store.rows import LiveTable
from bot.tables.uptime import Uptime

log = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""Seconds between two rounds; a process that comes round too late loses its tables to the others."""

UNHEARD_GRACE_MS = 5_000
"""Milliseconds for which a shard may go unheard before its tables get the time back."""


class LeaseHandler(Protocol):
    """Who acts on what a round brings."""

    async def acquire_table(self, brief: LiveTable) -> None:
        """Look after a table from now on."""
        ...

    async def release_table(self, table: int) -> None:
        """Stop looking after it."""
        ...

    async def handle_notice(self, table: int, notice: str) -> None:
        """Act on another process's word."""
        ...

    async def handle_death(self) -> None:
        """Do what a process that has died was still to do about ended tables. Raises ``StoreError``."""
        ...

    async def restore_time(self, table: int, milliseconds: int) -> None:
        """Give a table's clock back what went by while nobody heard its server."""
        ...


@dataclass(frozen=True, slots=True)
class ReturnedTime:
    """What tables have got back, in milliseconds, of the time for which nobody has heard their shard."""

    unheard_since: int
    by_table: dict[int, int] = field(default_factory=dict[int, int])


class Lease:
    """Comes round again and again, and knows which shards somebody hears.

    ``uptime`` is pulled up to that of the others: time goes on while any process lives. What a shard's people
    miss while no living process hears it is given back when one does, before its clocks run again.
    """

    def __init__(self, peers: Peers, uptime: Uptime, handler: LeaseHandler) -> None:
        self.evicted = asyncio.Event()
        self._peers = peers
        self._uptime = uptime
        self._handler = handler
        self._heartbeat_lock = asyncio.Lock()
        self._undone: deque[Callable[[], Awaitable[None]]] = deque()
        self._served_shards: frozenset[int] = frozenset()
        self._shard_count = 0
        self._connecting: dict[int, asyncio.Task[None]] = {}
        self._returned: dict[int, ReturnedTime] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="lease")

    async def stop(self) -> None:
        tasks = [task for task in (self._task, *self._connecting.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_served(self, guild: int) -> bool:
        """Return True if some process hears what people do on this server."""
        return bool(self._shard_count) and (guild >> 22) % self._shard_count in self._served_shards

    def shard_connected(self, shard: int, shards: int) -> None:
        """Begin to hear a shard."""
        self.shard_disconnected(shard)
        self._connecting[shard] = asyncio.create_task(
            self._connect_shard(shard, shards), name=f"shard {shard}"
        )

    def shard_disconnected(self, shard: int) -> None:
        """Note that we do not hear it any more."""
        if (task := self._connecting.pop(shard, None)) is not None:
            task.cancel()
        self._peers.shard_disconnected(shard)

    def disconnect_all(self) -> None:
        """Note that we hear no shard any more."""
        for shard in list(self._connecting):
            self.shard_disconnected(shard)

    async def heartbeat(self) -> None:
        """Come round once, alone: what one round brings is done before the next. Raises ``StoreError``."""
        async with self._heartbeat_lock:
            await self._heartbeat()

    async def _heartbeat(self) -> None:
        self._peers.wake_event.clear()
        found = await self._peers.heartbeat(self._uptime.now())
        self._uptime.catch_up(found.uptime)
        self._served_shards, self._shard_count = found.served_shards, found.shard_count
        if found.acquired:
            log.info("looking after %d more tables", len(found.acquired))
        if found.acquired or found.lost:
            self._peers.wake_event.set()  # there may be more of them
        handler = self._handler
        self._undone += [partial(handler.release_table, table) for table in found.lost]
        self._undone += [partial(handler.acquire_table, brief) for brief in found.acquired]
        self._undone += [partial(handler.handle_notice, table, word) for table, word in found.notices]
        if found.somebody_died:
            self._undone.append(handler.handle_death)
        await self._do_undone()

    async def _do_undone(self) -> None:
        """Do what heartbeats have brought. The next goes on where this is cut short: it is told only once."""
        while self._undone:
            step = self._undone.popleft()
            try:
                await step()
            except (StoreError, asyncio.CancelledError):
                self._undone.appendleft(step)
                raise

    async def _run(self) -> None:
        while True:
            try:
                await self.heartbeat()
                self._uptime.thaw("database")
            except DatabaseInUseError as error:
                log.error("this process has to end: %s", error)
                self.evicted.set()
                return
            except StoreError as error:
                # Nobody can save anything: nobody is charged.
                self._uptime.freeze("database")
                log.warning("the other processes cannot be heard: %s", error)
                await asyncio.sleep(HEARTBEAT_S / 4)
            except Exception:
                log.exception("heartbeat failed")
                await asyncio.sleep(HEARTBEAT_S / 4)
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._peers.wake_event.wait()
            except TimeoutError:
                continue

    async def _connect_shard(self, shard: int, shards: int) -> None:
        """Give back what went by while nobody heard the shard; then hear it."""
        while True:
            try:
                await self.heartbeat()
                last_served = await self._peers.last_served(shard)
                if self._uptime.now() - last_served > UNHEARD_GRACE_MS:
                    await self._restore_time(shard, shards, last_served)
                break
            except StoreError as error:
                log.warning("shard %d: clocks not corrected yet: %s", shard, error)
                await asyncio.sleep(HEARTBEAT_S / 4)
        self._returned.pop(shard, None)
        self._peers.shard_connected(shard, shards)

    async def _restore_time(self, shard: int, shards: int, unheard_since: int) -> None:
        """Give back what went by since then; where this was cut short before, tables get only the rest."""
        returned = self._returned.get(shard)
        if returned is None or returned.unheard_since != unheard_since:
            returned = self._returned[shard] = ReturnedTime(unheard_since)
        missed = self._uptime.now() - unheard_since
        for table in await self._peers.tables_with_running_clock(shard, shards):
            await self._handler.restore_time(table, missed - returned.by_table.get(table, 0))
            returned.by_table[table] = missed
