"""Tables like ours in which anything can lie: no row is lost because one value of it is damaged.

What is salvaged is mended there. Only then it goes into tables that refuse what contradicts other rows.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from bot.store import schema
from bot.store.files.database_file import readable_text

Row = tuple[Any, ...]
Columns = tuple[tuple[str, str], ...]
"""Names and types."""

COLUMNS = "SELECT name, type FROM pragma_table_info(?)"

_INDEXES = (
    "CREATE INDEX loose_tables ON tables (id)",
    "CREATE INDEX loose_log ON log (table_id, revision)",
)


class RawText(bytes):
    """A text as it lies in a file, of which this is the ``text_factory``."""


_TYPES = {"INTEGER": int, "TEXT": RawText, "BLOB": bytes}


class TableShape(NamedTuple):
    """A table of ours. One with row numbers may have the number of a row for its first column."""

    name: str
    columns: Columns
    has_row_numbers: bool

    def looks_like(self, number: int | None, row: Row) -> bool:
        """Return True if a row can be one of this table. What is nothing but numbers may be of an index."""
        if len(row) != len(self.columns) or self.has_row_numbers != (number is not None):
            return False
        kinds = [_TYPES[kind] for _, kind in self.columns]
        fits = all(value is None or type(value) is kind for value, kind in zip(row, kinds, strict=True))
        return fits and (self.has_row_numbers or not all(isinstance(value, int) for value in row))


def table_shapes() -> list[TableShape]:
    """Return the tables that a file of ours has."""
    with closing(sqlite3.connect(":memory:")) as expected:
        expected.executescript(schema.schema_script(0, schema.all_scripts()))
        made = expected.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
        return [
            TableShape(name, tuple(expected.execute(COLUMNS, (name,))), "WITHOUT ROWID" not in statement)
            for name, statement in made.fetchall()
        ]


def make_loose_tables(loose: sqlite3.Connection, shapes: list[TableShape]) -> None:
    """Make a table for each: the same columns, nothing else."""
    loose.execute("PRAGMA journal_mode = MEMORY")  # nobody needs the file after a crash
    for shape in shapes:
        listed = ", ".join(f"{column} {kind}" for column, kind in shape.columns)
        loose.execute(f"CREATE TABLE {shape.name} ({listed})")
    for statement in _INDEXES:
        loose.execute(statement)


def as_kind(value: Any, kind: str) -> tuple[Any, bool]:
    """Return a value as its column has it, and True if only its type was damaged.

    One bit decides between a text and bytes, and both lie in the file alike.
    """
    if kind == "BLOB" and isinstance(value, RawText):
        return bytes(value), True
    if kind == "TEXT" and type(value) is bytes:
        with suppress(UnicodeDecodeError):
            return value.decode(), True
    return readable_text(value) if isinstance(value, RawText) else value, False


def copy_to_schema(loose: Path, new: Path) -> dict[str, list[Row]]:
    """Write the rows to a new file; return the rows of each table that contradict earlier ones."""
    with closing(sqlite3.connect(new, isolation_level=None)) as target:
        target.executescript(schema.schema_script(0, schema.all_scripts()))
        target.execute("ATTACH ? AS loose", (str(loose),))
        target.execute("BEGIN")
        refused = {shape.name: _copy_rows(target, shape.name) for shape in table_shapes()}
        target.execute("COMMIT")
    return refused


def _copy_rows(target: sqlite3.Connection, name: str) -> list[Row]:
    refused: list[Row] = []
    for row in target.execute(f"SELECT * FROM loose.{name} ORDER BY rowid"):
        try:
            target.execute(f"INSERT INTO main.{name} VALUES ({','.join('?' * len(row))})", row)
        except sqlite3.IntegrityError:
            refused.append(row)
    return refused
