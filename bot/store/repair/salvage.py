"""Reading out of a damaged SQLite file whatever can still be read, into tables that take anything.

A damaged index costs nothing: the repaired file gets new ones.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.store import schema
from bot.store.api import StoreError
from bot.store.repair.damaged_reading import RawText, RowReader, TableShape
from bot.store.repair.damaged_schema import mend_schema, open_damaged, table_names
from bot.store.repair.loose_tables import Row, make_loose_tables
from bot.store.sqlite.errors import FILE_ERRORS, READ_ERRORS, is_full
from bot.store.transfer import TableDigest


@dataclass(slots=True)
class SalvagedTable:
    """What became of a table of the database.

    ``unreadable`` is True if some of it lies in a damaged place; ``lost`` are known rows that were not found.
    ``retyped`` counts values that had the wrong type and have the right one again.
    """

    saved: int = 0
    unreadable: bool = False
    lost: list[Row] = field(default_factory=list[Row])
    retyped: int = 0


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read of a file: its schema, and what became of each table."""

    version: int
    tables: dict[str, SalvagedTable]


def is_whole(path: Path) -> bool:
    """Return True if SQLite finds no fault in a file. It is opened for reading only."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
    except READ_ERRORS:
        return False


def salvage(damaged: Path, loose: Path) -> Salvaged:
    """Write all rows that can be read to a file of loose tables.

    Raises ``StoreError``, and one of ``FILE_ERRORS`` where there is no room. ``damaged`` has to be a copy:
    its write-ahead log and what is known of its schema are brought into it.
    """
    try:
        version = _version_of(damaged)
        with closing(sqlite3.connect(":memory:")) as expected, closing(sqlite3.connect(loose)) as target:
            expected.executescript(schema.schema_script(0, schema.all_scripts()))
            mend_schema(damaged, expected)
            make_loose_tables(target, expected)
            with closing(open_damaged(damaged)) as source:
                source.text_factory = RawText
                shapes = [TableShape.of(expected, name) for name in table_names(expected)]
                tables = {shape.name: _carry(source, target, shape) for shape in shapes}
            target.commit()
    except FILE_ERRORS as error:
        if is_full(error):
            raise
        raise StoreError(f"nothing can be read of it: {error}") from error
    return Salvaged(version, tables)


def _version_of(damaged: Path) -> int:
    """Return the schema of a file. Raises ``StoreError`` for one that is not ours."""
    with closing(open_damaged(damaged)) as source:
        found = schema.schema_version(source)
    if schema.missing_scripts(found, schema.all_scripts()):
        raise StoreError(schema.NO_DATABASE_OF_OURS)
    return found


def digest_of_tables(path: Path) -> dict[str, TableDigest]:
    """Return a digest of the rows of every table of a whole file."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: TableDigest().plus(connection.execute(f"SELECT * FROM {name}")) for (name,) in names}


def _carry(source: sqlite3.Connection, target: sqlite3.Connection, shape: TableShape) -> SalvagedTable:
    reader, saved = RowReader(source, shape), 0
    for row in reader.rows():
        target.execute(f"INSERT INTO {shape.name} VALUES ({','.join('?' * len(row))})", row)
        saved += 1
    return SalvagedTable(saved, reader.unreadable, reader.lost, reader.retyped)
