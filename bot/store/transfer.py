"""Carrying all that is saved from one database to another, whether a file or a server, and checking it there.

Which tables and columns there are is asked of the databases, so a new one is carried over without being named
here. Only what the two kinds call differently, and what belongs to running processes, is written down.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Protocol

from tqdm import tqdm

from bot.store.api import StoreError

Row = tuple[Any, ...]
Shapes = Mapping[str, tuple[str, ...]]
"""The columns of every table that is carried over, by the names that both kinds of database know."""

CHUNK_ROWS = 500

PROCESS_TABLES = frozenset({"shards", "presses", "schema_version"})
"""Tables about what processes hear on a server, and the database itself, not about games."""

PROCESS_COLUMNS = frozenset({"edition"})
"""Columns of ``tables`` that only a server has: how often the row was written."""

PROCESS_FIGURES = frozenset({"next_table", "begun"})
"""Figures that only one kind has; the next table's number is carried over by itself."""

POSTGRES_NAMES = {"user": "person"}
"""Columns that a server calls otherwise, because their name is a word of its language."""


class Source(Protocol):
    """A database as of one moment, to be read."""

    async def shapes(self) -> Shapes: ...

    async def next_table(self) -> int: ...

    async def count(self, table: str) -> int: ...

    def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
        """Return the rows of a table, in chunks."""
        ...


class Target(Source, Protocol):
    """An empty database, to be filled. Nothing of it is seen before ``finish``."""

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None: ...

    async def set_next_table(self, number: int) -> None: ...

    async def finish(self) -> None:
        """Make sure that all is on disk."""
        ...


async def carry_over(source: Source, target: Target, *, telling: bool = False) -> dict[str, int]:
    """Fill the target with all that the source has; return the number of rows of each table.

    ``telling``: show on a terminal how far it is. Raises ``StoreError`` if the target has not the same
    afterwards; then nothing of it is kept.
    """
    shapes = await source.shapes()
    if (theirs := await target.shapes()) != shapes:
        raise StoreError(f"the two databases differ in their tables: {_difference(shapes, theirs)}")
    found: dict[str, int] = {}
    total = sum([await source.count(table) for table in shapes]) if telling else None
    progress = tqdm(total=total, unit="row", disable=None if telling else True)
    for table, columns in shapes.items():
        found[table] = read = written = 0
        async for rows in source.rows(table, columns):
            await target.insert(table, columns, rows)
            read += _digest(rows)
            found[table] += len(rows)
            progress.update(len(rows))
        async for rows in target.rows(table, columns):
            written += _digest(rows)
        if written != read:
            raise StoreError(f"the table {table} is not the same over there: nothing has been kept")
    await target.set_next_table(await source.next_table())
    await target.finish()
    progress.close()
    return found


async def is_empty(target: Target) -> bool:
    """Return True if a database has no games and no people yet."""
    return not any([await target.count(table) for table in await target.shapes() if table != "figures"])


def _digest(rows: Iterable[Row]) -> int:
    """Return a digest of rows, in whatever order they come; that of more rows is added to it."""
    return sum(int.from_bytes(hashlib.sha256(repr(row).encode()).digest()) for row in rows)


def shared_shapes(found: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Return what is carried over of the tables and columns that a database says it has."""
    shared_names = {name: shared for shared, name in POSTGRES_NAMES.items()}
    return {
        table: tuple(sorted(shared_names.get(name, name) for name in names if name not in PROCESS_COLUMNS))
        for table, names in sorted(found.items())
        if table not in PROCESS_TABLES
    }


def carried(table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[Row]:
    """Return the rows in the form in which both kinds are compared, without figures of one kind only."""
    plain = [tuple(_plain(value) for value in row) for row in rows]
    if table != "figures":
        return plain
    name = columns.index("name")
    return [row for row in plain if row[name] not in PROCESS_FIGURES]


def _plain(value: Any) -> Any:
    """Return a value as SQLite has it: it knows no truth values."""
    return int(value) if isinstance(value, bool) else value


def _difference(ours: Shapes, theirs: Shapes) -> str:
    names = sorted(table for table in {*ours, *theirs} if ours.get(table) != theirs.get(table))
    return ", ".join(names) + "; bring both to this release first"
