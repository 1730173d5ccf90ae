"""The schema of a database: its number, and the scripts that bring it up to the newest one."""

from __future__ import annotations

import sqlite3
from collections.abc import Set
from importlib import resources
from pathlib import Path
from typing import Literal

from bot.store.api import NewerSchemaError, StoreError

NO_DATABASE_OF_OURS = "not a Kickdoor database"

_OUR_TABLES = frozenset({"tables", "log", "figures"})
"""Tables by which a database of ours is known."""

Kind = Literal["sqlite", "postgres"]
Scripts = dict[int, str]
"""Scripts by the number of the schema that each leads to; the first makes a whole one out of nothing."""


def all_scripts(kind: Kind = "sqlite") -> Scripts:
    """Return all scripts of a kind of database, in order."""
    folder = resources.files("bot.store") / kind / "schema"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return {int(file.name.partition("_")[0]): file.read_text(encoding="utf-8") for file in files}


def newest(kind: Kind = "sqlite") -> int:
    """Return the number of this release's schema."""
    return max(all_scripts(kind))


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the number of this database's schema, 0 for none."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return True for a whole database that a bot has made, not for another program's or an empty one."""
    return is_made_by_us(schema_version(connection), table_names(connection))


def is_made_by_us(version: int, tables: Set[str]) -> bool:
    """Return True if a database with this schema version and these tables is one that a bot has made."""
    return version >= min(all_scripts()) and tables >= _OUR_TABLES


def table_names(connection: sqlite3.Connection) -> set[str]:
    """Return the names of all tables."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def require_usable(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``StoreError`` for a file that is not ours, ``NewerSchemaError`` for a later release's."""
    try:
        missing_scripts(schema_version(connection), all_scripts())
    except NewerSchemaError as error:
        raise NewerSchemaError(f"{path}: {error}") from error
    if not is_ours(connection):
        raise StoreError(f"{path}: {NO_DATABASE_OF_OURS}")


def missing_scripts(found: int, scripts: Scripts) -> Scripts:
    """Return the scripts that a database has not had.

    Raises ``NewerSchemaError`` when it knows more than we do.
    """
    if found > (known := max(scripts)):
        raise NewerSchemaError(f"the database has schema {found}, this release knows {known}: update the bot")
    return {number: script for number, script in scripts.items() if number > found}


def schema_script(found: int, scripts: Scripts) -> str:
    """Return the one script that leads from the schema found to the newest, in a single transaction.

    Empty when there is nothing to do. Raises ``NewerSchemaError`` when the database knows more than we do.
    """
    missing = missing_scripts(found, scripts)
    if not missing:
        return ""
    steps = "\n".join(missing.values())
    return f"BEGIN IMMEDIATE;\n{steps}\nPRAGMA user_version = {max(missing)};\nCOMMIT;"
