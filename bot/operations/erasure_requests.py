"""Who asked to be forgotten, kept beside the database, so that a restored backup honors it too.

A line is a moment and a user's id, nothing else; a start drops it when no backup should be that old any more.
No clock is trusted with that alone: one that is wrong for a day must not empty the list for good.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from bot.statistics.service import ResultKeeper
from bot.store.api import Store, StoreError
from bot.store.files.new_file import take_after
from bot.store.results import StatisticsWish
from bot.store.rows import UserRow
from bot.tables.service import TableService

log = logging.getLogger(__name__)

REQUEST_RETENTION_S = 400 * 86_400
"""Seconds for which a request is remembered: somewhat longer than any table is kept."""

MAX_CLOCK_ERROR_S = 86_400
"""Seconds by which a request may seem to be made in the future: somebody may have set the clock."""


class ErasureRequests:
    """The list of requests in one file; without a path nothing is remembered.

    The list lies beside the database that ``store`` has open, which notes up to when it has honored them.
    """

    def __init__(
        self, path: Path | None, clock: Callable[[], float] = time.time, store: Store | None = None
    ) -> None:
        self._path = path
        self._clock = clock
        self._store = store

    def add(self, user: int) -> int:
        """Remember a request and return its moment. Raises OSError when it cannot be written."""
        moment = int(self._clock())
        if self._path is None:
            return moment
        is_new = not self._path.exists()
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), "a+b") as file:
            line = f"{moment} {user}\n".encode()
            file.write(b"\n" + line if _is_torn(file) else line)
            file.flush()
            os.fsync(file.fileno())
        if is_new:
            take_after(self._path, self._path.parent.stat())
        return moment

    def drop_expired(self, last_activity: int = 0) -> None:
        """Drop the lines that no backup should need any more. Raises OSError when that cannot be done.

        A clock alone empties no list, since it may be wrong: only as much time counts as the newest request,
        or the last activity in the database, shows to have passed. What cannot be read, and what seems to be
        from the future, is kept.
        """
        lines = self._lines()
        latest = self.latest_moment()
        signs = [last_activity, *(found[0] for line in lines if (found := _request(line)) is not None)]
        proved = max((sign for sign in signs if sign <= latest), default=0)
        before = min(self._clock(), proved) - REQUEST_RETENTION_S
        kept = [line for line in lines if (found := _request(line)) is None or found[0] > before]
        if kept != lines:
            self._replace(b"\n".join(kept))

    def _replace(self, content: bytes) -> None:
        assert self._path is not None
        fresh = self._path.with_name(f"{self._path.name}.part")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)

    def requests(self) -> list[tuple[int, int]]:
        """Return what is remembered: moments and users. A damaged line is skipped, as one from the future."""
        latest = self.latest_moment()
        found = [_request(line) for line in self._lines()]
        return [pair for pair in found if pair is not None and pair[0] <= latest]

    def latest_moment(self) -> int:
        """Return the latest moment, in seconds since 1970, that is not from the future."""
        return int(self._clock()) + MAX_CLOCK_ERROR_S

    def _lines(self) -> list[bytes]:
        if self._path is None or not self._path.exists():
            return []
        return self._path.read_bytes().split(b"\n")

    async def forget(self, user: int, tables: TableService, results: ResultKeeper | None) -> bool:
        """Forget a person everywhere. False: something could not be saved; asking again helps."""
        try:
            # First, so that a backup restored meanwhile does not bring them back unnoticed.
            moment = await asyncio.to_thread(self.add, user)
        except OSError as error:
            log.error("a request to be forgotten could not be noted: %s", error)
            return False
        # The results come after the tables: leaving one may have ended a game, which then has a result.
        done = await tables.forget_user(user) and (results is None or await results.forget(user))
        if done:
            await self.note_honored(moment)
        return done

    async def reapply(self, tables: TableService, results: ResultKeeper) -> int:
        """Forget again the people of whom the database knows something from before their request.

        Return how many they were. What they have done since is theirs to keep: they came back. Damaged tables
        are passed over, to be tried again at the next start.
        """
        store, requests = self._store, sorted(self.requests())
        if store is None or not requests:
            return 0
        until = honored = await self._honored_until(store)
        count, well = 0, True
        for moment, user in requests:
            try:
                known = await _knows_of(store, user, moment)
                if moment > until:
                    # The database is from before the request, so all that it knows is older.
                    wish, row = await store.results.wish(user), await store.user(user)
                    known = known or wish != StatisticsWish(user) or row != UserRow(user)
                    well = await tables.forget_user(user) and await results.forget(user) and well
                else:
                    well = (not known or await tables.forget_user(user)) and well
                    await results.forget_again(user, moment)
                count += known and not await tables.tables_knowing(user)
            except StoreError as error:
                log.error("a request to be forgotten will be tried again at the next start: %s", error)
                well = False
            honored = max(honored, moment) if well else honored
        if honored != until:
            await store.note_erased_until(honored)
        return count

    async def note_honored(self, moment: int) -> None:
        """Say in the database that a request has been honored there: a copy from before does not say so."""
        if self._store is None or self._path is None:
            return
        try:
            if moment > await self._honored_until(self._store):
                await self._store.note_erased_until(moment)
        except StoreError as error:
            log.error("a request to be forgotten will be applied again at the next start: %s", error)

    async def _honored_until(self, store: Store) -> int:
        """Return the moment up to which all requests are honored in a database.

        Where that was never noted, or by a wrong clock, it is that of the last move.
        """
        noted, latest = await store.erased_until(), self.latest_moment()
        return noted if noted is not None and noted <= latest else await store.last_request_at(latest)


def _request(line: bytes) -> tuple[int, int] | None:
    """Return the moment and the user that a line names, None where it is damaged."""
    found = re.fullmatch(rb"\s*(\d{1,19})\s+(\d{1,20})\s*", line)
    return None if found is None else (int(found[1]), int(found[2]))


def _is_torn(file: BinaryIO) -> bool:
    """Return True if the last line has no end: power may have failed while it was written."""
    if not file.seek(0, os.SEEK_END):
        return False
    file.seek(-1, os.SEEK_END)
    return file.read() != b"\n"


async def _knows_of(store: Store, user: int, moment: int) -> bool:
    """Return True if the log of a table says what a person did up to then. Raises ``StoreError``."""
    for number in await store.all_tables_of(user):
        for first in await store.log(number, limit=1):
            if first.at <= moment and any(
                row.user == user and row.at <= moment for row in await store.log(number)
            ):
                return True
    return False
