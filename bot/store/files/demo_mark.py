"""Marks demo databases, so a demo never opens a real one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.api import StoreError
from bot.store.sqlite.errors import FILE_ERRORS

DEMO_MARK = 0x4B44454D
"""The application id of SQLite's header in a demo's database: "KDEM". That of a bot has none."""

_MARK_OFFSET, _MARK_BYTES = 68, 4


def claim_for_demo(path: Path) -> None:
    """Mark a file that is not there or empty; raise ``StoreError`` for one that no demo has made.

    It has to be done before anything else opens the file: the mark is read past SQLite, which would lay
    files beside one that is not ours.
    """
    try:
        if path.exists() and not path.is_file():
            raise StoreError(f"{path} is not a file")
        if path.exists() and path.stat().st_size:
            if _mark_of(path) != DEMO_MARK:
                raise StoreError(f"{path} was not made by a demo, so it is left alone: name a new file")
            return
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA application_id = {DEMO_MARK}")
    except FILE_ERRORS as error:
        raise StoreError(f"{path} cannot be used: {error}") from error


def _mark_of(path: Path) -> int:
    with path.open("rb") as file:
        file.seek(_MARK_OFFSET)
        return int.from_bytes(file.read(_MARK_BYTES), "big")
