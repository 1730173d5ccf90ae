"""Which shards this process hears, and what people get back of the time in which nobody heard theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.store.api import StoreError
from bot.store.postgres.pool import PostgresPool
from bot.tables.maintenance import TableMaintenance
from bot.tables.uptime import Uptime

if TYPE_CHECKING:
    from asyncpg import Record

log = logging.getLogger(__name__)

UNHEARD_GRACE_MS = 5_000
"""Milliseconds for which a shard may go unheard before its tables get the time back."""

RETRY_DELAY_S = 0.5
"""Seconds until clocks are corrected again where the database did not answer."""

SQL_NOTE_TIME = (
    "WITH now AS (INSERT INTO figures (name, value) VALUES ('uptime', $1) ON CONFLICT (name) "
    "DO UPDATE SET value = greatest(figures.value, excluded.value) RETURNING value), "
    "heard AS (INSERT INTO shards (shard, seen) SELECT s, value FROM now, unnest($2::integer[]) AS s "
    "ORDER BY s ON CONFLICT (shard) DO UPDATE SET seen = greatest(shards.seen, excluded.seen)) "
    "SELECT value FROM now"
)
SQL_LAST_HEARD = (
    "SELECT coalesce((SELECT seen FROM shards WHERE shard = $1), "
    "(SELECT value FROM figures WHERE name = 'begun'), 0) AS seen"
)
SQL_RUNNING_CLOCKS = (
    "SELECT id FROM tables WHERE live AND wake IS NOT NULL AND (guild >> 22) % $2 = $1 ORDER BY id"
)


@dataclass(frozen=True, slots=True)
class ReturnedTime:
    """What tables have got back, in milliseconds, of the time for which nobody has heard their shard."""

    unheard_since: int
    by_table: dict[int, int] = field(default_factory=dict[int, int])


class HeardShards:
    """Connects shards: a table gets its time back before its clock runs again.

    ``uptime`` is common to all processes, and goes on while any of them lives.
    """

    def __init__(self, pool: PostgresPool, tables: TableMaintenance, uptime: Uptime) -> None:
        self.numbers: set[int] = set()
        self._pool = pool
        self._tables = tables
        self.uptime = uptime
        self._connecting: dict[int, asyncio.Task[None]] = {}
        self._returned: dict[int, ReturnedTime] = {}

    async def note_time(self, fetch: Callable[..., Awaitable[list[Record]]]) -> None:
        """Note which shards are heard now, and catch up with the others' time. Raises ``StoreError``."""
        rows = await fetch(SQL_NOTE_TIME, self.uptime.now(), sorted(self.numbers))
        self.uptime.catch_up(rows[0]["value"])

    def connect(self, shard: int, shards: int, then: Callable[[], Any]) -> None:
        """Begin to hear a shard, one of so many, and call ``then``."""
        self.disconnect(shard)
        self._connecting[shard] = asyncio.create_task(
            self._connect(shard, shards, then), name=f"shard {shard}"
        )

    def disconnect(self, shard: int) -> None:
        """Hear a shard no longer."""
        if (task := self._connecting.pop(shard, None)) is not None:
            task.cancel()
        self.numbers.discard(shard)

    def disconnect_all(self) -> None:
        """Hear nothing any more."""
        for shard in list(self._connecting):
            self.disconnect(shard)

    async def stop(self) -> None:
        """Connect nothing any more."""
        tasks = list(self._connecting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self, shard: int, shards: int, then: Callable[[], Any]) -> None:
        while True:
            try:
                await self.note_time(self._pool.fetch)
                last_heard = (await self._pool.fetch(SQL_LAST_HEARD, shard))[0]["seen"]
                if self.uptime.now() - last_heard > UNHEARD_GRACE_MS:
                    await self._restore_time(shard, shards, last_heard)
                break
            except StoreError as error:
                log.warning("shard %d: clocks not corrected yet: %s", shard, error)
                await asyncio.sleep(RETRY_DELAY_S)
        self._returned.pop(shard, None)
        self.numbers.add(shard)
        then()

    async def _restore_time(self, shard: int, shards: int, unheard_since: int) -> None:
        """Give back what went by since then; where this was cut short before, tables get only the rest."""
        returned = self._returned.get(shard)
        if returned is None or returned.unheard_since != unheard_since:
            returned = self._returned[shard] = ReturnedTime(unheard_since)
        missed = self.uptime.now() - unheard_since
        for row in await self._pool.fetch(SQL_RUNNING_CLOCKS, shard, shards):
            table = row["id"]
            await self._tables.restore_time(table, missed - returned.by_table.get(table, 0))
            returned.by_table[table] = missed
