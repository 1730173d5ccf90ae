"""A connection to an SQLite file, made ready: its pragmas, the newest schema, whether it can be written."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from bot.store import schema
from bot.store.api import StoreError, figure_of
from bot.store.backup.copying import verify
from bot.store.files.new_file import unfinished_file
from bot.store.statements import SELECT_FIGURE, UPSERT_FIGURE, in_sqlite

Result = TypeVar("Result")


class SqliteConnection:
    """Works beside an event loop, in one thread of its own. Make it with ``open``."""

    def __init__(self, thread: ThreadPoolExecutor, file: sqlite3.Connection) -> None:
        self._thread = thread
        self._file = file

    @classmethod
    async def open(cls, place: Path | str) -> SqliteConnection:
        """Open a path or an address. The first statement that writes begins a transaction."""
        thread = ThreadPoolExecutor(1, "sqlite")

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(place, isolation_level="IMMEDIATE", uri=isinstance(place, str))

        try:
            return cls(thread, await asyncio.get_running_loop().run_in_executor(thread, connect))
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run some work on the connection's thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._file)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """Run one statement and return its rows."""
        return await self.run(lambda file: file.execute(query, values).fetchall())

    async def close(self) -> None:
        """Close the file and end the thread."""
        await self.run(sqlite3.Connection.close)
        self._thread.shutdown()


async def prepare(connection: SqliteConnection, path: Path | None) -> None:
    """Set the connection up and bring the schema up to date.

    Raises ``StoreError`` for another program's database, before anything in it changes.
    """
    ((found,),) = await connection.fetch("PRAGMA user_version")
    script = schema.schema_script(found, schema.all_scripts())
    names = {name for (name,) in await connection.fetch("SELECT name FROM sqlite_schema")}
    if not schema.is_made_by_us(found, names) and (found or names):
        raise StoreError(f"{path}: {schema.NO_DATABASE_OF_OURS}")
    await connection.fetch("PRAGMA journal_mode = WAL")
    await connection.fetch("PRAGMA synchronous = FULL")
    # Who asks to be forgotten must not live on in free pages.
    await connection.fetch("PRAGMA secure_delete = ON")
    if script:
        if found and path is not None:
            await _keep_copy(connection, path.with_name(f"{path.name}.schema{found}"))
        await connection.run(lambda file: file.executescript(script))


async def _keep_copy(connection: SqliteConnection, kept: Path) -> None:
    """Copy the database before its schema changes."""
    async with copy_open(connection, kept.parent) as copy:
        copy.replace(kept)  # that of an update that was taken back: the new one has gone on from it


@asynccontextmanager
async def copy_open(connection: SqliteConnection, folder: Path) -> AsyncGenerator[Path]:
    """Copy what a connection has open to a file, checked and on disk, to be renamed; it is gone afterwards.

    Raises ``StoreError`` or one of ``FILE_ERRORS``.
    """
    with unfinished_file(folder) as copy:
        await connection.fetch("VACUUM INTO ?", str(copy))
        await asyncio.to_thread(verify, copy)
        yield copy


async def read_figure(connection: SqliteConnection, name: str, default: int) -> int:
    return figure_of(await connection.fetch(in_sqlite(SELECT_FIGURE), name), name, default)


async def check_writable(connection: SqliteConnection) -> None:
    """Write a figure that is there already: SQLite opens a file that is read-only without a complaint."""
    next_table = await read_figure(connection, "next_table", 1)

    def write(file: sqlite3.Connection) -> None:
        file.execute(in_sqlite(UPSERT_FIGURE), ("next_table", next_table))
        file.commit()

    await connection.run(write)
