"""One process among several that share a PostgreSQL database.

Any of them may write any table; the row version decides whose writing counts. What must not be done twice,
ringing a clock, letting computers think, drawing screens, is done by the process that has the shard of the
table's server: the one that hears it, or any other one while that is down.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from bot.cluster.heard_shards import HeardShards
from bot.cluster.session import (
    ALL_SHARDS,
    DEAD_AFTER_S,
    SQL_IS_ANY_TAKEN,
    ProcessSession,
    process_name,
    start_session,
)
from bot.store.api import DatabaseInUseError, StoreError
from bot.store.postgres.pool import PostgresPool
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LiveTable
from bot.tables.maintenance import TableMaintenance
from bot.tables.ownership import Ownership
from bot.tables.uptime import Uptime
from bot.views.base.text import plural

if TYPE_CHECKING:
    from asyncpg import Connection, Record

log = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""Seconds between two notes of which shards are heard, and looks for shards that nobody has."""

WANTED_S = 1.0
"""Seconds for which a shard is left to a process that has asked for it; it asks ten times as often."""

SQL_LIVE_TABLES = (
    "SELECT id, channel, guild, wake FROM tables "
    f"WHERE live AND ({ALL_SHARDS} = ANY($1::bigint[]) OR (guild >> 22) % $2 = ANY($1::bigint[])) ORDER BY id"
)
PRESS_MEMORY_S = 900.0
"""Seconds for which a press is remembered; long before that its signature has become too old."""

PURGE_INTERVAL_S = 120.0
"""Seconds between two times at which a process deletes what nobody needs any more."""

SQL_GUILDS = "SELECT id, guild FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id"


SQL_ADD_PRESS = "INSERT INTO presses (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id"
SQL_PURGE_PRESSES = "DELETE FROM presses WHERE seen < clock_timestamp() - $1 * interval '1 second'"


