"""Whether a database file is still the one that was opened: SQLite goes on writing into a deleted one."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileFault:
    """What has become of the file. A ``missing`` one can be written again: who has it open has all of it."""

    text: str
    missing: bool = False


class OpenedFile:
    """Remembers which file was opened, with its write-ahead log, and how long both have been."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._seen = {part: part.stat() for part in (path, self._log)}

    @property
    def seen(self) -> os.stat_result:
        """Return what the file was when somebody looked last."""
        return self._seen[self._path]

    def fault(self) -> FileFault | None:
        """Return what is wrong with the file, None if it is the one that was opened and has not shrunk."""
        for path, seen in self._seen.items():
            try:
                stat = path.stat()
                cut_off = stat.st_size < seen.st_size or (path == self._log and _begins_with_a_hole(path))
            except FileNotFoundError:
                return FileFault(f"{path} has been deleted", missing=True)
            except OSError as error:
                return FileFault(f"{path} cannot be reached: {error}")
            if not os.path.samestat(stat, seen):
                return FileFault(f"{path} has been replaced by another file: stop the bot, then start it")
            if cut_off:
                return FileFault(f"{path} has been cut off: stop the bot and restore a backup")
            self._seen[path] = stat
        return None

    def delete(self) -> None:
        """Delete the file if the name is still its own. It has to be open: its number is used again later."""
        with suppress(FileNotFoundError):
            if os.path.samestat(self._path.stat(), self.seen):
                self._path.unlink()


def _begins_with_a_hole(log: Path) -> bool:
    """Return True if a write-ahead log was cut off while something was being written behind the cut.

    Never ask this of the database itself: closing a file drops the locks that SQLite holds on it here.
    """
    with log.open("rb") as file:
        return file.read(4) == bytes(4)
