"""What sqlite3 raises for a file that it cannot use."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

READ_ERRORS: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged place raises; also where its bytes, or a message that quotes them, are no text."""

FILE_ERRORS: Final = (OSError, sqlite3.Error, UnicodeError)
"""What opening, reading or writing a file raises, also one whose name is no text."""

DAMAGE_CODES: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

OTHER_DISK_ADVICE: Final = (
    "Network disks, and folders shared with a virtual machine, are no place for the database: "
    "put it on a disk of this machine. If it is on one, that disk fails"
)

_FILE_CODES: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)


def reason(error: Exception) -> str:
    """Return what went wrong, without the name of a file, which may be one that nobody has asked for."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def explained(error: Exception) -> str:
    """Return what went wrong with a file, and what to do where it looks like an unfit disk."""
    unfit = _code(error) in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL)
    return f"{error}. {OTHER_DISK_ADVICE}" if unfit else str(error)


def is_damage(error: Exception) -> bool:
    """Return True if an error says that the file is damaged, not that it cannot be used just now."""
    return isinstance(error, UnicodeDecodeError) or _code(error) in DAMAGE_CODES


def is_full(error: Exception) -> bool:
    """Return True if an error says that there is no room on the disk, or no more for this user."""
    return _code(error) == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT)


def hits_everybody(error: Exception) -> bool:
    """Return True if any other write would fail as well: the file is locked, the disk is full or failing."""
    return _code(error) in _FILE_CODES


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the rest of the code says where
