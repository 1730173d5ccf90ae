"""The file of an SQLite database: what lies in its place, who owns it, and whether it is still the same."""

from __future__ import annotations

import logging
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from bot.store.api import StoreError
from bot.store.files.lock import FileLock
from bot.store.sqlite.errors import reason

log = logging.getLogger(__name__)


def is_there(path: Path) -> bool:
    """Return True if there is a file, False if there is nothing.

    Raises ``StoreError`` where nobody can say, and for what no database can be: a folder, a pipe, a device.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be reached: {reason(error)}") from error
    if not stat.S_ISREG(mode):
        raise StoreError(f"{path} is {'a folder' if stat.S_ISDIR(mode) else 'no file'}, not a database")
    return True


def require_there(path: Path) -> None:
    """Raise ``StoreError`` unless there is a file."""
    if not is_there(path):
        raise StoreError(f"there is no database at {path}")


def reading_address(path: Path) -> str:
    """Return what SQLite opens a file by that stays as it is."""
    return f"{path.absolute().as_uri()}?mode=ro"


def readable_text(value: bytes) -> str:
    """Read a text whatever its bytes: one damaged word must not hide the rest of its table."""
    return value.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class FileFault:
    """What has become of the file. A ``missing`` one can be written again: who has it open has all of it."""

    text: str
    missing: bool = False


class OpenedFile:
    """Remembers which file was opened, with its lock and its write-ahead log, and how long both have been.

    SQLite goes on writing into a deleted file.
    """

    def __init__(self, path: Path, lock: FileLock, former: OpenedFile | None = None) -> None:
        """``former``: the file before this one, of which this one has everything."""
        self.path = path
        self.lock = lock
        self._told: str = "" if former is None else former._told
        self._former = None if former is None else former.seen
        self._opened_ns = time.time_ns()
        self._log = path.with_name(path.name + "-wal")
        self._seen = {part: part.stat() for part in (path, self._log)}

    @property
    def seen(self) -> os.stat_result:
        """Return what the file was when somebody looked last."""
        return self._seen[self.path]

    def is_former(self, found: os.stat_result) -> bool:
        """Return True for the file before this one: somebody has put it back in this one's place.

        A file written since then only has got its number.
        """
        former = self._former
        return former is not None and os.path.samestat(found, former) and found.st_mtime_ns < self._opened_ns

    def look(self) -> FileFault | None:
        """Return what is wrong with the file; what is saved into a wrong one is lost."""
        # The lock first: another process may have made a file in the place of a deleted one.
        text = self.lock.fault()
        fault = FileFault(text) if text else self._fault()
        text = "" if fault is None else fault.text
        if text and text != self._told:
            log.error("nothing can be saved: %s", text)
        elif text != self._told:
            log.warning("the database file is back: saving goes on")
        self._told = text
        return fault

    def _fault(self) -> FileFault | None:
        """Return None for the file that was opened, if it has not shrunk."""
        for path, seen in self._seen.items():
            try:
                found = path.stat()
                cut_off = found.st_size < seen.st_size or (path == self._log and _begins_with_a_hole(path))
            except FileNotFoundError:
                return FileFault(f"{path} has been deleted", missing=True)
            except OSError as error:
                return FileFault(f"{path} cannot be reached: {error}")
            if not os.path.samestat(found, seen):
                if path == self.path and self.is_former(found):
                    return FileFault(f"{path} was away and has been put back", missing=True)
                return FileFault(f"{path} has been replaced by another file: stop the bot, then start it")
            if cut_off:
                return FileFault(f"{path} has been cut off: stop the bot and restore a backup")
            self._seen[path] = found
        return None


def _begins_with_a_hole(log: Path) -> bool:
    """Return True if a write-ahead log was cut off while something was being written behind the cut.

    Never ask this of the database itself: closing a file drops the locks that SQLite holds on it here.
    """
    with log.open("rb") as file:
        return file.read(4) == bytes(4)
