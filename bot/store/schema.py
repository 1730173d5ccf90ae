"""Bringing a database up to the newest schema."""

from __future__ import annotations

import sqlite3
from collections.abc import Set
from importlib import resources
from pathlib import Path

from bot.store.api import NewerSchemaError, StoreError

NO_DATABASE_OF_OURS = "not a Kickdoor database"

_FIRST_TABLES = frozenset({"tables", "log", "figures"})
"""Tables of ours that have been there since the first schema."""


def migrations(kind: str = "migrations") -> list[str]:
    """Return the migration scripts; the one at index n leads from schema n to n + 1."""
    folder = resources.files("bot.store") / kind
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [file.read_text(encoding="utf-8") for file in files]


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema of this database: how many migrations it has had."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return True for a whole database that a bot has made, not for another program's or an empty one."""
    return is_made_by_us(schema_version(connection), table_names(connection))


def is_made_by_us(version: int, tables: Set[str]) -> bool:
    """Return True if a database with this schema version and these tables is one that a bot has made."""
    return version > 0 and tables >= _FIRST_TABLES


def table_names(connection: sqlite3.Connection) -> set[str]:
    """Return the names of all tables."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def require_usable(connection: sqlite3.Connection, path: Path) -> None:
    """Raise ``StoreError`` for a file that is not ours, ``NewerSchemaError`` for a later release's."""
    try:
        missing_scripts(schema_version(connection), migrations())
    except NewerSchemaError as error:
        raise NewerSchemaError(f"{path}: {error}") from error
    if not is_ours(connection):
        raise StoreError(f"{path}: {NO_DATABASE_OF_OURS}")


def missing_scripts(found: int, scripts: list[str]) -> list[str]:
    """Return the scripts that a database has not had.

    Raises ``NewerSchemaError`` when it knows more than we do.
    """
    if found > len(scripts):
        raise NewerSchemaError(
            f"the database has schema {found}, this release knows {len(scripts)}: update the bot"
        )
    return scripts[found:]


def migration_script(found: int, scripts: list[str]) -> str:
    """Return the one script that leads from the schema found to the newest, in a single transaction.

    Empty when there is nothing to do. Raises ``NewerSchemaError`` when the database knows more than we do.
    """
    if not missing_scripts(found, scripts):
        return ""
    steps = "\n".join(scripts[found:])
    return f"BEGIN IMMEDIATE;\n{steps}\nPRAGMA user_version = {len(scripts)};\nCOMMIT;"
