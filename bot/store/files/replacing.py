"""Putting another database file in the place of the present one, which is set aside."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

from bot.store.files.database_file import take_after
from bot.store.files.new_file import sync

FILE_PARTS = ("", "-wal", "-shm", "-journal")
"""What an SQLite database consists of: the file, its log, the log's index, and the journal of a transaction.

A journal is there while the file is turned to a log, and stays if that is killed.
"""

SET_ASIDE = ".before-"
"""What follows a database's name in that of a file which has been set aside, before a reason and a moment."""


def replace_database(database: Path, new: Path, why: Literal["restore", "repair"]) -> Path | None:
    """Put a new file in place and set the present one aside; return where that is, None if there was none.

    The caller holds the lock. ``new`` lies in the same folder and is whole. A crash in between leaves a place
    without a file, and what was set aside: no start makes another one there (``opening.leftovers``).
    """
    take_after(new, (database if database.exists() else database.parent).stat())
    sync(new)
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now // 10**9))}-{now % 10**9 // 1000:06}"
    aside = database.with_name(f"{database.name}{SET_ASIDE}{why}-{stamp}")
    for part in FILE_PARTS:
        with suppress(FileNotFoundError):
            database.with_name(database.name + part).replace(aside.with_name(aside.name + part))
    sync(database.parent)
    new.replace(database)
    sync(database.parent)
    return aside if aside.exists() else None
