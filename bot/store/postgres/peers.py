"""The processes that share a PostgreSQL database: who lives, who looks after which table.

Nothing here decides what happens in a game: the version of its row does, and any process may write it. An
owner only does what must not be done twice and what nobody asks for, such as firing an alarm. Its lease is
the process's own, renewed by every ``round``; after it the others share out its tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from bot.store.api import DatabaseInUseError, HeartbeatResult, StoreError
from bot.store.postgres.claims import ask_for_claim, claim_asked, claim_table, inherit_notices
from bot.store.postgres.ear import PostgresEar
from bot.store.postgres.joining import (
    JOIN_LOCK_KEY,
    SQL_IS_ALIVE,
    SQL_OTHER_PROCESSES,
    check_shards,
    prepare_schema,
    process_name,
    reset_shards,
)
from bot.store.postgres.pool import PostgresPool
from bot.store.postgres.presses import PressMemory
from bot.store.postgres.unconfirmed import UnconfirmedWrites
from bot.store.postgres.writer import (
    CLAIM_NOTICE,
    OPENED_NOTICE,
    SQL_HOME_SHARD,
    TABLE_LOST_NOTICE,
    notify_processes,
)
from bot.store.rows import LiveTable, TableRow

if TYPE_CHECKING:
    from asyncpg import Connection, Record

log = logging.getLogger(__name__)

LEASE_S = 8.0
"""Seconds after which a process that has not come round counts as dead."""

MAX_CLAIMED_TABLES = 500
"""Tables taken on one round at most, so that several processes share them out."""

SQL_JOIN = (
    "INSERT INTO processes (name, shards, shard_count, serving, alive_until) "
    "VALUES ($1, $2, $3, '{}', clock_timestamp() + $4 * interval '1 second') RETURNING id"
)
SQL_HEARTBEAT = (
    "UPDATE processes SET alive_until = clock_timestamp() + $2 * interval '1 second', serving = $3, "
    "shard_count = $4 WHERE id = $1 RETURNING 1"
)
SQL_RETIRE = "UPDATE processes SET alive_until = '-infinity', serving = '{}' WHERE id = $1"
SQL_RAISE_UPTIME = (
    "INSERT INTO figures (name, value) VALUES ('uptime', $1) "
    "ON CONFLICT (name) DO UPDATE SET value = greatest(figures.value, excluded.value) RETURNING value"
)
SQL_MARK_SHARDS_SEEN = (
    "INSERT INTO shards (shard, seen) SELECT s, $2 FROM unnest($1::integer[]) AS s ORDER BY s "
    "ON CONFLICT (shard) DO UPDATE SET seen = greatest(shards.seen, excluded.seen)"
)
# A process whose row is being renewed is none of the dead: it is skipped, and one that is found dead
# cannot renew before its tables are gone and it has been told.
SQL_DEAD_PROCESSES = f"SELECT id FROM processes WHERE id <> $1 AND NOT {SQL_IS_ALIVE} FOR SHARE SKIP LOCKED"
# A process that was forgotten while it slept may open tables before it knows. One look at the index for each
# keeper, however many tables there are.
SQL_FORGOTTEN_KEEPERS = (
    "WITH RECURSIVE keepers (id) AS (SELECT min(keeper) FROM tables WHERE live UNION ALL "
    "SELECT (SELECT min(t.keeper) FROM tables t WHERE t.live AND t.keeper > k.id) FROM keepers k "
    "WHERE k.id IS NOT NULL) SELECT k.id FROM keepers k WHERE k.id IS NOT NULL "
    "AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = k.id)"
)
SQL_ORPHANED_TABLES = (
    "SELECT t.id, t.keeper FROM tables t WHERE t.live AND t.keeper = ANY($1::bigint[]) "
    f"AND ({SQL_HOME_SHARD} = ANY($2::integer[]) OR NOT {SQL_HOME_SHARD} = ANY($4::integer[])) "
    "ORDER BY t.id LIMIT $5 FOR UPDATE SKIP LOCKED"
)
SQL_STRAY_TABLES = (
    "SELECT t.id, t.keeper FROM tables t WHERE t.live AND t.keeper = ANY($1::bigint[]) "
    f"AND {SQL_HOME_SHARD} = ANY($2::integer[]) ORDER BY t.id LIMIT $4 FOR UPDATE SKIP LOCKED"
)
# What is just being written was skipped above, and has to be looked for once more.
SQL_HAS_STRAYS = (
    "SELECT EXISTS (SELECT 1 FROM tables t WHERE t.live AND t.keeper = ANY($1::bigint[]) "
    f"AND {SQL_HOME_SHARD} = ANY($2::integer[]))"
)
SQL_TAKE_TABLES = (
    "UPDATE tables SET keeper = $2 WHERE id = ANY($1::bigint[]) RETURNING id, channel, guild, wake"
)
# For processes that look after no tables and so have no index of their own. It harms no older release.
SQL_INDEX_GUILDS = "CREATE INDEX IF NOT EXISTS live_tables_by_guild ON tables (guild) WHERE live"
# Who is late with its lease, or just connects its shards again, listens all the same.
SQL_TELL = (
    "SELECT pg_notify('kickdoor_' || id, $1) FROM processes "
    "WHERE alive_until > clock_timestamp() - interval '1 minute' AND id <> $2 AND "
)
SQL_TELL_OWNERS = SQL_TELL + "shards IS DISTINCT FROM '{}'"
SQL_TELL_WORKERS = SQL_TELL + "shards = '{}'"
NO_PROCESS = 0
"""The id of a guest: no row has it, so that a guest neither keeps tables nor is taken for dead."""

OWNERSHIP_NOTICES = (TABLE_LOST_NOTICE, OPENED_NOTICE, CLAIM_NOTICE)
"""What is told about who looks after a table, and not about the table."""


class PostgresPeers:
    """This process among the others. Make it with ``join``."""

    shared = True

    def __init__(
        self, pool: PostgresPool, me: int, shards: tuple[int, ...] | None, count: int, lease: float
    ) -> None:
        self.process_id = me
        self.wake_event = asyncio.Event()
        self._pool = pool
        self._shards = shards
        self._shard_count = count
        self._lease_s = lease
        self._serving: set[int] = set()
        self._may_have_strays = False
        self._known_dead: set[int] | None = None
        self._owned: set[int] = set()
        self._owned_until_s = time.monotonic() + lease * 0.75
        self._ear = PostgresEar(pool, me, self.wake_event.set)
        self._version_requests: dict[int, asyncio.Future[int]] = {}
        self._version_task: asyncio.Task[None] | None = None
        self._presses = PressMemory(pool)
        self._unconfirmed = UnconfirmedWrites()
        self.keeps_tables = shards != ()

    @classmethod
    async def join(
        cls, pool: PostgresPool, shards: tuple[int, ...] | None, count: int, lease: float
    ) -> PostgresPeers:
        """Bring the schema up to date and become one of the processes.

        Raises ``DatabaseInUseError`` when a living one hears a shard of ours or counts shards otherwise. One
        that has just died is waited for, until its lease is over. A process without any shards fits all.
        """
        deadline = time.monotonic() + lease + 1.0
        while True:
            try:
                async with pool.transaction() as connection:
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", JOIN_LOCK_KEY)
                    others = await prepare_schema(connection)
                    check_shards(others, shards, count)
                    if shards == ():
                        await PressMemory.prepare(connection)
                        await connection.execute(SQL_INDEX_GUILDS)
                    if not others:
                        await reset_shards(connection)
                    me = await connection.fetchval(SQL_JOIN, process_name(), shards, count, lease)
                return cls(pool, me, shards, count, lease)
            except DatabaseInUseError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(lease / 20)

    @classmethod
    async def beside(cls, pool: PostgresPool) -> PostgresPeers:
        """Bring the schema up to date and stay a guest, who hears no shard and keeps no table."""
        async with pool.transaction() as connection:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", JOIN_LOCK_KEY)
            await prepare_schema(connection)
        return cls(pool, NO_PROCESS, (), 0, 0.0)

    async def close(self) -> None:
        """Leave what is kept to the others at once."""
        self._owned_until_s = 0.0
        if self._version_task is not None:
            await asyncio.wait([self._version_task])
        await self._presses.wait_idle()
        await self._ear.close()
        await self._pool.fetch(SQL_RETIRE, self.process_id)

    # tables

    async def is_current(self, table: int, row_version: int) -> bool:
        return await self.row_version(table) == row_version

    async def row_version(self, table: int) -> int:
        """Return how often the table has been written by any process; 0 where there is none."""
        waiting = self._version_requests.get(table)
        if waiting is None:
            waiting = self._version_requests[table] = asyncio.get_running_loop().create_future()
        if self._version_task is None:
            self._version_task = asyncio.create_task(self._fetch_row_versions(), name="store editions")
        return await asyncio.shield(waiting)

    async def _fetch_row_versions(self) -> None:
        """Answer all that is asked together; what is asked meanwhile needs a fresh answer."""
        while self._version_requests:
            asked, self._version_requests = self._version_requests, {}
            query = "SELECT id, edition FROM tables WHERE id = ANY($1::bigint[])"
            try:
                found = {row["id"]: row["edition"] for row in await self._pool.fetch(query, list(asked))}
            except StoreError as error:
                for waiting in asked.values():
                    waiting.set_exception(error)
                    waiting.exception()  # the waiting task may be gone
            else:
                for table, waiting in asked.items():
                    waiting.set_result(found.get(table, 0))
        self._version_task = None

    def owns(self, table: int) -> bool:
        return table in self._owned and time.monotonic() < self._owned_until_s

    def keeps(self, table: int) -> bool:
        return table in self._owned

    def note_opening(self, table: int) -> None:
        """Note that this process is about to open a table and so owns it, if it owns any."""
        if self.keeps_tables:
            self._owned.add(table)

    def note_unopened(self, table: int) -> None:
        """Note that opening it has failed."""
        self._owned.discard(table)

    def note_unconfirmed(self, row: TableRow) -> None:
        """Note that a commit has failed, perhaps after it was saved: the next heartbeat finds out."""
        if self.keeps_tables:
            self._unconfirmed.add(row)
            self.wake_event.set()

    async def notify_owner(self, table: int, notice: str) -> None:
        async with self._pool.transaction() as connection:
            keeper = await connection.fetchval("SELECT keeper FROM tables WHERE id = $1", table)
            if keeper is not None:
                await notify_processes(connection, [(keeper, table, notice)])

    async def claim(self, table: int) -> None:
        async with self._pool.transaction() as connection:
            if not self.keeps_tables:
                await ask_for_claim(connection, table)
                return
            claimed = await claim_table(connection, table, self.process_id)
        if claimed:
            self._owned.add(table)

    async def tell_owners(self, text: str) -> None:
        await self._pool.fetch(SQL_TELL_OWNERS, text, self.process_id)

    async def tell_workers(self, text: str) -> None:
        await self._pool.fetch(SQL_TELL_WORKERS, text, self.process_id)

    def hear(self, listener: Callable[[str], None]) -> None:
        self._ear.add_listener(listener)

    async def count_in_guild(self, guild: int) -> int:
        query = "SELECT count(*) FROM tables WHERE live AND guild = $1"
        return int((await self._pool.fetch(query, guild))[0][0])

    async def add_press(self, press: int) -> bool:
        return await self._presses.add(press)

    # shards

    async def last_served(self, shard: int) -> int:
        rows = await self._pool.fetch(
            "SELECT coalesce((SELECT seen FROM shards WHERE shard = $1), "
            "(SELECT value FROM figures WHERE name = 'begun'), 0)",
            shard,
        )
        return int(rows[0][0])

    async def tables_with_running_clock(self, shard: int, shards: int) -> list[int]:
        query = (
            "SELECT id FROM tables WHERE live AND wake IS NOT NULL AND (guild >> 22) % $2 = $1 ORDER BY id"
        )
        return [row["id"] for row in await self._pool.fetch(query, shard, shards)]

    def shard_connected(self, shard: int, shards: int) -> None:
        self._serving.add(shard)
        self._shard_count = shards
        self._may_have_strays = True
        self.wake_event.set()

    def shard_disconnected(self, shard: int) -> None:
        self._serving.discard(shard)

    # the round

    async def heartbeat(self, uptime: int) -> HeartbeatResult:
        began = time.monotonic()
        await self._ear.listen()
        if self._unconfirmed.begin():
            self._may_have_strays = True  # the last heartbeat's transaction may have been taken back
        async with self._pool.transaction() as connection:
            others, now = await self._renew_lease(connection, uptime)
            dead = await self._dead_processes(connection)
            await inherit_notices(connection, dead, self.process_id)
            words = await self._unconfirmed.read_notices(
                connection, self.process_id, sorted(self._serving), self._shard_count
            )
            gone = {table for table, word in words if word == TABLE_LOST_NOTICE}
            served = {shard for row in others for shard in row["serving"]} | self._serving
            claimed = await claim_asked(connection, words, self.process_id)
            taken = await self._take_tables(connection, dead, others, served)
            if self.keeps_tables:
                known = self._owned - gone
                words += [(table, "") for table in known & await self._unconfirmed.changed_tables(connection)]
                missing = await self._unconfirmed.missing_tables(connection, self.process_id, known)
                taken |= _tables_by_id(missing)
        self._unconfirmed.end()
        self._owned_until_s = began + self._lease_s * 0.75
        gone -= taken.keys()
        # Taken while we seemed dead: our own servers' tables come back to us.
        self._may_have_strays = self._may_have_strays or bool(gone)
        self._owned = (self._owned - gone) | taken.keys() | claimed
        # What is claimed has been changed, or will be in a moment, which leaves another notice.
        words += [(table, "") for table in claimed]
        left = dict.fromkeys((table, word) for table, word in words if word not in OWNERSHIP_NOTICES)
        somebody_died = self._known_dead is not None and not self._known_dead.issuperset(dead)
        self._known_dead = set(dead)
        acquired = tuple(taken.values())
        return HeartbeatResult(
            now, frozenset(served), self._shard_count, acquired, tuple(gone), tuple(left), somebody_died
        )

    async def _renew_lease(self, connection: Connection[Record], uptime: int) -> tuple[list[Record], int]:
        """Renew the lease; return the other processes that live, and the uptime of all."""
        serving = sorted(self._serving)
        # First, and it locks our own row: from here on nobody can take us for dead.
        if not await connection.fetch(
            SQL_HEARTBEAT, self.process_id, self._lease_s, serving, self._shard_count
        ):
            raise DatabaseInUseError("this process has been silent for so long that nobody knows it any more")
        others = await connection.fetch(SQL_OTHER_PROCESSES, self.process_id)
        check_shards(others, self._shards, self._shard_count)
        now = await connection.fetchval(SQL_RAISE_UPTIME, uptime)
        await connection.execute(SQL_MARK_SHARDS_SEEN, serving, now)
        return others, now

    async def _dead_processes(self, connection: Connection[Record]) -> list[int]:
        """Return the processes whose tables are to be shared out, if this one takes any."""
        if not self.keeps_tables:
            return []
        found = await connection.fetch(SQL_DEAD_PROCESSES, self.process_id)
        return [row["id"] for row in (*found, *await connection.fetch(SQL_FORGOTTEN_KEEPERS))]

    async def _take_tables(
        self, connection: Connection[Record], dead: list[int], others: list[Record], served: set[int]
    ) -> dict[int, LiveTable]:
        """Take over tables whose owner is dead, and those of this process's own servers.

        These are always looked for where workers keep them: a worker tells of a table that it opens, but only
        processes that are known to hear its server then.
        """
        serving = sorted(self._serving)
        if not serving or not self._shard_count:
            return {}
        found = await connection.fetch(
            SQL_ORPHANED_TABLES, dead, serving, self._shard_count, sorted(served), MAX_CLAIMED_TABLES
        )
        living = [row["id"] for row in others]
        # Taken back first, since another shard may connect meanwhile.
        may_have_strays, self._may_have_strays = self._may_have_strays, False
        keepers = living if may_have_strays else [row["id"] for row in others if row["shards"] == []]
        if keepers:
            found += await connection.fetch(
                SQL_STRAY_TABLES, keepers, serving, self._shard_count, MAX_CLAIMED_TABLES
            )
        rows = []
        if found:
            rows = await connection.fetch(SQL_TAKE_TABLES, [row["id"] for row in found], self.process_id)
            await notify_processes(
                connection, [(row["keeper"], row["id"], TABLE_LOST_NOTICE) for row in found]
            )
        if may_have_strays and await connection.fetchval(SQL_HAS_STRAYS, living, serving, self._shard_count):
            self._may_have_strays = True
        return _tables_by_id(rows)


def _tables_by_id(rows: Iterable[Record]) -> dict[int, LiveTable]:
    return {row["id"]: LiveTable(row["id"], row["channel"], row["guild"], row["wake"]) for row in rows}
