"""Reading damaged pages: SQLite's own program does it (``.recover``), in a copy with a new first page.

The first page holds the list of tables. With an empty one in its place, damage there costs nothing, and
nothing that a stranger has written into it is ever run: every row comes out as one that belongs to no table.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from bot.store.api import StoreError

PROGRAM = "sqlite3"
MIN_VERSION = (3, 46)

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
_PAGE_SIZE = slice(16, 18)
_FILE_FORMATS = slice(18, 20)
_CHANGES = slice(24, 28)

_ADVICE = (
    "a page of it is damaged, and only SQLite's own program, 3.46 or newer, reads the rest: install it where "
    "this command runs (`apt install sqlite3` on Debian 13; https://sqlite.org/download.html), then try again"
)


class ProgramMissingError(StoreError):
    """SQLite's program is not there, or too old."""


def recover(damaged: Path, recovered: Path) -> None:
    """Write all rows of a damaged file to the table ``lost_and_found`` of a new one.

    ``damaged`` has to be a copy, without a log beside it. Raises ``StoreError``, ``OSError``.
    """
    program = find_program()
    _empty_first_page(damaged)
    # Safe mode opens no other file and starts nothing; without a home no settings of somebody's are read.
    options, home = ["-batch", "-safe"], {"HOME": str(recovered.parent)}
    read = [program, *options, "-readonly", str(damaged), ".recover --ignore-freelist"]
    with subprocess.Popen(read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=home) as reading:
        write = [program, *options, str(recovered)]
        written = subprocess.run(write, stdin=reading.stdout, capture_output=True, env=home, check=False)
        assert reading.stderr is not None
        said = (reading.stderr.read() + written.stderr).decode(errors="replace").strip()
    if "full" in said:
        raise OSError(errno.ENOSPC, said)
    if reading.returncode or written.returncode:
        raise StoreError(f"nothing can be read of it: {said}")


def find_program() -> str:
    """Return where SQLite's program is. Raises ``ProgramMissingError`` with what to do."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise ProgramMissingError(_ADVICE)
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = told.partition(" ")[0].split(".")
    if not all(map(str.isdecimal, numbers)) or tuple(map(int, numbers)) < MIN_VERSION:
        raise ProgramMissingError(_ADVICE)
    return found


def mend_header(damaged: Path) -> bool:
    """Give a file that does not look like SQLite's a new header; return True if there was need to."""
    with damaged.open("r+b") as file:
        if file.read(len(MAGIC)) == MAGIC:
            return False
        header = bytearray(_empty_page(0)[:HEADER_BYTES])
        header[_FILE_FORMATS] = b"\2\2"  # with a write-ahead log, as ours have one
        file.seek(0)
        file.write(header)
    return True


def _empty_first_page(damaged: Path) -> None:
    with damaged.open("r+b") as file:
        size = int.from_bytes(file.read(HEADER_BYTES)[_PAGE_SIZE])
        file.seek(0)
        file.write(_empty_page(size))
        file.flush()
        os.fsync(file.fileno())


def _empty_page(size: int) -> bytes:
    """Return the first page of a database without tables, of SQLite's usual size where ``size`` is none."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA page_size = {65536 if size == 1 else size}")
        connection.execute("PRAGMA user_version = 1")
        page = bytearray(connection.serialize())
    page[_CHANGES] = b"\0\0\0\1"  # other than what its number of pages is valid for: the file's size decides
    return bytes(page)
