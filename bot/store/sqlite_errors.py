"""What sqlite3 raises for a file that it cannot use."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final

READ_ERRORS: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged place raises; also where its bytes, or a message that quotes them, are no text."""

FILE_ERRORS: Final = (OSError, sqlite3.Error, UnicodeDecodeError)
"""What opening, reading or writing a file raises."""

DAMAGE_CODES: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def reason(error: Exception) -> str:
    """Return what went wrong, without the name of a file, which may be one that nobody has asked for."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def is_damage(error: Exception) -> bool:
    """Return True if an error says that the file is damaged, not that it cannot be used just now."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of the code says where
    return isinstance(error, UnicodeDecodeError) or code in DAMAGE_CODES


def is_full(error: Exception) -> bool:
    """Return True if an error says that there is no room on the disk, or no more for this user."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT)
