"""Copies of the database: made every hour, checked by playing a sample of their games again."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.replays.record import RecordError
from bot.replays.recording import digest_for, play_again
from bot.settings import Settings
from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.backup.folder import BackupFolder
from bot.store.backup.moving import is_server
from bot.store.files.database_file import reading_address
from bot.store.postgres import transfer as postgres_transfer
from bot.store.reading import SavedGame, read_sqlite_game
from bot.store.sqlite import transfer as sqlite_transfer
from bot.store.sqlite.errors import FILE_ERRORS
from bot.store.transfer import carry_over
from bot.tables.history import UnreadableTableError, load_state
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

SAMPLE_TABLES = 3
"""Games of a copy that are played again: enough to notice a copy that is no use, and soon done."""

CHECK_INTERVAL_S = 60.0
"""Seconds between two looks whether a copy is due."""

RETRY_INTERVAL_S = 900.0
"""Seconds before the next try after a failure: a try may write a whole copy."""

_EMPTIED = (
    "the database has no games, but copies in %s have: they are kept, and an empty copy is not. Is it the "
    "right database? `kickdoor restore %s` goes back. If the games are to be gone, delete the copies"
)


def copies_of(settings: Settings) -> BackupFolder | None:
    """Return where the bot of these settings puts its copies, None for nowhere."""
    folder = settings.backup_folder
    return None if folder is None else BackupFolder(folder, settings.backup_owner)


@dataclass(frozen=True, slots=True)
class CheckedCopy:
    """What a copy holds: how many tables and results, and which of the sampled games can be played on."""

    tables: int
    results: int = 0
    sound: tuple[int, ...] = ()
    damaged: tuple[int, ...] = ()

    @property
    def usable(self) -> bool:
        """Return True unless no sampled game can be played: one damaged table must not cost the others."""
        return bool(self.sound) or not self.damaged

    @property
    def empty(self) -> bool:
        """Return True if there are neither games nor what came of them."""
        return not self.tables and not self.results

    def text(self) -> str:
        """Say what was found."""
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        text = f"{tables}, {len(self.sound)} played again to see that all is there"
        if self.damaged:
            text += f"; damaged: table {', '.join(map(str, self.damaged))}"
        return text


def check_copy(path: Path, games: GameRegistry, dice: Random | None = None) -> CheckedCopy:
    """Open a copy and play a sample of its games again. Raises ``StoreError`` where it is no use."""
    try:
        with closing(sqlite3.connect(reading_address(path), uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StoreError(f"{path} is damaged: {' '.join(verdict.split())}")
            schema.require_usable(connection, path)
            tables, results = _counts(connection)
            begun = [
                number for (number,) in connection.execute("SELECT id FROM tables WHERE snapshot IS NOT NULL")
            ]
    except FILE_ERRORS as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    sample = (dice or Random()).sample(begun, min(SAMPLE_TABLES, len(begun)))
    sound = {number for number in sample if _can_be_played_on(path, number, games)}
    return CheckedCopy(tables, results, tuple(sorted(sound)), tuple(sorted(set(sample) - sound)))


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many tables and results a database has."""
    found = connection.execute("SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM results)")
    tables, results = found.fetchone()
    return tables, results


def _holds_games(path: Path) -> bool:
    """Return True if a copy can be read and is not empty."""
    try:
        with closing(sqlite3.connect(reading_address(path), uri=True)) as connection:
            return any(_counts(connection))
    except FILE_ERRORS:
        return False


def _can_be_played_on(path: Path, number: int, games: GameRegistry) -> bool:
    try:
        saved = read_sqlite_game(path, number, digest_for)
        if saved is None or saved.table is None:
            return False
        return _replays(saved, games) or _loads(saved, games)
    except Exception as error:  # damaged bytes can be anything, and one game is no reason to keep no copy
        log.error("table %d of a copy cannot be read: %s: %s", number, type(error).__name__, error)
        return False


def _replays(saved: SavedGame, games: GameRegistry) -> bool:
    try:
        played = play_again(games, saved)
    except RecordError:
        return False
    return played.as_saved and not played.fault


def _loads(saved: SavedGame, games: GameRegistry) -> bool:
    """Return True for a game that today's rules play otherwise: its saved state is what counts."""
    assert saved.table is not None
    for definitions in (None, saved.definitions):
        try:
            load_state(games, saved.table, definitions)
        except UnreadableTableError:
            continue
        return True
    return False


async def write_copy(database: str, target: Path) -> None:
    """Write all of a database, file or server, to a new SQLite file. Raises ``StoreError``."""
    if not is_server(database):
        await asyncio.to_thread(copy_database, Path(database), target)
        return
    async with (
        postgres_transfer.opened_source(database, while_running=True) as source,
        sqlite_transfer.opened_target(target) as file,
    ):
        await carry_over(source, file)


class BackupSchedule:
    """Makes a copy every hour while the bot runs."""

    def __init__(
        self, database: str, folder: BackupFolder, games: GameRegistry, clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._folder = folder
        self._games = games
        self._clock = clock
        self.last_good = 0
        """When the newest good copy was made, in seconds since 1970; 0 where none is known."""

    async def run(self, first_look_s: float) -> None:
        """Make copies when they are due, until cancelled."""
        await asyncio.sleep(first_look_s)
        while True:
            pause_s = await self.look()
            await asyncio.sleep(pause_s)

    async def look(self) -> float:
        """Make a copy if one is due; return how many seconds to wait before the next look."""
        try:
            if not self.last_good:
                found = await asyncio.to_thread(self._folder.files)
                self.last_good = max((file.moment for file in found), default=0)
            due = await asyncio.to_thread(self._folder.is_due, int(self._clock()))
            if not due or await self.make() is not None:
                return CHECK_INTERVAL_S
        except (StoreError, OSError) as error:
            log.error("no backup could be made: %s", error)
        except Exception:
            log.exception("no backup could be made")
        log.warning("the next try to make a backup is in %d min", RETRY_INTERVAL_S // 60)
        return RETRY_INTERVAL_S

    async def make(self) -> Path | None:
        """Make a copy, check it and return where it is; older ones go only for one that can be played on."""
        now = int(self._clock())
        part = await asyncio.to_thread(self._folder.place_for_next, now)
        try:
            await write_copy(self._database, part)
            found = await asyncio.to_thread(check_copy, part, self._games)
            if found.damaged:
                log.error("backup: table %s is damaged in it", ", ".join(map(str, found.damaged)))
            if not found.usable:
                await asyncio.to_thread(self._folder.set_aside, part)
                log.error("the backup cannot be played on; the older ones are kept: look at the database")
                return None
            if found.empty and (full := await asyncio.to_thread(self._newest_with_games)):
                log.error(_EMPTIED, self._folder.path, full)
                return None
            target = await asyncio.to_thread(self._folder.keep, part, now)
        finally:
            await asyncio.to_thread(self._folder.drop_unfinished)
        self.last_good = now
        log.info("backup %s: %s", target, found.text())
        return target

    def _newest_with_games(self) -> Path | None:
        return next((file.path for file in self._folder.files() if _holds_games(file.path)), None)
