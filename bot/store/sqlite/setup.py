"""Making an SQLite connection ready: its pragmas, the newest schema, and whether it can be written to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import verify
from bot.store.files.new_file import unfinished_file
from bot.store.sqlite import sql


async def prepare(connection: aiosqlite.Connection, path: Path | None) -> None:
    """Set the connection up and bring the schema up to date.

    Raises ``StoreError`` for another program's database, before anything in it changes.
    """
    ((found,),) = await connection.execute_fetchall("PRAGMA user_version")
    script = schema.schema_script(found, schema.all_scripts())
    names = {name for (name,) in await connection.execute_fetchall("SELECT name FROM sqlite_schema")}
    if not schema.is_made_by_us(found, names) and (found or names):
        raise StoreError(f"{path}: {schema.NO_DATABASE_OF_OURS}")
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    # Who asks to be forgotten must not live on in free pages.
    await connection.execute_fetchall("PRAGMA secure_delete = ON")
    if script:
        if found and path is not None:
            await _keep_copy(connection, path.with_name(f"{path.name}.schema{found}"))
        await connection.executescript(script)


async def _keep_copy(connection: aiosqlite.Connection, kept: Path) -> None:
    """Copy the database before its schema changes."""
    async with copy_open(connection, kept.parent) as copy:
        copy.replace(kept)  # that of an update that was taken back: the new one has gone on from it


@asynccontextmanager
async def copy_open(connection: aiosqlite.Connection, folder: Path) -> AsyncGenerator[Path]:
    """Copy what a connection has open to a file, checked and on disk, to be renamed; it is gone afterwards.

    Raises ``StoreError`` or one of ``FILE_ERRORS``.
    """
    with unfinished_file(folder) as copy:
        await connection.execute_fetchall("VACUUM INTO ?", (str(copy),))
        await asyncio.to_thread(verify, copy)
        yield copy


async def read_figure(connection: aiosqlite.Connection, name: str, default: int) -> int:
    rows = await connection.execute_fetchall("SELECT value FROM figures WHERE name = ?", (name,))
    return figure_of(list(rows), name, default)


def figure_of(rows: Sequence[Any], name: str, default: int) -> int:
    """Return a figure as it was read. Raises ``StoreError`` if it is none: SQLite keeps any type anywhere."""
    value = rows[0][0] if rows else default
    if not isinstance(value, int):
        raise StoreError(f"the database is damaged: the figure {name} is no number")
    return value


async def check_writable(connection: aiosqlite.Connection) -> None:
    """Write a figure that is there already: SQLite opens a file that is read-only without a complaint."""
    next_table = await read_figure(connection, "next_table", 1)
    await connection.execute(sql.UPSERT_FIGURE, ("next_table", next_table))
    await connection.commit()
