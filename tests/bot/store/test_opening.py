"""What a start finds in the place of its SQLite file, and what it does then."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import schema
from bot.store.api import StoreError
from bot.store.sqlite import SqliteStore


async def is_refused(path: Path, match: str) -> None:
    """Open a file in vain, and find all that lies there as it was, but for the lock."""
    before = {name: (path.parent / name).read_bytes() for name in os.listdir(path.parent)}
    with pytest.raises(StoreError, match=match):
        await SqliteStore.open(path)
    after = {name: (path.parent / name).read_bytes() for name in os.listdir(path.parent)}
    after.pop(f"{path.name}.lock")
    assert after == before


@pytest.mark.parametrize("version", range(len(schema.migrations()) + 1))
async def test_another_programs_database_stays_as_it_is(tmp_path: Path, version: int) -> None:
    """Whatever number it has in the place where ours have the number of their schema."""
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
    await is_refused(path, schema.NO_DATABASE_OF_OURS)
