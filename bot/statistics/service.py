"""Keeps the results of finished games, and takes people out of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tqdm import tqdm

from bot.statistics.achievements import earned_in
from bot.statistics.projection import result_of_game
from bot.statistics.rating import forget_seasons, rated
from bot.statistics.result import GameResult, SeatResult, result_of_row, row_of_result
from bot.store.api import Store, StoreError
from bot.store.reading import load_saved_game
from bot.store.results import ResultRow, StatisticsWish
from bot.tables.history import UnreadableTableError, digest_of
from bot.tables.results import Change, Listener
from cards.registry import GameRegistry

log = logging.getLogger(__name__)


@dataclass(slots=True)
class RebuildReport:
    """What came of a rebuild: tables read, results that changed, and tables that cannot be read."""

    read: int = 0
    changed: int = 0
    skipped: list[str] = field(default_factory=list[str])


class ResultKeeper(Listener):
    """Makes a result of every game that ends, once; listens to the tables for that.

    What a crash keeps it from is made up for when somebody asks next, by whichever process.
    """

    def __init__(self, store: Store, games: GameRegistry, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds since 1970."""
        self._store = store
        self._games = games
        self._clock = clock
        self._working = asyncio.Lock()
        """Nobody is taken out while a game with them is being recorded."""
        self._unreadable: set[int] = set()

    # what happens at the tables

    async def table_changed(self, change: Change) -> None:
        if change.table.phase != "ended":
            return
        try:
            await self._record(change.table.id)
        except StoreError as error:
            log.warning("table %d: its result will be recorded later: %s", change.table.id, error)

    # recording

    async def catch_up(self) -> None:
        """Record the games that have ended and have no result yet. Raises ``StoreError``."""
        for table in await self._store.results.unrecorded_tables():
            if table not in self._unreadable:
                await self._record(table)

    async def _record(self, table: int) -> None:
        async with self._working:
            try:
                row = await self._projected(table)
            except UnreadableTableError as error:
                self._unreadable.add(table)
                log.error("table %d counts for nobody, for its log cannot be read: %s", table, error)
                return
            if row is not None:
                await self._store.results.record(row)
                await self._take_out_leavers(row)

    async def rebuild(self) -> RebuildReport:
        """Make the results of all ended tables again from their logs. Raises ``StoreError``.

        Results whose logs have been deleted since, and those that cannot be read, stay as they are.
        """
        report = RebuildReport()
        for table in tqdm(await self._store.results.ended_tables(), unit="table", disable=None):
            async with self._working:
                try:
                    made = await self._projected(table)
                except UnreadableTableError as error:
                    report.skipped.append(f"table {table}: {error}")
                    continue
                if made is None:
                    continue
                report.read += 1
                kept = await self._store.results.result(table)
                made = _with_ratings_of(made, kept)
                if made != kept:
                    await self._store.results.replace(made)
                    await self._take_out_leavers(made)
                    report.changed += 1
        return report

    async def _projected(self, table: int) -> ResultRow | None:
        saved = await load_saved_game(
            self._store, table, lambda row, _: "" if row is None else digest_of(row)
        )
        if saved is None or saved.table is None or saved.table.live:
            return None
        result = result_of_game(self._games, saved)
        if result is None:
            ended_at = saved.log[-1].at if saved.log else int(self._clock())
            return ResultRow(table, saved.table.guild, ended_at)
        seats = [await self._as_wished(seat, result.ended_at) for seat in result.seats]
        return row_of_result(replace(result, seats=tuple(seats)))

    async def _as_wished(self, seat: SeatResult, ended_at: int) -> SeatResult:
        if not seat.user:
            return seat
        wish = await self._store.results.wish(seat.user)
        return seat.without_person() if wish.opted_out or ended_at < wish.counts_from else seat

    async def _take_out_leavers(self, row: ResultRow) -> None:
        """Remove players whom another process erased while this result was written.

        It has done so first and looked for their results then: either of us finds what the other has written.
        """
        for user in sorted({seat.user for seat in row.seats} - {0}):
            known = row.table in await self._store.all_tables_of(user)
            if not known or (await self.wish(user)).opted_out:
                await self._take_out(user)

    # reading

    async def results(self, guild: int) -> list[GameResult]:
        """Return the games of a server that count, in the order of their endings. Raises ``StoreError``."""
        await self.catch_up()
        return await asyncio.to_thread(_readable, await self._store.results.results(guild))

    async def earned_in(self, table: int) -> list[tuple[str, tuple[str, ...]]]:
        """Return what people have earned in a game that has ended: their names, and the keys."""
        try:
            row = await self._store.results.result(table)
            if row is None:  # the process that ended the game died before it recorded it
                await self._record(table)
                row = await self._store.results.result(table)
            if row is None or not row.body:
                return []
            return await asyncio.to_thread(earned_in, await self.results(row.guild), table)
        except StoreError as error:
            log.warning("table %d: its achievements cannot be told: %s", table, error)
            return []

    async def is_corrected(self, table: int) -> bool:
        """Return True if a game that has ended is not rated because something was put right in it."""
        try:
            row = await self._store.results.result(table)
        except StoreError:
            return False
        return row is not None and any(result.corrected for result in _readable([row] if row.body else []))

    async def results_of(self, user: int) -> list[GameResult]:
        """Return the games of a person in all servers. Raises ``StoreError``."""
        await self.catch_up()
        return await asyncio.to_thread(_readable, await self._store.results.results_of(user))

    async def wish(self, user: int) -> StatisticsWish:
        """Return what a person wants. Raises ``StoreError``."""
        return await self._store.results.wish(user)

    # taking people out

    async def opt_out(self, user: int) -> None:
        """Keep no statistics of a person from now on, nor those that there are. Raises ``StoreError``."""
        await self.catch_up()
        async with self._working:
            await self._store.results.save_wish(StatisticsWish(user, opted_out=True))
            await self._take_out(user)

    async def opt_in(self, user: int) -> None:
        """Count the games that end from now on. Raises ``StoreError``."""
        if (await self.wish(user)).opted_out:
            await self._store.results.save_wish(StatisticsWish(user, counts_from=int(self._clock())))

    async def forget(self, user: int) -> bool:
        """Take a person out of all results; the others' figures stay what they are.

        False: something could not be erased now, and nothing but asking again helps.
        """
        try:
            async with self._working:
                await self._take_out(user)
                await self._store.results.drop_wish(user)
        except StoreError as error:
            log.error("a person could not be taken out of the statistics: %s", error)
            return False
        return True

    async def forget_again(self, user: int, moment: int) -> None:
        """Forget a person who is still in a result from before their request. Raises ``StoreError``."""
        if any(row.ended_at <= moment for row in await self._store.results.results_of(user)):
            await self.forget(user)

    async def _take_out(self, user: int) -> None:
        theirs = await self._store.results.results_of(user)
        for guild in sorted({row.guild for row in theirs}):
            rows = await self._store.results.results(guild)
            for row in await asyncio.to_thread(_rows_without, rows, user):
                await self._store.results.replace(row)
        result_of_row.cache_clear()  # memory forgets them, too
        forget_seasons()
        for row in await self._store.results.results_of(user):  # what cannot be read is erased all the same
            blank = tuple(replace(s, user=0, body=b"{}") if s.user == user else s for s in row.seats)
            await self._store.results.replace(replace(row, seats=blank))


