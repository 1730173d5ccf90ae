"""Copy an SQLite database that may be in use, without blocking its users."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.api import StoreError
from bot.store.replacing import replacements
from bot.store.sqlite_errors import FILE_ERRORS


def copy_database(source: Path, target: Path) -> int:
    """Write a checked copy as of one moment and return its size in bytes. Raises ``StoreError``.

    The connection is read-only: it takes no lock that stops the bot, and never checkpoints. The target
    appears under its name only when it is whole.
    """
    if not source.is_file():
        raise StoreError(f"there is no database at {source}")
    if target.exists():
        raise StoreError(f"{target} exists already")
    if replacements(source):
        raise StoreError(f"the exchange of {source} was interrupted: start the bot once, which ends it")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        address = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        verify(part)
        part.replace(target)
    except FILE_ERRORS as error:
        part.unlink(missing_ok=True)
        raise StoreError(str(error)) from error
    return target.stat().st_size


def verify(part: Path) -> None:
    """Check a finished copy and make sure that it is on disk. Raises one of ``FILE_ERRORS``.

    SQLite itself does not sync what VACUUM INTO writes.
    """
    with closing(sqlite3.connect(part)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {verdict}")
    with part.open("rb") as file:
        os.fsync(file.fileno())
