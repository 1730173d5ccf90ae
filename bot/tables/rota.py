"""This process among those that share its database: when to come round, and whose clocks may run."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from bot.store.port import InUse, Peers, StoreError
from bot.store.rows import Brief
from bot.tables.uptime import Uptime

logger = logging.getLogger(__name__)

BEAT = 2.0
"""Seconds between two rounds; a process that comes round too late loses its tables to the others."""

MISSED = 5_000
"""Milliseconds for which a shard may go unheard before its tables get the time back."""


class Household(Protocol):
    """Who acts on what a round brings."""

    async def take(self, brief: Brief) -> None:
        """Look after a table from now on."""
        ...

    async def let_go(self, table: int) -> None:
        """Stop looking after it."""
        ...

    async def hear(self, table: int, word: str) -> None:
        """Act on another process's word."""
        ...

    async def give_back(self, table: int, milliseconds: int) -> None:
        """Give a table's clock back what went by while nobody heard its server."""
        ...


class Rota:
    """Comes round again and again, and knows which shards somebody hears.

    ``uptime`` is pulled up to that of the others: time goes on while any process lives. What a shard's people
    miss while no living process hears it is given back when one does, before its clocks run again.
    """

    def __init__(self, peers: Peers, uptime: Uptime, household: Household) -> None:
        self.evicted = asyncio.Event()
        self._peers = peers
        self._uptime = uptime
        self._household = household
        self._going = asyncio.Lock()
        self._served: frozenset[int] = frozenset()
        self._shards = 0
        self._arriving: dict[int, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep(), name="rota")

    async def stop(self) -> None:
        tasks = [task for task in (self._task, *self._arriving.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def heard(self, guild: int) -> bool:
        """Tell whether some process hears what people do on this server."""
        return bool(self._shards) and (guild >> 22) % self._shards in self._served

    def arrive(self, shard: int, shards: int) -> None:
        """Begin to hear a shard."""
        self.part(shard)
        self._arriving[shard] = asyncio.create_task(self._arrive(shard, shards), name=f"shard {shard}")

    def part(self, shard: int) -> None:
        """Note that we do not hear it any more."""
        if (task := self._arriving.pop(shard, None)) is not None:
            task.cancel()
        self._peers.leave(shard)

    async def round(self) -> None:
        """Come round once, alone: what one round brings is done before the next. Raises ``StoreError``."""
        async with self._going:
            await self._round()

    async def _round(self) -> None:
        self._peers.woken.clear()
        found = await self._peers.round(self._uptime.now())
        self._uptime.catch_up(found.uptime)
        self._served, self._shards = found.served, found.shards
        for table in found.gone:
            await self._household.let_go(table)
        for brief in found.taken:
            await self._household.take(brief)
        for table, word in found.words:
            await self._household.hear(table, word)
        if found.taken:
            logger.info("looking after %d more tables", len(found.taken))
        if found.taken or found.gone:
            self._peers.woken.set()  # perhaps there are more of them

    async def _keep(self) -> None:
        while True:
            try:
                await self.round()
                self._uptime.thaw("database")
            except InUse as error:
                logger.error("this process has to end: %s", error)
                self.evicted.set()
                return
            except StoreError as error:
                # Nobody can save anything: nobody is charged.
                self._uptime.freeze("database")
                logger.warning("the other processes cannot be heard: %s", error)
                await asyncio.sleep(BEAT / 4)
            except Exception:
                logger.exception("the rota stumbled")
                await asyncio.sleep(BEAT / 4)
            try:
                async with asyncio.timeout(BEAT):
                    await self._peers.woken.wait()
            except TimeoutError:
                continue

    async def _arrive(self, shard: int, shards: int) -> None:
        """Give back what went by while nobody heard the shard; then hear it."""
        while True:
            try:
                await self.round()
                missed = self._uptime.now() - await self._peers.last_served(shard)
                if missed > MISSED:
                    await self._give_back(shard, shards, missed)
                break
            except StoreError as error:
                logger.warning("shard %d: clocks not put right yet: %s", shard, error)
                await asyncio.sleep(BEAT / 4)
        self._peers.serve(shard, shards)

    async def _give_back(self, shard: int, shards: int, missed: int) -> None:
        for table in await self._peers.running_in(shard, shards):
            await self._household.give_back(table, missed)
