"""The list of tables in a damaged SQLite file: whether it is ours, and what of it can be set right.

SQLite itself reads no row of a file as long as one entry of that list makes no sense.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.store import schema
from bot.store.api import StoreError
from bot.store.files.database_file import readable_text
from bot.store.sqlite.errors import READ_ERRORS, is_full


def open_damaged(path: Path) -> sqlite3.Connection:
    """Open a file so that SQLite passes over a lost end and over senseless entries of its schema."""
    connection = sqlite3.connect(path)
    connection.text_factory = readable_text
    connection.execute("PRAGMA writable_schema = ON")
    return connection


def mend_schema(damaged: Path, expected: sqlite3.Connection) -> None:
    """Write the entries again that SQLite cannot read, in a copy that nobody needs any more.

    ``expected`` has the schema that the file should have. Raises ``StoreError`` for a file that has none of
    its tables: its number alone does not make it ours.
    """
    names = table_names(expected)
    with closing(open_damaged(damaged)) as connection:
        connection.isolation_level = None  # what cannot be written must not undo the rest
        known = [name for name in names if _columns(connection, name) == _columns(expected, name)]
        if not known:
            raise StoreError(_why_unknown(connection))
        for name in names:
            if name not in known:
                _write_entry(connection, expected, name)


def table_names(connection: sqlite3.Connection) -> list[str]:
    """Return the names of all tables that are not SQLite's own, in the order in which they were made."""
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    return [name for (name,) in found if not name.startswith("sqlite_")]


def _why_unknown(connection: sqlite3.Connection) -> str:
    with suppress(*READ_ERRORS):
        if schema.table_names(connection):
            return schema.NO_DATABASE_OF_OURS
    return "nothing can be read of it: its list of tables is damaged"


def _columns(connection: sqlite3.Connection, table: str) -> list[tuple[str, str]]:
    try:
        return connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
    except READ_ERRORS:
        return []


def _write_entry(connection: sqlite3.Connection, expected: sqlite3.Connection, name: str) -> None:
    """Write a table's entry again; where its pages are is what only the file knows."""
    ((text,),) = expected.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchall()
    try:
        connection.execute(
            "UPDATE sqlite_schema SET type = 'table', name = :name, tbl_name = :name, sql = :text "
            "WHERE name = :name OR sql = :text",
            {"name": name, "text": text},
        )
    except READ_ERRORS as error:
        if is_full(error):
            raise
