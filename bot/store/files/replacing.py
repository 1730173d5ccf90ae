"""Putting another database file in the place of the present one; a crash at any step loses neither.

A file and its write-ahead log are several names, which cannot be renamed atomically. So the new file first
lies, whole, under a name of its own: from then on the exchange is decided, and the next one to open the
database ends it. That name also says where the present file goes, so that its parts stay together.
"""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

from bot.store.api import StoreError
from bot.store.files.database_file import take_after

log = logging.getLogger(__name__)

FILE_PARTS = ("", "-wal", "-shm", "-journal")
"""What an SQLite database consists of: the file, its log, the log's index, and the journal of a transaction.

A journal is there while the file is turned to a log, and stays if that is killed.
"""

DECIDED_SUFFIX = ".next"

Reason = Literal["before-restore", "before-repair", "before-rewrite"]

_DECIDED_PATTERN = r"\.before-(restore|repair|rewrite)-\d{8}-\d{6}-\d{6}" + re.escape(DECIDED_SUFFIX)
"""What follows a database's name in that of a decided exchange: anything else is somebody's own file."""


def replace_database(database: Path, new: Path, why: Reason) -> Path | None:
    """Put a new file in place and set the present one aside; return where that is, None if there was none.

    The caller holds the lock. ``new`` lies in the same folder and is whole; it is gone afterwards.
    """
    take_after(new, database if database.exists() else database.parent)
    aside = decide_replacement(database, new, why)
    end_replacement(database)
    return aside if aside.exists() else None


def decide_replacement(database: Path, new: Path, why: Reason) -> Path:
    """Give a new file the name by which ``end_replacement`` finds it; return where the present one goes."""
    _sync(new)
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now // 10**9))}-{now % 10**9 // 1000:06}"
    aside = database.with_name(f"{database.name}.{why}-{stamp}")
    new.replace(aside.with_name(aside.name + DECIDED_SUFFIX))
    _sync(database.parent)
    return aside


def end_replacement(database: Path) -> None:
    """End an exchange that a crash has interrupted, if there is one. The caller holds the lock.

    Raises ``StoreError`` where something would be written over.
    """
    for decided in replacements(database):
        _sync(database.parent)
        aside = decided.with_name(decided.name.removesuffix(DECIDED_SUFFIX))
        moves = [
            (database.with_name(database.name + part), aside.with_name(aside.name + part))
            for part in FILE_PARTS
        ]
        moves = [(present, kept) for present, kept in moves if present.exists()]
        taken = [present for present, kept in moves if os.path.lexists(kept)]
        for present, kept in moves:
            if present in taken and not _says_nothing(present):
                raise StoreError(f"{present} cannot be set aside: {kept} exists already")
        # The log first: a new file must never meet the log of an old one.
        for present, kept in reversed(moves):
            if present in taken:
                present.unlink()
            else:
                present.replace(kept)
        _sync(database.parent)
        decided.replace(database)
        _sync(database.parent)
        if aside.exists():
            log.warning("%s was exchanged; what was there before is %s", database, aside)


def _says_nothing(part: Path) -> bool:
    """Return True for an index, which is made from the log, or a file of no bytes: a reader lays both."""
    return part.name.endswith("-shm") or not part.stat().st_size


def replacements(database: Path) -> list[Path]:
    """Return the new files whose exchange is decided and not ended; there is one at most."""
    database = Path(os.path.realpath(database))
    return sorted(
        path
        for path in database.parent.glob("*" + DECIDED_SUFFIX)
        if re.fullmatch(re.escape(database.name) + _DECIDED_PATTERN, path.name) and path.is_file()
    )


def _sync(path: Path) -> None:
    """Have a file or a folder on disk before anything else happens."""
    with suppress(OSError):  # some systems do not open folders
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
