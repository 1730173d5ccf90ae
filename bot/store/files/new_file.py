"""Writing a file that appears under its name only when it is whole, and over no other one.

Until then it has a name that nobody else gives: whatever lies beside it is somebody's. A database whose place
it takes is set aside.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from bot.store.api import StoreError
from bot.store.sqlite.errors import reason

FILE_PARTS = ("", "-wal", "-shm", "-journal")
"""What an SQLite database consists of: the file, its log, the log's index, and the journal of a transaction.

A journal is there while the file is turned to a log, and stays if that is killed.
"""

SET_ASIDE = ".before-"
"""What follows a database's name in that of a file which has been set aside, before a reason and a moment."""


@contextmanager
def unfinished_file(folder: Path, mode: int = 0o600) -> Generator[Path]:
    """Make an empty file of our own; it is gone afterwards, unless it has been renamed.

    Nobody else may read it unless ``mode`` says so, as far as the system's mask lets them: a database has
    running games in it, with their seeds. Only a kill leaves it there; its name says what it is. Raises
    ``StoreError``.
    """
    path = folder / f"kickdoor-unfinished-{secrets.token_hex(8)}.part"
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    except OSError as error:
        raise StoreError(f"the folder {folder.absolute()} cannot be written to: {reason(error)}") from error
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def new_file(target: Path) -> Generator[Path]:
    """Have a file written beside a target, whose name it gets at the end.

    Raises ``StoreError`` where the name cannot be had, or something has it, at the beginning or by the end.
    """
    _refuse_existing(target)
    with unfinished_file(target.parent) as part:
        yield part
        give_name(part, target)


def give_name(part: Path, target: Path) -> None:
    """Rename a file. A link, unlike a rename, never replaces what has come to be there meanwhile."""
    try:
        os.link(part, target)
    except OSError:  # the name is taken, or this file system knows no links
        _refuse_existing(target)
        try:
            part.rename(target)
        except OSError as error:
            raise StoreError(f"{target} cannot be written: {reason(error)}") from error


def _refuse_existing(target: Path) -> None:
    """Raise ``StoreError`` for a name that is taken, be it by a link that leads nowhere, or impossible."""
    try:
        target.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {reason(error)}") from error
    raise StoreError(f"{target} exists already")


def sync(path: Path) -> None:
    """Have a file or a folder on disk before anything else happens."""
    with suppress(OSError):  # some systems do not open folders
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def take_after(new: Path, found: os.stat_result) -> None:
    """Give a file the owner of another one, or of a folder, and of a file the mode as well.

    What root writes would be root's, and the bot, which is somebody else, could not open it.
    """
    with suppress(OSError):  # only root can give files away; anybody else is the bot itself
        if hasattr(os, "chown"):
            os.chown(new, found.st_uid, found.st_gid)
        if stat.S_ISREG(found.st_mode):
            new.chmod(stat.S_IMODE(found.st_mode))


def replace_database(database: Path, new: Path, why: Literal["restore", "repair"]) -> Path | None:
    """Put a new file in place and set the present one aside; return where that is, None if there was none.

    The caller holds the lock. ``new`` lies in the same folder and is whole. A crash in between leaves a place
    without a file, and what was set aside: no start makes another one there (``opening.leftovers``).
    """
    take_after(new, (database if database.exists() else database.parent).stat())
    sync(new)
    now = time.time_ns()
    stamp = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now // 10**9))}-{now % 10**9 // 1000:06}"
    aside = database.with_name(f"{database.name}{SET_ASIDE}{why}-{stamp}")
    for part in FILE_PARTS:
        with suppress(FileNotFoundError):
            database.with_name(database.name + part).replace(aside.with_name(aside.name + part))
    sync(database.parent)
    new.replace(database)
    sync(database.parent)
    return aside if aside.exists() else None
