"""An SQLite file as one side of a transfer."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import verify
from bot.store.files.database_file import reading_address
from bot.store.files.new_file import new_file, take_after
from bot.store.sqlite.connection import SqliteConnection
from bot.store.sqlite.errors import FILE_ERRORS
from bot.store.statements import UPSERT_FIGURE, in_sqlite
from bot.store.transfer import CHUNK_ROWS, Row, Shapes, carried, shared_shapes


class SqliteSide:
    """An open file. ``opened_source`` and ``opened_target`` make one."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    async def shapes(self) -> Shapes:
        found: dict[str, list[str]] = {}
        tables = "(SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_')"
        query = f"SELECT t.name, c.name FROM {tables} t, pragma_table_info(t.name) c"
        for table, column in await self._connection.fetch(query):
            found.setdefault(table, []).append(column)
        return shared_shapes(found)

    async def next_table(self) -> int:
        found = await self._connection.fetch("SELECT value FROM figures WHERE name = 'next_table'")
        ((highest,),) = await self._connection.fetch("SELECT coalesce(max(id), 0) FROM tables")
        return max(int(highest) + 1, *(value for (value,) in found if isinstance(value, int)), 1)

    async def count(self, table: str) -> int:
        ((count,),) = await self._connection.fetch(f"SELECT count(*) FROM {table}")
        return int(count)

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
        query = f"SELECT {_listed(columns)} FROM {table}"
        cursor = await self._connection.run(lambda file: file.execute(query))
        while chunk := await self._connection.run(lambda _: cursor.fetchmany(CHUNK_ROWS)):
            yield carried(table, columns, chunk)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        places = ",".join("?" * len(columns))
        statement = f"INSERT INTO {table} ({_listed(columns)}) VALUES ({places})"
        await self._connection.run(lambda file: file.executemany(statement, rows))

    async def set_next_table(self, number: int) -> None:
        await self._connection.fetch(in_sqlite(UPSERT_FIGURE), "next_table", number)

    async def finish(self) -> None:
        await self._connection.run(sqlite3.Connection.commit)


@asynccontextmanager
async def opened_source(path: Path) -> AsyncGenerator[SqliteSide]:
    """Open a file as of now; it stays as it is. Raises ``StoreError`` for one with another schema."""
    async with _connected(reading_address(path)) as connection:
        with (
            translated_errors(f"{path} cannot be read: "),
            closing(sqlite3.connect(reading_address(path), uri=True)) as file,
        ):
            schema.require_usable(file, path)
            if found := schema.missing_scripts(schema.schema_version(file), schema.all_scripts()):
                raise StoreError(f"{path} has no schema {max(found)} yet: start this release on it once")
        await connection.fetch("BEGIN")
        yield SqliteSide(connection)


@asynccontextmanager
async def opened_target(path: Path) -> AsyncGenerator[SqliteSide]:
    """Make a new file; it appears under its name only if the transfer ends well, checked and on disk.

    It belongs to the owner of its folder.
    """
    with new_file(path) as part:
        async with _connected(part.absolute().as_uri()) as connection:
            script = schema.schema_script(0, schema.all_scripts())
            await connection.run(lambda file: file.executescript(script))
            yield SqliteSide(connection)
        with translated_errors():
            take_after(part, part.parent.stat())
            verify(part)


@asynccontextmanager
async def _connected(address: str) -> AsyncGenerator[SqliteConnection]:
    with translated_errors():
        connection = await SqliteConnection.open(address)
        try:
            yield connection
        finally:
            await connection.close()


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


@contextmanager
def translated_errors(beginning: str = "") -> Generator[None]:
    """Turn what goes wrong with the file into one of our errors, whose text begins so."""
    try:
        yield
    except FILE_ERRORS as error:
        raise StoreError(f"{beginning}{error}") from error