def _readable(rows: list[ResultRow]) -> list[GameResult]:
    found: list[GameResult] = []
    for row in rows:
        try:
            found.append(result_of_row(row))
        except ValueError:
            log.error("the result of table %d is damaged; a rebuild may mend it", row.table)
    return found


def _rows_without(rows: list[ResultRow], user: int) -> list[ResultRow]:
    """Return the rows of somebody's games as they are without them, in one go.

    Their rating before the game stays. It comes from the games before it, so all are read before any is
    changed.
    """
    found: list[ResultRow] = []
    for result, before, _ in rated(_readable(rows)):
        if result.seat_of(user) is not None:
            seats = tuple(
                seat.without_person((before[seat.seat].mu, before[seat.seat].sigma))
                if seat.user == user
                else seat
                for seat in result.seats
            )
            found.append(row_of_result(replace(result, seats=seats)))
    return found


def _with_ratings_of(made: ResultRow, kept: ResultRow | None) -> ResultRow:
    """Keep what a log does not know: the ratings of people who have been taken out since."""
    if kept is None or not kept.body or not made.body:
        return made
    old, new = _readable([kept]), result_of_row(made)
    if not old or len(old[0].seats) != len(new.seats):
        return made
    seats = tuple(
        replace(seat, rating=before.rating) if not seat.user and not seat.robot else seat
        for seat, before in zip(new.seats, old[0].seats, strict=True)
    )
    return row_of_result(replace(new, seats=seats))
