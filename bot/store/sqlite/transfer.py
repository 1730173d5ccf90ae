"""An SQLite file as one side of a transfer."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import aiosqlite

from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import verify
from bot.store.files.database_file import reading_address, take_after
from bot.store.files.new_file import new_file
from bot.store.sqlite import sql
from bot.store.sqlite.errors import FILE_ERRORS
from bot.store.transfer import CHUNK_ROWS, Row, Shapes, carried, shared_shapes


class SqliteSide:
    """An open file. ``opened_source`` and ``opened_target`` make one."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def shapes(self) -> Shapes:
        tables = await self._fetch("SELECT name FROM sqlite_master WHERE type = 'table'")
        return shared_shapes(
            {
                name: [
                    column for (column,) in await self._fetch("SELECT name FROM pragma_table_info(?)", name)
                ]
                for (name,) in tables
                if not name.startswith("sqlite_")
            }
        )

    async def next_table(self) -> int:
        found = await self._fetch("SELECT value FROM figures WHERE name = 'next_table'")
        ((highest,),) = await self._fetch("SELECT coalesce(max(id), 0) FROM tables")
        return max(int(highest) + 1, *(value for (value,) in found if isinstance(value, int)), 1)

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
        with translated_errors():
            async with self._connection.execute(f"SELECT {_listed(columns)} FROM {table}") as cursor:
                while chunk := await cursor.fetchmany(CHUNK_ROWS):
                    yield carried(table, columns, (tuple(row) for row in chunk))

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        places = ",".join("?" * len(columns))
        with translated_errors():
            await self._connection.executemany(
                f"INSERT INTO {table} ({_listed(columns)}) VALUES ({places})", rows
            )

    async def set_next_table(self, number: int) -> None:
        with translated_errors():
            await self._connection.execute(sql.UPSERT_FIGURE, ("next_table", number))

    async def finish(self) -> None:
        with translated_errors():
            await self._connection.commit()

    async def _fetch(self, query: str, *values: object) -> list[Row]:
        with translated_errors():
            return [tuple(row) for row in await self._connection.execute_fetchall(query, values)]


@asynccontextmanager
async def opened_source(path: Path) -> AsyncGenerator[SqliteSide]:
    """Open a file as of now; it stays as it is. Raises ``StoreError`` for one with another schema."""
    async with _connected(reading_address(path)) as connection:
        with translated_errors(), closing(sqlite3.connect(reading_address(path), uri=True)) as file:
            schema.require_usable(file, path)
            if found := schema.missing_scripts(schema.schema_version(file), schema.all_scripts()):
                raise StoreError(f"{path} has no schema {max(found)} yet: start this release on it once")
        await connection.execute("BEGIN")
        yield SqliteSide(connection)


@asynccontextmanager
async def opened_target(path: Path) -> AsyncGenerator[SqliteSide]:
    """Make a new file; it appears under its name only if the transfer ends well, checked and on disk.

    It belongs to the owner of its folder.
    """
    with new_file(path) as part:
        async with _connected(part.absolute().as_uri()) as connection:
            with translated_errors():
                await connection.executescript(schema.schema_script(0, schema.all_scripts()))
            yield SqliteSide(connection)
        with translated_errors():
            take_after(part, part.parent.stat())
            verify(part)


@asynccontextmanager
async def _connected(address: str) -> AsyncGenerator[aiosqlite.Connection]:
    with translated_errors():
        connection = await aiosqlite.connect(address, isolation_level="IMMEDIATE", uri=True)
    try:
        yield connection
    finally:
        await connection.close()


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


@contextmanager
def translated_errors() -> Generator[None]:
    """Turn what goes wrong with the file into one of our errors."""
    try:
        yield
    except FILE_ERRORS as error:
        raise StoreError(str(error)) from error
