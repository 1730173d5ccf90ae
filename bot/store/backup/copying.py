"""Copy an SQLite database that may be in use, without blocking its users."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.api import StoreError
from bot.store.files.database_file import reading_address, require_there
from bot.store.files.new_file import new_file
from bot.store.files.replacing import replacements
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
    require_settled(source)
    require_there(source)
    address = reading_address(source)
    if not _is_text(part):
        raise StoreError(f"SQLite cannot write to {part.parent.absolute()}: that name is no text")
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        verify(part)
    except FILE_ERRORS as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error
    if "immutable" in address and reading_address(source) != address:
        raise StoreError(f"a bot was started on {source} meanwhile: try again")


def require_settled(database: Path) -> None:
    """Raise ``StoreError`` until an interrupted exchange of a file is ended.

    Whoever opens the file before that, if only to read it, lays a new log where the exchange needs the place.
    """
    if replacements(database):
        raise StoreError(f"the exchange of {database} was interrupted: start the bot once, which ends it")


def _is_text(path: Path) -> bool:
    """Return True if a name can be passed to SQLite, whose statements are UTF-8."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


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