class PressMemory:
    """Remembers presses for all processes together."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool
        self._purge_at_s = 0.0

    async def add(self, press: int) -> bool:
        """Remember a press; return False if it was known. Raises ``StoreError``."""
        now = time.monotonic()
        if now >= self._purge_at_s:
            self._purge_at_s = now + PURGE_INTERVAL_S
            await self._pool.fetch(SQL_PURGE_PRESSES, PRESS_MEMORY_S)
        return bool(await self._pool.fetch(SQL_ADD_PRESS, press))


class SharedView:
    """The screens, as far as they depend on other processes: here none are shown."""

    def table_acquired(self, table: int) -> None:
        """Show a table soon that another process has shown."""

    def table_written(self, table: int, resumed_in: int | None = None) -> None:
        """Show a table now that another process has written, perhaps to let its game go on in a channel."""

    def table_released(self, table: int) -> None:
        """Leave a table to another process."""

    def hear(self, word: list[Any]) -> None:
        """Do what another process says."""


class Cluster(Ownership):
    """The ``Ownership`` of a process among others. Make it with ``join``."""

    alone = False

    def __init__(
        self, store: PostgresStore, shards: Collection[int] | None, count: int, dead_after_s: float
    ) -> None:
        self.evicted = asyncio.Event()
        """Set when another process has this one's shards."""
        self.looks_after_tables = shards is None or bool(shards)
        self._pool = store.pool
        self._shards = shards
        self._count = count
        self._dead_after_s = dead_after_s
        self._name = process_name(shards)
        self._session: ProcessSession | None = None
        self._kept: set[int] = set()
        """The shards whose tables are ours, ``ALL_SHARDS`` for all."""
        self._wanted_until_s: dict[int, float] = {}
        """Shards that a process needs which has just started, and until when they are left to it."""
        self._owned: dict[int, int] = {}
        """Our tables with their shards."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._screens = SharedView()
        self._tables: TableMaintenance | None = None
        self._started: HeardShards | None = None
        self.is_new_press = PressMemory(store.pool).add

    @classmethod
    async def join(
        cls,
        store: PostgresStore,
        shards: Collection[int] | None = None,
        count: int = 0,
        dead_after_s: float = DEAD_AFTER_S,
    ) -> Cluster:
        """Become one of the processes on this database.

        ``shards`` are those that this process will hear, of ``count`` in all (None, 0: all that there are).
        One without any answers presses, and looks after no tables. Raises ``DatabaseInUseError`` if another
        process has these shards.
        """
        cluster = cls(store, shards, count, dead_after_s)
        await cluster._begin_session(begins=True)
        store.may_note_messages = cluster._may_note
        return cluster

    async def leave(self) -> None:
        """Leave our tables to the others at once."""
        await self.stop()
        self._kept.clear()
        if self._session is not None:
            self._session.end()

    async def _begin_session(self, *, begins: bool = False) -> None:
        self._session = await start_session(
            self._pool, self._name, self._shards, self._count, self._dead_after_s, begins=begins
        )
        on_written = self._on_written if self.looks_after_tables else None
        await self._session.listen(on_written, self._on_word, self._wake.set)
        self._kept = {ALL_SHARDS} if self._shards is None else set(self._shards)

    async def _may_note(self, connection: Connection[Record], table: int) -> bool:
        return self._session is not None and await self._session.may_note(connection, table, self._count)

    # what the tables ask (see ``Ownership``)

    async def start(self, tables: TableMaintenance, uptime: Uptime) -> None:
        self._tables, self._started = tables, HeardShards(self._pool, tables, uptime)
        await self._acquire(self._kept)
        self._loop = asyncio.create_task(self._run(), name="cluster")

    async def stop(self) -> None:
        tasks = [task for task in (self._loop, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._started is not None:
            await self._started.stop()

    def owns(self, table: int) -> bool:
        return self._holds_shards and (table in self._owned or ALL_SHARDS in self._kept)

    def wrote(self, table: int, guild: int) -> bool:
        if (shard := self._kept_shard(guild)) is not None:
            self._owned[table] = shard
        return shard is not None

    def is_heard(self, guild: int) -> bool:
        return bool(self._count) and (guild >> 22) % self._count in self._heard.numbers

    async def is_looked_after(self) -> bool:
        """Return True if any process has a shard: then some process has each."""
        return self._holds_shards or bool((await self._pool.fetch(SQL_IS_ANY_TAKEN))[0][0])

    async def ours(self, ended: list[int]) -> list[int]:
        rows = await self._pool.fetch(SQL_GUILDS, ended) if ended else []
        return [row["id"] for row in rows if self.wrote(row["id"], row["guild"])]

    def shard_connected(self, shard: int, shards: int) -> None:
        self._count = shards
        self._heard.connect(shard, shards, self._wake.set)

    def shard_disconnected(self, shard: int) -> None:
        self._heard.disconnect(shard)

    def disconnected(self) -> None:
        if self._started is not None:
            self._started.disconnect_all()

    def _kept_shard(self, guild: int) -> int | None:
        """Return the shard of a server if its tables are ours."""
        shard = (guild >> 22) % self._count if self._count else 0
        return shard if self._holds_shards and self._kept & {shard, ALL_SHARDS} else None

    @property
    def _holds_shards(self) -> bool:
        return bool(self._kept) and self._session is not None and not self._session.over

    # what the screens ask

    def show_on(self, screens: SharedView) -> None:
        """Tell these screens from now on what other processes do."""
        self._screens = screens

    async def tell(self, *word: object) -> None:
        """Tell the other processes something. Raises ``StoreError``."""
        if self._session is not None:
            await self._session.tell(*word)

    def _on_word(self, word: list[Any]) -> None:
        if word[:1] == ["wanted"]:
            for shard in word[1:]:
                self._wanted_until_s[shard] = time.monotonic() + WANTED_S
                self._start(self._leave_to_its_process(shard))
        else:
            self._screens.hear(word)

    # tables that come and go

    async def _acquire(self, shards: Iterable[int]) -> None:
        """Look after the tables of these shards."""
        if (tables := self._tables) is None or not (wanted := list(shards)):
            return
        self._kept.update(wanted)
        rows = await self._pool.fetch(SQL_LIVE_TABLES, wanted, self._count or 1)
        if rows:
            log.info("looking after %s", plural(len(rows), "more table"))
        for row in rows:
            brief = LiveTable(row["id"], row["channel"], row["guild"], row["wake"])
            if self.wrote(brief.id, brief.guild):
                await tables.acquire_table(brief)
                self._screens.table_acquired(brief.id)
        for table in await tables.untold_endings() or ():
            self._screens.table_written(table)

    async def _leave_to_its_process(self, shard: int) -> None:
        """Leave a shard that we only look after to a process that is there to hear it."""
        if self._shards is None or shard in self._shards or shard not in self._kept or self._session is None:
            return
        await self._release({shard})
        await self._session.give_back(shard)

    async def _release(self, shards: Collection[int]) -> None:
        self._kept.difference_update(shards)
        for table in [table for table, shard in self._owned.items() if shard in shards or not self._kept]:
            await self._release_table(table)

    async def _release_table(self, table: int) -> None:
        self._owned.pop(table, None)
        if self._tables is not None:
            await self._tables.release_table(table)
        self._screens.table_released(table)

    def _on_written(self, text: str) -> None:
        for told in text.split(","):
            table, guild, row_version = map(int, told.split())
            if self._kept_shard(guild) is not None and not self._is_followed(table, row_version):
                self._start(self._look_at(table, guild, row_version))

    def _is_followed(self, table: int, row_version: int) -> bool:
        """Return True if there is nothing new in what was written; 0: the table was deleted."""
        return bool(row_version and self._tables and self._tables.is_followed(table, row_version))

    async def _look_at(self, table: int, guild: int, row_version: int) -> None:
        """Follow a table that was written, unless it was this process that has written it."""
        if (tables := self._tables) is None:
            return
        if not row_version:
            await self._release_table(table)
            return
        await tables.wait_idle(table)  # who writes it here may not have heard of that yet
        if self._is_followed(table, row_version) or not self.wrote(table, guild):
            return
        resumed_in = await tables.look_again(table)
        if self.owns(table):
            self._screens.table_written(table, resumed_in)

    # time

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self.heartbeat()
                self._heard.uptime.thaw("database")
            except DatabaseInUseError as error:
                log.error("this process has to end: %s", error)
                self.evicted.set()
                return
            except StoreError as error:
                # Nobody can save anything: nobody is charged. What was cut short begins again.
                self._heard.uptime.freeze("database")
                if self._session is not None:
                    self._session.end()
                log.warning("the other processes cannot be heard: %s", error)
                await asyncio.sleep(HEARTBEAT_S / 4)
                continue
            except Exception:
                log.exception("heartbeat failed")
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._wake.wait()
            except TimeoutError:
                continue

    @property
    def _heard(self) -> HeardShards:
        assert self._started is not None, "the tables start it"
        return self._started

    async def heartbeat(self) -> None:
        """Note the time, and look after shards that nobody has. Raises ``StoreError``."""
        if self._session is None or self._session.over:
            await self._release(set(self._kept))
            await self._begin_session()
            await self._acquire(self._kept)
        session = self._session
        assert session is not None
        await self._heard.note_time(session.fetch)
        if self._shards and self._heard.numbers:
            now = time.monotonic()
            wanted = {shard for shard, until_s in self._wanted_until_s.items() if until_s > now}
            await self._acquire(await session.take(set(range(self._count)) - self._kept - wanted))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_log_failure(work), name="cluster work")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _log_failure(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except StoreError as error:
        log.warning("another process was not followed: %s", error)
    except Exception:
        log.exception("another process was not followed")
