"""One process per database file: a lock that the system takes back when its holder dies, however it dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from bot.store.api import DatabaseInUseError, StoreError
from bot.store.database_file import take_after
from bot.store.sqlite_errors import reason


class FileLock:
    """Holds a file beside the database. A killed holder needs no time-out before the next one can start."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self, *, to_write: bool = True) -> None:
        """Take the lock. Raises ``DatabaseInUseError``, naming the holder, when another process has it.

        Who only reads the database does without a lock where none can be made, nor so far has been.
        """
        is_new = not self._path.exists()
        try:
            file = self._path.open("a+", encoding="ascii")
            if is_new:
                take_after(self._path, self._path.parent)
        except OSError:
            if to_write:
                raise
            if not self._path.exists():
                return
            file = self._path.open(encoding="ascii")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise DatabaseInUseError(
                f"process {self.holder()} works on {self._path.with_suffix('')}"
            ) from error
        self._file = file
        if file.writable():
            file.seek(0)
            file.truncate()
            file.write(str(os.getpid()))
            file.flush()

    def holder(self) -> str | None:
        """Return the process that has the lock, None if nobody has."""
        if not self._path.exists():
            return None
        with self._path.open("r+" if os.access(self._path, os.W_OK) else "r", encoding="ascii") as file:
            try:
                _lock(file)
            except OSError:
                file.seek(0)
                return file.read().strip() or "unknown"
        return None

    def release(self) -> None:
        """Let go. The file stays: removing it would let two processes lock two files of one name."""
        if self._file is not None:
            self._file.close()
            self._file = None


@contextmanager
def locked(path: Path, *, to_write: bool = True) -> Generator[None]:
    """Keep every bot off a database file meanwhile. Raises ``DatabaseInUseError`` where one runs."""
    path = path.resolve()
    lock = FileLock(path.with_name(path.name + ".lock"))
    try:
        lock.acquire(to_write=to_write)
    except OSError as error:
        lock.release()
        raise StoreError(f"{path} cannot be locked: {reason(error)}") from error
    try:
        yield
    finally:
        lock.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        # Far behind the content, so that others can still read who holds it.
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
