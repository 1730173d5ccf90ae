"""Repairing an SQLite database: what can be read is saved, what follows from it is made again.

A game has a second copy, its seed and its log; the columns beside a table's facts follow from these, the
indexes and most figures from the rows. All is done in new files, of which the last takes the damaged one's
place only at the end, and only if it is better. What cannot be made again is said, row by row.
"""

from __future__ import annotations

import math
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from bot.operations.repair_rows import mend_figures, mend_rows
from bot.operations.repair_tables import TableRepair
from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import verify
from bot.store.files.database_file import require_there
from bot.store.files.lock import locked
from bot.store.files.new_file import FILE_PARTS, replace_database, unfinished_file
from bot.store.repair.loose_tables import Row, copy_to_schema
from bot.store.repair.salvage import Salvaged, is_whole, salvage
from bot.store.sqlite.errors import FILE_ERRORS, is_full
from cards.registry import GameRegistry

MAX_KEYS_TOLD = 20

SMALL_FILES_BYTES = 2**18
"""What SQLite writes beside the files that are made: journals, and the index of a log."""


class NoRoomError(StoreError):
    """There is no room beside the database for what a repair writes."""


@dataclass(slots=True)
class RepairReport:
    """What was repaired, what was lost, and where the file from before is (None: nothing was changed)."""

    repaired: list[str] = field(default_factory=list[str])
    lost: list[str] = field(default_factory=list[str])
    aside: Path | None = None


def repair(database: Path, games: GameRegistry) -> RepairReport:
    """Repair a file as far as it goes. Raises ``StoreError`` where nothing can be read or a bot runs."""
    require_there(database)
    database = database.resolve()
    report = RepairReport()
    with locked(database):
        if shutil.disk_usage(database.parent).free < _needed_bytes(database):
            raise NoRoomError(_room_text(database))
        with unfinished_file(database.parent) as part:
            try:
                _write_repaired(database, part, games, report)
            except FILE_ERRORS as error:
                if is_full(error):
                    raise NoRoomError(_room_text(database)) from error
                raise StoreError(f"it cannot be repaired: {error}") from error
            if report.repaired:
                report.aside = replace_database(database, part, "repair")
    return report


def _needed_bytes(database: Path) -> int:
    """Return how much a repair writes at most: there are three new files of about this size at a time."""
    return 3 * sum(part.stat().st_size for part in _parts(database)) + SMALL_FILES_BYTES


def _room_text(database: Path) -> str:
    needed = math.ceil(_needed_bytes(database) / 10**5) / 10
    return f"there is no room for the new file: {needed:,.1f} MB have to be free in {database.parent}"


def _parts(database: Path) -> list[Path]:
    """Return what SQLite reads a database from, as far as it is there; an index is made from its log."""
    parts = [database.with_name(database.name + suffix) for suffix in FILE_PARTS if suffix != "-shm"]
    return [part for part in parts if part.exists()]


def _write_repaired(database: Path, part: Path, games: GameRegistry, report: RepairReport) -> None:
    with tempfile.TemporaryDirectory(prefix="kickdoor-repair-", dir=database.parent) as folder:
        loose = Path(folder) / "loose.db"
        found, whole = _read_damaged(database, Path(folder), loose)
        with closing(sqlite3.connect(loose)) as connection:
            told, lost = list[str](), list[str]()
            mend_rows(connection, told, lost)
            connection.commit()
        refused = copy_to_schema(loose, part)
    _tell_salvaged(found, refused, report, whole=whole)
    report.repaired += told
    report.lost += lost
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        query = "SELECT id FROM tables UNION SELECT table_id FROM log"
        for (number,) in tqdm(connection.execute(query).fetchall(), unit="table", disable=None):
            TableRepair(connection, games, number, report.repaired, report.lost).run()
        mend_figures(connection, report.repaired)
        connection.execute("COMMIT")
    verify(part)


def _read_damaged(database: Path, folder: Path, loose: Path) -> tuple[Salvaged, bool]:
    """Read a database from a copy of it that is gone afterwards; return True as well if it is whole."""
    copy = folder / "copy.db"
    for part in _parts(database):
        shutil.copyfile(part, f"{copy}{part.name.removeprefix(database.name)}")
    whole = is_whole(copy)
    if whole:
        with closing(sqlite3.connect(copy)) as connection:
            schema.require_usable(connection, database)
    found = salvage(copy, loose)
    copy.unlink()
    if not whole and not (found.saved["tables"] or found.saved["log"]):
        raise StoreError("no readable game in it")
    return found, whole


def _tell_salvaged(
    found: Salvaged,
    refused: Mapping[str, list[Row]],
    report: RepairReport,
    *,
    whole: bool,
) -> None:
    if not whole:
        saved = ", ".join(f"{count:,} {name}" for name, count in found.saved.items())
        report.repaired.append(f"the file and its indexes were written again: {saved}")
    if not found.listed:
        report.repaired.append("its list of tables was lost: the rows were told apart by what is in them")
    for name, count in found.retyped.items():
        if count:
            report.repaired.append(f"{count} values of {name} were damaged in their type alone")
    for name, rows in refused.items():
        if name in found.unreadable:
            report.lost.append(f"{name}: a part of it cannot be read; there may have been more rows")
        if rows:
            keys = ", ".join(_key_text(row) for row in rows[:MAX_KEYS_TOLD])
            more = f" and {len(rows) - MAX_KEYS_TOLD} more" if len(rows) > MAX_KEYS_TOLD else ""
            report.lost.append(f"{name}: {len(rows)} rows contradict others: {keys}{more}")


def _key_text(row: Row) -> str:
    """Name a row by the numbers it begins with: what follows may be a secret."""
    numbers = [str(value) for value in row[:2] if isinstance(value, int)]
    return "/".join(numbers) or "?"
