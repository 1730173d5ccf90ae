"""A PostgreSQL database as one side of a transfer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from bot.store import schema
from bot.store.api import StoreError
from bot.store.postgres.migrating import found_schema, prepare_schema, refuse_while_running
from bot.store.postgres.pool import PostgresPool, translated_errors
from bot.store.transfer import CHUNK_ROWS, POSTGRES_NAMES, Row, Shapes, carried, shared_shapes

if TYPE_CHECKING:
    from asyncpg import Connection, Record

SQL_COLUMNS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns c "
    "JOIN information_schema.tables t USING (table_schema, table_name) "
    "WHERE table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
)
NEED = "a copy needs it at rest"

TRANSFER_TIMEOUT_S = 600.0
"""Seconds that one statement may take: a chunk is small, but the server may be busy."""


class PostgresSide:
    """A connection inside a transaction. ``opened_source`` and ``opened_target`` make one."""

    def __init__(self, connection: Connection[Record]) -> None:
        self._connection = connection
        self._truth_columns: set[tuple[str, str]] = set()

    async def shapes(self) -> Shapes:
        columns: dict[str, list[str]] = {}
        for table, name, kind in await self._connection.fetch(SQL_COLUMNS):
            columns.setdefault(table, []).append(name)
            if kind == "boolean":
                self._truth_columns.add((table, name))
        return shared_shapes(columns)

    async def next_table(self) -> int:
        query = "SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM table_numbers"
        return int(await self._connection.fetchval(query))

    async def count(self, table: str) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {table}"))

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
        names = ", ".join(f'"{_own_name(name)}"' for name in columns)
        cursor = await self._connection.cursor(f"SELECT {names} FROM {table}")
        while chunk := await cursor.fetch(CHUNK_ROWS, timeout=TRANSFER_TIMEOUT_S):
            yield carried(table, columns, (tuple(row) for row in chunk))

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        names = [_own_name(name) for name in columns]
        truths = [(table, name) in self._truth_columns for name in names]
        records = [tuple(map(_typed, row, truths)) for row in rows]
        if table == "tables":
            names.append("edition")
            records = [(*row, 1) for row in records]
        try:
            with translated_errors():
                await self._connection.copy_records_to_table(
                    table, records=records, columns=names, timeout=TRANSFER_TIMEOUT_S
                )
        except (StoreError, TypeError) as error:
            raise StoreError(f"the table {table} has a row that the server does not take: {error}") from error

    async def set_next_table(self, number: int) -> None:
        await self._connection.execute("SELECT setval('table_numbers', $1, false)", number)

    async def finish(self) -> None:
        """Leave the rest to the end of the transaction."""


@asynccontextmanager
async def opened_source(address: str, *, while_running: bool) -> AsyncGenerator[PostgresSide]:
    """Open a database as of one moment. Raises ``DatabaseInUseError`` if a bot runs that must not."""
    pool = await PostgresPool.open(address, idle_timeout_s=0)
    try:
        async with (
            pool.connection() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            if not (found := await found_schema(connection)):
                raise StoreError("there are no games")
            if missing := schema.missing_scripts(found, schema.all_scripts("postgres")):
                raise StoreError(
                    f"the database has schema {found} of {max(missing)}: start this release on it once"
                )
            if not while_running:
                await refuse_while_running(connection, NEED)
            yield PostgresSide(connection)
    finally:
        await pool.close()


@asynccontextmanager
async def opened_target(address: str) -> AsyncGenerator[PostgresSide]:
    """Open a database to be filled in one transaction, during which no bot can start there."""
    pool = await PostgresPool.open(address, idle_timeout_s=0)
    try:
        async with pool.transaction() as connection:
            await prepare_schema(connection)
            await refuse_while_running(connection, NEED)
            await connection.execute("DELETE FROM figures")
            yield PostgresSide(connection)
    finally:
        await pool.close()


def _own_name(name: str) -> str:
    return POSTGRES_NAMES.get(name, name)


def _typed(value: Any, truth: bool) -> Any:
    return bool(value) if truth and isinstance(value, int) else value
