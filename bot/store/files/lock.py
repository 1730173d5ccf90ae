"""One process per database file: a lock that the system takes back when its holder dies, however it dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from bot.store.api import DatabaseInUseError, StoreError
from bot.store.files.database_file import take_after
from bot.store.files.new_file import unfinished_file
from bot.store.sqlite.errors import reason


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
            if not os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                raise FileExistsError("its holder has made it again, and left us the deleted one")
        except OSError as error:
            file.close()
            raise DatabaseInUseError(
                f"process {self.holder()} works on {self._path.with_suffix('')}"
            ) from error
        self._file = file
        if file.writable():
            _sign(file)

    def fault(self) -> str:
        """Return why the lock that we hold keeps nobody away, "" if it does; a deleted file is made again."""
        assert self._file is not None
        try:
            try:
                found = self._path.stat()
            except FileNotFoundError:
                self._make_again()
                return ""
            if os.path.samestat(found, os.fstat(self._file.fileno())):
                return ""
        except FileExistsError:
            pass
        except (OSError, StoreError) as error:
            return f"the lock {self._path} is gone and cannot be made again: {reason(error)}"
        return f"the lock {self._path} has been replaced by another process: stop the bot, then start it"

    def _make_again(self) -> None:
        """Lock a new file, then give it the name, so that nobody else can have that locked in between.

        Raises ``FileExistsError`` where another process was quicker.
        """
        with unfinished_file(self._path.parent, mode=0o666) as part:
            file = part.open("a+", encoding="ascii")
            try:
                take_after(part, self._path.parent)
                _lock(file)
                _sign(file)
                os.link(part, self._path)
            except BaseException:
                file.close()
                raise
        self.release()
        self._file = file

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


def _sign(file: IO[str]) -> None:
    """Say in a lock's file who holds it."""
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()


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
