"""Looking at the place of an SQLite database: whether a file is there, and how to open it for reading."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from bot.store.api import StoreError
from bot.store.sqlite.errors import reason


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


def readable_text(value: bytes) -> str:
    """Read a text whatever its bytes: one damaged word must not hide the rest of its table."""
    return value.decode("utf-8", "replace")


def require_there(path: Path) -> None:
    """Raise ``StoreError`` unless there is a file."""
    if not is_there(path):
        raise StoreError(f"there is no database at {path}")


def require_one_name(path: Path) -> None:
    """Raise ``StoreError`` for a file with a second name, a hard link: it has a lock and a log of its own."""
    if is_there(path) and path.stat().st_nlink > 1:
        raise StoreError(
            f"{path} has a second name, a hard link, under which another process could open it: delete "
            "that name, or put a copy of the file in its place"
        )


def take_after(new: Path, model: Path) -> None:
    """Give a file the owner of another one, or of a folder, and of a file the mode as well.

    What root writes would be root's, and the bot, which is somebody else, could not open it.
    """
    give_rights(new, model.stat())


def give_rights(new: Path, found: os.stat_result) -> None:
    """Give a file the owner and, of a file, the mode that were found."""
    with suppress(OSError):  # only root gives files away; whoever else writes is the bot
        if hasattr(os, "chown"):
            os.chown(new, found.st_uid, found.st_gid)
        if stat.S_ISREG(found.st_mode):
            new.chmod(stat.S_IMODE(found.st_mode))


def reading_address(path: Path) -> str:
    """Return what SQLite opens a file by that stays as it is.

    SQLite writes an index beside a file even to read it. Where we may not, and the file has no log, nobody
    writes to it either, so it needs none.
    """
    quiet = not os.access(path.parent, os.W_OK) and not os.path.exists(f"{path}-wal")
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if quiet else ''}"
