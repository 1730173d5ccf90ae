"""One process per database file: a lock that the system takes back when its holder dies, however it dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from bot.store.api import DatabaseInUseError, StoreError
from bot.store.files.new_file import take_after
from bot.store.sqlite.errors import OTHER_DISK_ADVICE, reason


class FileLock:
    """Holds a file beside the database. A killed holder needs no time-out before the next one can start."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Take the lock. Raises ``DatabaseInUseError``, naming the holder, when another process has it.

        Raises ``StoreError`` where the disk knows no locks.
        """
        is_new = not self._path.exists()
        file = self._path.open("a+", encoding="ascii")
        try:
            _lock(file)
            if not os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                raise FileExistsError("it was deleted, and another process has made it again")
        except OSError as error:
            file.close()
            if isinstance(error, BlockingIOError | FileExistsError | FileNotFoundError):
                holder = self.holder() or "another process"
                raise DatabaseInUseError(f"{holder} works on {self._database}") from error
            raise StoreError(
                f"{self._path} cannot be locked: {reason(error)}. {OTHER_DISK_ADVICE}"
            ) from error
        if is_new:
            take_after(self._path, self._path.parent.stat())
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def fault(self) -> str:
        """Return why the lock keeps nobody away, "" if it does; a deleted file is made again."""
        try:
            if not self._path.exists():
                self.release()
                self.acquire()
                return ""
            if self._file and os.path.samestat(self._path.stat(), os.fstat(self._file.fileno())):
                return ""
        except DatabaseInUseError:
            pass
        except StoreError as error:
            return str(error)
        except OSError as error:
            return f"the lock {self._path} is gone and cannot be made again: {reason(error)}"
        return f"the lock {self._path} has been replaced by another process: stop the bot, then start it"

    def holder(self) -> str | None:
        """Return which process has the lock, None if none has."""
        if not self._path.exists():
            return None
        with self._path.open("r+" if os.access(self._path, os.W_OK) else "r", encoding="ascii") as file:
            try:
                _lock(file)
            except BlockingIOError:
                file.seek(0)
                found = file.read().strip()
                return f"process {found}" if found else "a process of another machine or container"
            except OSError:  # a disk without locks
                return None
        return None

    def release(self) -> None:
        """Let go. The file stays: removing it would let two processes lock two files of one name."""
        if self._file is not None:
            self._file.close()
            self._file = None


@contextmanager
def locked(database: Path) -> Generator[None]:
    """Keep every bot off a database file meanwhile. Raises ``DatabaseInUseError`` where one runs."""
    lock = FileLock(database.resolve())
    try:
        lock.acquire()
    except OSError as error:
        raise StoreError(f"{database} cannot be locked: {reason(error)}") from error
    try:
        yield
    finally:
        lock.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        # Far behind the content, so that others can still read who holds it.
        file.seek(1 << 20)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:  # what Windows calls it
            raise BlockingIOError(*error.args) from error

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
