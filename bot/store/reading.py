"""Reading one table from a database that another process may be using, changing nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.store.api import Store, StoreError
from bot.store.files.database_file import readable_text, reading_address, require_there
from bot.store.postgres.pool import PostgresPool
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LogRow, TableRow, table_row
from bot.store.sqlite.errors import FILE_ERRORS, READ_ERRORS
from bot.store.statements import ALL_ROWS, SELECT_DEFINITIONS, SELECT_LOG, SELECT_TABLE, in_sqlite


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What is saved of one table. ``table`` is None where its row is damaged, ``definitions`` where gone.

    The log ends where it cannot be read any further.
    """

    number: int
    table: TableRow | None
    log: tuple[LogRow, ...]
    definitions: bytes | None = None


DigestFinder = Callable[[TableRow | None, tuple[LogRow, ...]], str]
"""Returns the digest of the card definitions that a table began with; "" where nobody knows."""


async def load_saved_game(store: Store, number: int, find_digest: DigestFinder) -> SavedGame | None:
    """Read a table of an open store; None if there is none. Raises ``StoreError``."""
    row = await store.table(number)
    if row is None:
        return None
    lines = await store.log(number)
    # Without what another process has written meanwhile.
    log = tuple(line for line in lines if store.exclusive or line.revision <= row.revision)
    digest = find_digest(row, log)
    return SavedGame(number, row, log, await store.definitions(digest) if digest else None)


def read_sqlite_game(path: Path, number: int, find_digest: DigestFinder) -> SavedGame | None:
    """Read a table of a file, as far as it is sound; None if there is none. Raises ``StoreError``.

    The connection is read-only: it takes no lock that stops the bot.
    """
    require_there(path)
    try:
        with closing(sqlite3.connect(reading_address(path), uri=True)) as connection:
            connection.text_factory = readable_text
            # One moment for all that is read, though the bot goes on writing.
            connection.execute("BEGIN")
            rows = list(_sound_rows(connection, SELECT_TABLE, number))
            lines = _sound_rows(connection, SELECT_LOG, number, -1, ALL_ROWS)
            log = tuple(LogRow(*line) for line in lines)
            row = table_row(*rows[0]) if rows else None
            if row is None and not log:
                return None
            digest = find_digest(row, log)
            bodies = list(_sound_rows(connection, SELECT_DEFINITIONS, digest))
    except FILE_ERRORS as error:
        raise StoreError(f"cannot read {path}: {error}") from error
    body = bodies[0][0] if bodies else None
    return SavedGame(number, row, log, body if isinstance(body, bytes) else None)


async def read_postgres_game(address: str, number: int, find_digest: DigestFinder) -> SavedGame | None:
    """Read a table of a server; None if there is none. Raises ``StoreError``."""
    store = PostgresStore(await PostgresPool.open(address))
    try:
        return await load_saved_game(store, number, find_digest)
    finally:
        await store.close()


def _sound_rows(connection: sqlite3.Connection, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Go through the rows that can be read; nothing lies behind the first that cannot."""
    try:
        yield from connection.execute(in_sqlite(query), values)
    except sqlite3.OperationalError:
        raise
    except READ_ERRORS:
        return
