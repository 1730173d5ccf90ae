"""Taking hold of the place of an SQLite database, before anything opens the file."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from bot.store.api import StoreError
from bot.store.backup.folder import BackupFolder
from bot.store.files.database_file import is_there
from bot.store.files.lock import FileLock
from bot.store.files.new_file import SET_ASIDE, unfinished_file
from bot.store.sqlite.errors import FILE_ERRORS, reason

OPENING_BYTES = 2**16
"""Bytes that opening a file takes beside it: the index of its log, and a page of that."""

DEMO_MARK = 0x4B44454D
"""The application id of SQLite's header in a demo's database: "KDEM". That of a bot has none."""

_MARK_OFFSET, _MARK_BYTES = 68, 4

log = logging.getLogger(__name__)


def leftovers(database: Path, copies: BackupFolder | None) -> str:
    """Return what there is of a database that is missing or empty, and what to do; "" for a first start.

    ``copies`` are the automatic ones where the settings name a folder. SQLite would delete a log
    whose file is empty, and copies of an empty database would drive out the older ones.
    """
    path = Path(os.path.realpath(database))
    if path.exists() and path.stat().st_size:
        return ""
    log_file = path.with_name(path.name + "-wal")
    found = [str(log_file)] if log_file.exists() and log_file.stat().st_size else []
    found += sorted(map(str, path.parent.glob(f"{path.name}{SET_ASIDE}*")))
    folders = [BackupFolder(path.with_name(f"{path.name}.backups")), *([copies] if copies else [])]
    found += sorted({f"copies in {os.path.realpath(folder.path)}" for folder in folders if folder.files()})
    if not found:
        return ""
    return (
        f"{path} is {'empty' if path.exists() else 'not there'}, but a bot has left {' and '.join(found)}: "
        "go back to a copy with `kickdoor restore`, or move all of that away to start with no games"
    )


def take_place(path: Path, copies: BackupFolder | None) -> tuple[Path, FileLock]:
    """Lock a database that is there, or that is made next; return its own path, to which links lead.

    ``copies`` are the automatic ones where the settings name a folder. Raises ``StoreError``,
    ``DatabaseInUseError``, ``OSError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    is_there(path)
    path = path.resolve()
    lock = FileLock(path)
    lock.acquire()
    try:
        if left := leftovers(path, copies):
            raise StoreError(left)
        if not path.with_name(path.name + "-shm").exists():
            _require_room(path.parent)
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    except BaseException:
        lock.release()
        raise
    return path, lock


def _require_room(folder: Path) -> None:
    """Write as much as SQLite does to open a file: on a full disk it tries for many seconds."""
    with unfinished_file(folder) as part:
        try:
            part.write_bytes(bytes(OPENING_BYTES))
        except OSError as error:
            raise StoreError(f"there is no room in {folder}: {reason(error)}") from error


def keep_private(path: Path) -> None:
    """Let only the owner read a database of ours and its logs: hands and seeds are in it."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".lock"))):
        with suppress(OSError):  # one that is not there, or another user's
            part.chmod(part.stat().st_mode & ~0o077)
    folder = path.parent.stat().st_mode
    if folder & stat.S_IWOTH and not folder & stat.S_ISVTX:
        log.warning("everybody on this machine may replace files in %s: chmod o-w it", path.parent)


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
