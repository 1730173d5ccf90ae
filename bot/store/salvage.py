"""Reading out of a damaged SQLite file whatever can still be read, into tables that take anything.

A table is read from its beginning up to the damage, then from its end back to it, and what lies between is
looked for through the indexes, row by row. A damaged index costs nothing: the repaired file gets new ones.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.store import schema
from bot.store.api import StoreError
from bot.store.damaged_schema import mend_schema, open_damaged, table_names
from bot.store.loose_tables import Row, make_loose_tables
from bot.store.sqlite_errors import FILE_ERRORS, READ_ERRORS
from bot.store.transfer import TableDigest


@dataclass(slots=True)
class SalvagedTable:
    """What became of a table of the database.

    ``unreadable`` is True if some of it lies in a damaged place; ``lost`` are known rows that were not found.
    """

    saved: int = 0
    unreadable: bool = False
    lost: list[Row] = field(default_factory=list[Row])


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
    """Write all rows that can be read to a file of loose tables. Raises ``StoreError``.

    ``damaged`` has to be a copy: its write-ahead log and what is known of its schema are brought into it.
    """
    try:
        scripts = _scripts_of(damaged)
        with closing(sqlite3.connect(":memory:")) as expected, closing(sqlite3.connect(loose)) as target:
            expected.executescript(schema.migration_script(0, scripts))
            mend_schema(damaged, expected)
            make_loose_tables(target, expected)
            with closing(open_damaged(damaged)) as source:
                names = table_names(expected)
                tables = {name: _carry(source, target, expected, name) for name in names}
            target.commit()
    except FILE_ERRORS as error:
        raise StoreError(f"nothing can be read of it: {error}") from error
    return Salvaged(len(scripts), tables)


def _scripts_of(damaged: Path) -> list[str]:
    """Return the scripts that a file has had. Raises ``StoreError`` for one that is not ours."""
    scripts = schema.migrations()
    with closing(sqlite3.connect(damaged)) as source:
        found = schema.schema_version(source)
    schema.missing_scripts(found, scripts)
    if found < 1:
        raise StoreError(schema.NO_DATABASE_OF_OURS)
    return scripts[:found]


def digest_of_tables(path: Path) -> dict[str, TableDigest]:
    """Return a digest of the rows of every table of a whole file."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: TableDigest().plus(connection.execute(f"SELECT * FROM {name}")) for (name,) in names}


def _carry(
    source: sqlite3.Connection, target: sqlite3.Connection, expected: sqlite3.Connection, table: str
) -> SalvagedTable:
    made = SalvagedTable()
    seen: set[Row] = set()
    for key, row in _read(source, expected, table, made):
        if key not in seen:
            seen.add(key)
            target.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    made.saved = len(seen)
    return made


def _read(
    source: sqlite3.Connection, expected: sqlite3.Connection, table: str, made: SalvagedTable
) -> Iterator[tuple[Row, Row]]:
    """Yield each row that can be read, with its key; some of them several times."""
    key = _key_columns(expected, table)
    listed = ", ".join(key)
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{name} {direction}" for name in key)
        query = f"SELECT {listed}, * FROM {table} NOT INDEXED ORDER BY {order}"
        if (yield from _fetch(source, query, key)):
            return
        made.unreadable = True
    for values in sorted(_keys_in_indexes(source, expected, table, listed), key=repr):
        where = " AND ".join(f"{name} IS ?" for name in key)
        query = f"SELECT {listed}, * FROM {table} WHERE {where}"
        if not (yield from _fetch(source, query, key, values)):
            made.lost.append(values)


def _keys_in_indexes(
    source: sqlite3.Connection, expected: sqlite3.Connection, table: str, listed: str
) -> set[Row]:
    """Return the keys of all rows that an index still knows."""
    seen: set[Row] = set()
    for name in _index_names(expected, table):
        for direction in ("ASC", "DESC"):
            order = f"{_first_column(expected, name)} {direction}"
            query = f"SELECT {listed} FROM {table} INDEXED BY {name} ORDER BY {order}"
            with suppress(*READ_ERRORS):
                for found in source.execute(query):
                    seen.add(tuple(found))
    return seen


def _fetch(
    source: sqlite3.Connection, query: str, key: list[str], values: Row = ()
) -> Generator[tuple[Row, Row], None, bool]:
    """Yield the rows of a query up to the first damage; return True if there was none."""
    try:
        for row in source.execute(query, values):
            yield tuple(row[: len(key)]), tuple(row[len(key) :])
    except READ_ERRORS:
        return False
    return True


def _key_columns(expected: sqlite3.Connection, table: str) -> list[str]:
    """Return what a table's rows are ordered by: its key, or the number that SQLite gives each row."""
    ((made_by,),) = expected.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchall()
    if "WITHOUT ROWID" not in made_by:
        return ["rowid"]
    found = expected.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
    return [name for (name,) in found]


def _index_names(expected: sqlite3.Connection, table: str) -> list[str]:
    found = expected.execute(
        "SELECT name FROM pragma_index_list(?) WHERE origin = 'c' AND NOT partial", (table,)
    )
    return [name for (name,) in found]


def _first_column(expected: sqlite3.Connection, index: str) -> str:
    ((name,),) = expected.execute(
        "SELECT name FROM pragma_index_info(?) WHERE seqno = 0", (index,)
    ).fetchall()
    return str(name)
