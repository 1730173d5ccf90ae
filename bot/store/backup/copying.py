"""Copy an SQLite database that may be in use, without blocking its users."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.api import StoreError
from bot.store.files.database_file import reading_address, require_there
from bot.store.files.new_file import new_file, sync
from bot.store.sqlite.errors import FILE_ERRORS


def copy_database(source: Path, target: Path) -> int:
    """Write a checked copy as of one moment and return its size in bytes. Raises ``StoreError``.

    The connection is read-only: it takes no lock that stops the bot, and never checkpoints. The target
    appears under its name only when it is whole.
    """
    with new_file(target) as part:
        copy_into(source, part)
        return part.stat().st_size


def copy_into(source: Path, part: Path) -> None:
    """Write a checked copy as of one moment into an empty file. Raises ``StoreError``."""
    require_there(source)
    try:
        with closing(sqlite3.connect(reading_address(source), uri=True, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        verify(part)
    except FILE_ERRORS as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error


def verify(part: Path) -> None:
    """Check a finished copy and make sure that it is on disk. Raises one of ``FILE_ERRORS``.

    SQLite itself does not sync what VACUUM INTO writes.
    """
    with closing(sqlite3.connect(part)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {verdict}")
    sync(part)
