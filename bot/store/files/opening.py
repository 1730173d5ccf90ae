"""Taking hold of the place of an SQLite database, before anything opens the file."""

from __future__ import annotations

from pathlib import Path

from bot.store.api import StoreError
from bot.store.backup.folder import BackupFolder
from bot.store.files.database_file import is_there, require_one_name
from bot.store.files.leftovers import leftovers
from bot.store.files.lock import FileLock
from bot.store.files.replacing import end_replacement


def take_place(path: Path, copies: BackupFolder | None) -> tuple[Path, FileLock]:
    """Lock a database that is there, or that is made next; return its own path, to which links lead.

    ``copies`` are the automatic ones where the settings name a folder. Raises ``StoreError``,
    ``DatabaseInUseError``, ``OSError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    is_there(path)
    path = path.resolve()
    lock = FileLock(path.with_name(path.name + ".lock"))
    try:
        lock.acquire()
        end_replacement(path)
        require_one_name(path)
        if left := leftovers(path, copies):
            raise StoreError(left)
    except BaseException:
        lock.release()
        raise
    return path, lock
