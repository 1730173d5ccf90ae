"""Bringing a database up to the newest schema."""

from __future__ import annotations

import sqlite3
from importlib import resources

from bot.store.api import NewerSchemaError


def migrations(kind: str = "migrations") -> list[str]:
    """Return the migration scripts; the one at index n leads from schema n to n + 1."""
    folder = resources.files("bot.store") / kind
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [file.read_text(encoding="utf-8") for file in files]


def schema_version(connection: sqlite3.Connection) -> int:
    """Return the schema of this database: how many migrations it has had."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


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
