"""Telling a first start from one whose database is gone: copies and a log beside its name say so."""

from __future__ import annotations

import os
from pathlib import Path

from bot.store.backup.folder import BackupFolder


def leftovers(database: Path, copies: BackupFolder | None) -> str:
    """Return what there is of a database that is missing or empty, and what to do; "" for a first start.

    ``copies`` are the automatic ones where the settings name a folder. SQLite would delete a log
    whose file is empty, and copies of an empty database would drive out the older ones.
    """
    path = Path(os.path.realpath(database))
    there = path.exists()
    if there and path.stat().st_size:
        return ""
    found: list[str] = []
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        found.append(str(log))
    folders = (BackupFolder(path.with_name(f"{path.name}.backups")), copies)
    with_copies = {os.path.realpath(each.path) for each in folders if each is not None and each.files()}
    found += [f"copies in {folder}" for folder in sorted(with_copies)]
    if not found:
        return ""
    return (
        f"{path} is {'empty' if there else 'not there'}, but a bot has left {' and '.join(found)}: "
        "go back to a copy with `kickdoor restore`, or move all of that away to start with no games"
    )
