"""Putting another database file in the place of the present one; a crash at any step loses neither.

A file and its write-ahead log are several names, which no system renames at once. So the new file first lies,
whole, under a name of its own: from then on the exchange is decided, and the next one to open the database
ends it. That name also says where the present file goes, so that its parts stay together.
"""

from __future__ import annotations

import logging
import os
import time
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

FILE_PARTS = ("", "-wal", "-shm")
"""What an SQLite database consists of: the file, its log and the log's index."""

DECIDED_SUFFIX = ".next"


def replace_database(database: Path, new: Path, why: str) -> Path | None:
    """Put a new file in place and set the present one aside; return where that is, None if there was none.

    The caller holds the lock. ``new`` lies in the same folder and is whole; it is gone afterwards.
    """
    _sync(new)
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now // 10**9))}-{now % 10**9 // 1000:06}"
    aside = database.with_name(f"{database.name}.{why}-{stamp}")
    new.replace(aside.with_name(aside.name + DECIDED_SUFFIX))
    end_replacement(database)
    return aside if aside.exists() else None


def end_replacement(database: Path) -> None:
    """End an exchange that a crash has interrupted, if there is one. The caller holds the lock."""
    for decided in replacements(database):
        _sync(database.parent)
        aside = decided.with_name(decided.name.removesuffix(DECIDED_SUFFIX))
        # The log first: a new file must never meet the log of an old one.
        for part in reversed(FILE_PARTS):
            present = database.with_name(database.name + part)
            if present.exists():
                present.replace(aside.with_name(aside.name + part))
        _sync(database.parent)
        decided.replace(database)
        _sync(database.parent)
        log.warning("%s was exchanged; what was there before is %s", database, aside)


def replacements(database: Path) -> list[Path]:
    """Return the new files whose exchange is decided and not ended; there is one at most."""
    return sorted(
        path
        for path in database.parent.glob("*" + DECIDED_SUFFIX)
        if path.name.startswith(database.name + ".")
    )


def _sync(path: Path) -> None:
    """Have a file or a folder on disk before anything else happens."""
    with suppress(OSError):  # some systems do not open folders
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
