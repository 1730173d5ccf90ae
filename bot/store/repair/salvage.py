"""Reading out of a damaged SQLite file whatever can still be read, into tables that take anything.

A damaged index costs nothing: the repaired file gets new ones.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.store import schema
from bot.store.api import StoreError
from bot.store.repair.loose_tables import (
    COLUMNS,
    RawText,
    Row,
    TableShape,
    as_kind,
    make_loose_tables,
    table_shapes,
)
from bot.store.repair.recovering import mend_header, recover
from bot.store.sqlite.errors import FILE_ERRORS, READ_ERRORS, is_full


@dataclass(slots=True)
class Salvaged:
    """How many rows of each table could be read, and which tables lie in a damaged place in part.

    ``listed`` is False if the list of tables was lost. ``retyped`` counts values that had the wrong type and
    have the right one again.
    """

    listed: bool
    saved: Counter[str] = field(default_factory=Counter[str])
    retyped: Counter[str] = field(default_factory=Counter[str])
    unreadable: tuple[str, ...] = ()


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
    its write-ahead log is brought into it, and its first page is lost.
    """
    shapes = table_shapes()
    try:
        with closing(sqlite3.connect(loose)) as target:
            make_loose_tables(target, shapes)
            made = _fill(damaged, target, shapes)
            target.commit()
    except FILE_ERRORS as error:
        if is_full(error):
            raise
        raise StoreError(f"nothing can be read of it: {error}") from error
    return made


def _fill(damaged: Path, target: sqlite3.Connection, shapes: list[TableShape]) -> Salvaged:
    has_header = not mend_header(damaged)
    with closing(_opened(damaged)) as source:
        roots = _roots(source, shapes)
        version = schema.schema_version(source) if roots and has_header else schema.newest()
        if schema.missing_scripts(version, schema.all_scripts()):
            raise StoreError(schema.NO_DATABASE_OF_OURS)
        made = Salvaged(bool(roots))
        listed = [shape for shape in shapes if shape in roots.values()]
        made.unreadable = tuple(shape.name for shape in listed if not _can_be_read(source, shape))
        if listed == shapes and not made.unreadable:
            for shape in shapes:
                _insert(target, shape, source.execute(f"SELECT * FROM {shape.name} NOT INDEXED"), made)
            return made
        source.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    recovered = damaged.with_name("recovered.db")
    recover(damaged, recovered)
    with closing(_opened(recovered)) as source:
        for shape, row in _lost_rows(source, shapes, roots):
            _insert(target, shape, [row], made)
    recovered.unlink()
    return made


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file so that SQLite passes over a lost end and over senseless entries of its schema."""
    connection = sqlite3.connect(path)
    connection.text_factory = RawText
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA writable_schema = ON")
    return connection


def _roots(source: sqlite3.Connection, shapes: Iterable[TableShape]) -> dict[int, TableShape]:
    """Return which table of ours begins on which page, as far as the list of tables says so.

    Raises ``StoreError`` for a list with tables of which none is ours.
    """
    roots: dict[int, TableShape] = {}
    try:
        listed = "SELECT CAST(name AS BLOB), rootpage FROM sqlite_schema WHERE type = 'table'"
        found = dict(source.execute(listed).fetchall())
    except READ_ERRORS:
        return roots
    for shape in shapes:
        with suppress(*READ_ERRORS):
            columns = source.execute(COLUMNS, (shape.name,)).fetchall()
            if [(name.decode(), kind.decode()) for name, kind in columns] == list(shape.columns):
                roots[found[shape.name.encode()]] = shape
    if found and not roots:
        raise StoreError(schema.NO_DATABASE_OF_OURS)
    return roots


def _can_be_read(source: sqlite3.Connection, shape: TableShape) -> bool:
    """Return True if no row of a table lies in a damaged place."""
    try:
        return all(True for _ in source.execute(f"SELECT * FROM {shape.name} NOT INDEXED"))
    except READ_ERRORS:
        return False


def _lost_rows(
    source: sqlite3.Connection, shapes: list[TableShape], roots: dict[int, TableShape]
) -> Iterator[tuple[TableShape, Row]]:
    """Yield the rows that are ours. Those of one tree belong to the table that most of them look like."""
    looks: defaultdict[int, Counter[TableShape]] = defaultdict(Counter)
    for tree, number, row in _recovered_rows(source):
        looks[tree].update(shape for shape in shapes if shape.looks_like(number, row))
    owners = {tree: counted.most_common(1)[0][0] for tree, counted in looks.items() if counted} | roots
    for tree, number, row in _recovered_rows(source):
        shape = owners.get(tree)
        if shape is not None and len(row) == len(shape.columns):
            yield shape, (number if row[0] is None else row[0], *row[1:])


def _recovered_rows(source: sqlite3.Connection) -> Iterator[tuple[int, int | None, Row]]:
    """Yield all rows with the first page of their tree, and their number where they have one."""
    if source.execute("SELECT 1 FROM sqlite_schema WHERE name = 'lost_and_found'").fetchall():
        for tree, _, count, number, *values in source.execute("SELECT * FROM lost_and_found"):
            yield tree, number, tuple(values[:count])


def _insert(target: sqlite3.Connection, shape: TableShape, rows: Iterable[Row], made: Salvaged) -> None:
    marks = ",".join("?" * len(shape.columns))
    for row in rows:
        values = [as_kind(value, kind) for value, (_, kind) in zip(row, shape.columns, strict=True)]
        target.execute(f"INSERT INTO {shape.name} VALUES ({marks})", [value for value, _ in values])
        made.saved[shape.name] += 1
        made.retyped[shape.name] += sum(retyped for _, retyped in values)
