"""PostgreSQL: one database for several processes; each may write any table.

A commit is a transaction of its own: the row's version is compared where it is written, and the server locks
the row. So it does the waiting, and has commits that come at the same time share one flush of its disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING

from bot.store.api import ConflictError, Store, StoreError, writes_beside
from bot.store.postgres.migrating import prepare_schema
from bot.store.postgres.pool import PostgresPool
from bot.store.results import Statement
from bot.store.rows import PROBE_BYTES, PROBE_NAME, LogRow, TableCommit, TableRow
from bot.store.statements import LAST_REQUEST_AT

if TYPE_CHECKING:
    from asyncpg import Connection, Record

log = logging.getLogger(__name__)

SQL_OPEN_TABLE = (
    "INSERT INTO tables (id, channel, guild, live, revision, wake, body, snapshot, edition) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint + 1)"
)
SQL_UPDATE_TABLE = (
    "UPDATE tables SET channel = $2, guild = $3, live = $4, revision = $5, wake = $6, body = $7, "
    "snapshot = $8, edition = $9::bigint + 1 WHERE id = $1 AND edition = $9"
)

_PROBE = TableCommit(
    TableRow(-1, 0, 0, False, 1, None, PROBE_BYTES), LogRow(-1, 1, 0, 0, PROBE_NAME, b"", PROBE_BYTES, 0)
)
"""Saved as any move and deleted in one transaction, to see whether that can be done."""
SQL_DELETE_PROBE = (
    "WITH gone AS (DELETE FROM log WHERE table_id = $1 RETURNING table_id) "
    "DELETE FROM tables WHERE id IN (SELECT table_id FROM gone)"
)
SQL_OLD_TABLES = (
    f"SELECT id FROM tables t WHERE {LAST_REQUEST_AT} < "
    "CASE WHEN live THEN $1::bigint ELSE $2::bigint END "
    "ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED"
)


MessageGuard = Callable[["Connection[Record]", int], Awaitable[bool]]


class PostgresStore(Store):
    """A ``Store`` on a server. Make it with ``open``."""

    exclusive = False

    def __init__(self, pool: PostgresPool) -> None:
        super().__init__(pool)
        self.pool = pool
        self.may_note_messages: MessageGuard | None = None
        """Says inside a transaction whether this process is the one that shows a table; None: it is."""
        self._saving: set[asyncio.Task[None]] = set()
        self.waiting = self._saving.__len__

    @classmethod
    async def open(cls, address: str) -> PostgresStore:
        """Connect, and make and migrate the tables as needed; others may be using them.

        Raises ``DatabaseInUseError`` if the schema has to change while they do, ``NewerSchemaError`` for a
        newer database, ``StoreError`` when the server cannot be used.
        """
        pool = await PostgresPool.open(address)
        try:
            async with pool.transaction() as connection:
                await prepare_schema(connection)
        except BaseException:
            await pool.close()
            raise
        return cls(pool)

    async def close(self) -> None:
        if self.pool.closed:
            return
        await asyncio.gather(*self._saving, return_exceptions=True)
        await self.pool.close()

    async def next_table(self) -> int:
        return (await self._numbers("SELECT nextval('table_numbers')"))[0]

    async def commit(self, commit: TableCommit) -> None:
        if self.pool.closed:
            raise StoreError("the store is closed")
        task = asyncio.create_task(self._save(*_writes(commit)), name="store writer")
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)
        await asyncio.shield(task)  # who waits for it may be gone before it is on disk

    async def _save(self, *writes: Statement) -> None:
        try:
            async with self.pool.transaction() as connection:
                for statement, values in writes:
                    done = await connection.execute(statement, *values)
                    if statement == SQL_UPDATE_TABLE and done == "UPDATE 0":
                        raise ConflictError(f"table {values[0]} has been written by somebody else")
        except ConflictError:
            raise
        except StoreError as error:
            log.error("could not save: %s", error)
            raise

    async def is_current(self, table: int, row_version: int) -> bool:
        found = await self._numbers("SELECT edition FROM tables WHERE id = $1", table)
        return (found or [0]) == [row_version]

    async def close_table(self, table: int) -> None:
        await self.pool.fetch(
            "UPDATE tables SET live = false, wake = NULL, edition = edition + 1 WHERE id = $1", table
        )

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        async with self.pool.transaction() as connection:
            old = [
                row["id"] for row in await connection.fetch(SQL_OLD_TABLES, idle_before, ended_before, limit)
            ]
            for table in ("log", "sitters", "surfaces"):
                await connection.execute(f"DELETE FROM {table} WHERE table_id = ANY($1::bigint[])", old)
            await connection.execute("DELETE FROM tables WHERE id = ANY($1::bigint[])", old)
        return old

    async def _write_messages(self, tables: Collection[int], writes: Sequence[Statement]) -> bool:
        async with self.pool.transaction() as connection:
            for table in tables:
                guard = self.may_note_messages
                if guard is not None and not await guard(connection, table):
                    return False
            for statement, values in writes:
                await connection.execute(statement, *values)
        return True

    async def check_saving(self) -> None:
        await self.pool.write(*_writes(_PROBE), (SQL_DELETE_PROBE, (_PROBE.table.id,)))


def _writes(commit: TableCommit) -> list[Statement]:
    row = commit.table
    values = (row.id, row.channel, row.guild, row.live, row.revision, row.wake, row.body, row.snapshot)
    statement = SQL_UPDATE_TABLE if row.row_version else SQL_OPEN_TABLE
    return [(statement, (*values, row.row_version)), *writes_beside(commit)]
