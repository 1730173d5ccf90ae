"""Results of games in an SQLite file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.results_api import ResultRow, ResultSeatRow, StatisticsWish
from bot.store.sqlite import sql
from bot.store.sqlite.queue import SqliteQueue
from bot.store.sqlite.write_order import Params

_SELECT = (
    "SELECT r.table_id, r.guild, r.ended_at, r.body, s.seat, s.user, s.body FROM results r "
    "LEFT JOIN result_seats s ON s.table_id = r.table_id "
)
_IN_ORDER = " ORDER BY r.ended_at, r.table_id, s.seat"


class SqliteResults:
    """A ``ResultStore`` in one file."""

    def __init__(self, queue: SqliteQueue) -> None:
        self._queue = queue

    async def record(self, row: ResultRow) -> None:
        await self._queue.write(*_writes(sql.INSERT_RESULT, sql.INSERT_RESULT_SEAT, row))

    async def replace(self, row: ResultRow) -> None:
        await self._queue.write(*_writes(sql.REPLACE_RESULT, sql.REPLACE_RESULT_SEAT, row))

    async def result(self, table: int) -> ResultRow | None:
        rows = await self._queue.read(_SELECT + "WHERE r.table_id = ?" + _IN_ORDER, table)
        return next(iter(gathered(rows)), None)

    async def results(self, guild: int) -> list[ResultRow]:
        where = "WHERE r.guild = ? AND length(r.body) > 0"
        return gathered(await self._queue.read(_SELECT + where + _IN_ORDER, guild))

    async def results_of(self, user: int) -> list[ResultRow]:
        where = "WHERE r.table_id IN (SELECT table_id FROM result_seats WHERE user = ?)"
        return gathered(await self._queue.read(_SELECT + where + _IN_ORDER, user)) if user else []

    async def unrecorded_tables(self) -> list[int]:
        query = (
            "SELECT id FROM tables WHERE NOT live AND id NOT IN (SELECT table_id FROM results) ORDER BY id"
        )
        return [table for (table,) in await self._queue.read(query)]

    async def ended_tables(self) -> list[int]:
        rows = await self._queue.read("SELECT id FROM tables WHERE NOT live ORDER BY id")
        return [table for (table,) in rows]

    async def purge_results(self, idle_before: int) -> None:
        await self._queue.write(*((statement, (idle_before,)) for statement in sql.PURGE_RESULTS))

    async def wish(self, user: int) -> StatisticsWish:
        query = "SELECT user, opted_out, counts_from FROM statistics_wishes WHERE user = ?"
        for found, opted_out, counts_from in await self._queue.read(query, user):
            return StatisticsWish(found, bool(opted_out), counts_from)
        return StatisticsWish(user)

    async def save_wish(self, wish: StatisticsWish) -> None:
        await self._queue.write((sql.REPLACE_WISH, (wish.user, wish.opted_out, wish.counts_from)))

    async def drop_wish(self, user: int) -> None:
        await self._queue.write((sql.DELETE_WISH, (user,)))


def gathered(rows: Sequence[Any]) -> list[ResultRow]:
    """Put rows of results joined with their seats together; they come in order."""
    found: list[ResultRow] = []
    seats: list[ResultSeatRow] = []
    for table, guild, ended_at, body, seat, user, seat_body in rows:
        if not found or found[-1].table != table:
            seats = []
            found.append(ResultRow(table, guild, ended_at, bytes(body)))
        if seat is not None:
            seats.append(ResultSeatRow(seat, user, bytes(seat_body)))
            found[-1] = ResultRow(table, guild, ended_at, bytes(body), tuple(seats))
    return found


def _writes(result: str, seat: str, row: ResultRow) -> list[tuple[str, Params]]:
    writes: list[tuple[str, Params]] = [(result, (row.table, row.guild, row.ended_at, row.body))]
    writes += [(seat, (row.table, each.seat, each.user, each.body)) for each in row.seats]
    return writes
