"""PostgreSQL: one database for several processes, any of which may write any table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING

from bot.store.api import Store, StoreError
from bot.store.postgres.migrating import prepare_schema
from bot.store.postgres.pool import PostgresPool
from bot.store.postgres.together import Together
from bot.store.postgres.writer import PostgresWriter, write_commits
from bot.store.results import Statement
from bot.store.rows import PROBE_BYTES, PROBE_NAME, LogRow, TableCommit, TableRow
from bot.store.statements import LAST_REQUEST_AT

if TYPE_CHECKING:
    from asyncpg import Connection, Record

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
        self._writer = PostgresWriter(pool)
        self.waiting = self._writer.waiting
        self._row_versions = Together(self._read_row_versions)

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
        await self._writer.wait_idle()
        await self._row_versions.wait_idle()
        await self.pool.close()

    async def next_table(self) -> int:
        return (await self._numbers("SELECT nextval('table_numbers')"))[0]

    async def commit(self, commit: TableCommit) -> None:
        if self.pool.closed:
            raise StoreError("the store is closed")
        await self._writer.save(commit)

    async def is_current(self, table: int, row_version: int) -> bool:
        return await self._row_versions.ask(table) == row_version

    async def _read_row_versions(self, tables: list[int]) -> dict[int, int]:
        rows = await self.pool.fetch("SELECT id, edition FROM tables WHERE id = ANY($1::bigint[])", tables)
        return dict.fromkeys(tables, 0) | {row["id"]: row["edition"] for row in rows}

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
        async with self.pool.transaction() as connection:
            await write_commits(connection, [_PROBE])
            await connection.execute(SQL_DELETE_PROBE, _PROBE.table.id)
