"""Tables like ours in which anything can lie: no row is lost because one value of it is damaged.

What is salvaged is mended there. Only then it goes into tables that refuse what contradicts other rows.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store import schema
from bot.store.repair.damaged_schema import table_names

Row = tuple[Any, ...]

_INDEXES = (
    "CREATE INDEX loose_tables ON tables (id)",
    "CREATE INDEX loose_log ON log (table_id, revision)",
)


def make_loose_tables(loose: sqlite3.Connection, expected: sqlite3.Connection) -> None:
    """Make a table for each of a schema: the same columns, nothing else."""
    loose.execute("PRAGMA journal_mode = MEMORY")  # nobody needs the file after a crash
    for name in table_names(expected):
        columns = expected.execute("SELECT name, type FROM pragma_table_info(?)", (name,))
        listed = ", ".join(f"{column} {kind}" for column, kind in columns)
        loose.execute(f"CREATE TABLE {name} ({listed})")
    for statement in _INDEXES:
        loose.execute(statement)


def copy_to_schema(loose: Path, new: Path) -> dict[str, list[Row]]:
    """Write the rows to a new file; return the rows of each table that contradict earlier ones."""
    with closing(sqlite3.connect(new, isolation_level=None)) as target:
        target.executescript(schema.schema_script(0, schema.all_scripts()))
        target.execute("ATTACH ? AS loose", (str(loose),))
        target.execute("BEGIN")
        refused = {name: _copy_rows(target, name) for name in table_names(target)}
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
