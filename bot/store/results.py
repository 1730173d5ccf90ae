"""What is kept of finished games for statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Statement = tuple[str, tuple[Any, ...]]
"""A statement with its values."""


class Database(Protocol):
    """What a store asks and writes with, in the words of ``statements``."""

    async def fetch(self, query: str, *values: Any) -> Sequence[Any]:
        """Return the rows of a query, which sees all writes asked for before."""
        ...

    async def write(self, *writes: Statement) -> None:
        """Save all of these statements or none."""
        ...


@dataclass(frozen=True, slots=True)
class ResultSeatRow:
    """What came of a game for one seat. ``user`` 0: a computer, or somebody who wants no statistics."""

    seat: int
    user: int
    body: bytes


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What came of a game. An empty ``body`` says that it counts for nobody.

    ``ended_at`` is in seconds since 1970. Rows are equal if what they keep is.
    """

    table: int
    guild: int
    ended_at: int
    body: bytes = b""
    seats: tuple[ResultSeatRow, ...] = ()


@dataclass(frozen=True, slots=True)
class StatisticsWish:
    """What somebody wants: no statistics, or only those of games that ended from a moment on."""

    user: int
    opted_out: bool = False
    counts_from: int = 0


_SELECT = (
    "SELECT r.table_id, r.guild, r.ended_at, r.body, s.seat, s.person, s.body FROM results r "
    "LEFT JOIN result_seats s ON s.table_id = r.table_id "
)
_IN_ORDER = " ORDER BY r.ended_at, r.table_id, s.seat"
_RESULT = "INSERT INTO results (table_id, guild, ended_at, body) VALUES ($1, $2, $3, $4) ON CONFLICT "
_SEAT = "INSERT INTO result_seats (table_id, seat, person, body) VALUES ($1, $2, $3, $4) ON CONFLICT "
_REPLACE_RESULT = (
    "(table_id) DO UPDATE SET guild = excluded.guild, ended_at = excluded.ended_at, body = excluded.body"
)
_REPLACE_SEAT = "(table_id, seat) DO UPDATE SET person = excluded.person, body = excluded.body"
_IDLE = "(SELECT guild FROM results GROUP BY guild HAVING max(ended_at) < $1)"
_PURGE = (
    f"DELETE FROM result_seats WHERE table_id IN (SELECT table_id FROM results WHERE guild IN {_IDLE})",
    f"DELETE FROM results WHERE guild IN {_IDLE}",
)
_UPSERT_WISH = (
    "INSERT INTO statistics_wishes (person, opted_out, counts_from) VALUES ($1, $2, $3) "
    "ON CONFLICT (person) DO UPDATE SET opted_out = excluded.opted_out, counts_from = excluded.counts_from"
)


class Results:
    """Keeps results. Every method raises ``StoreError`` if the disk fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, row: ResultRow) -> None:
        """Save a result, unless the table has one already."""
        await self._write(row, "DO NOTHING", "DO NOTHING")

    async def replace(self, row: ResultRow) -> None:
        """Save a result in the place of an older one."""
        await self._write(row, _REPLACE_RESULT, _REPLACE_SEAT)

    async def _write(self, row: ResultRow, result: str, seat: str) -> None:
        await self._database.write(
            (_RESULT + result, (row.table, row.guild, row.ended_at, row.body)),
            *((_SEAT + seat, (row.table, each.seat, each.user, each.body)) for each in row.seats),
        )

    async def result(self, table: int) -> ResultRow | None:
        """Return the result of a table."""
        return next(iter(await self._select("WHERE r.table_id = $1", table)), None)

    async def results(self, guild: int) -> list[ResultRow]:
        """Return the results of a server that count, in the order in which the games ended."""
        return await self._select("WHERE r.guild = $1 AND length(r.body) > 0", guild)

    async def has_any(self, guild: int) -> bool:
        """Return True if a game of this server has ended, whether it counts or not."""
        return bool(
            await self._database.fetch("SELECT table_id FROM results WHERE guild = $1 LIMIT 1", guild)
        )

    async def results_of(self, user: int) -> list[ResultRow]:
        """Return the results of all servers in which the person has a seat, in the same order."""
        where = "WHERE r.table_id IN (SELECT table_id FROM result_seats WHERE person = $1)"
        return await self._select(where, user) if user else []

    async def _select(self, where: str, value: int) -> list[ResultRow]:
        """Put the rows of results joined with their seats together; they come in order."""
        found: list[ResultRow] = []
        seats: list[ResultSeatRow] = []
        for table, guild, ended_at, body, seat, user, seat_body in await self._database.fetch(
            _SELECT + where + _IN_ORDER, value
        ):
            if not found or found[-1].table != table:
                seats = []
                found.append(ResultRow(table, guild, ended_at, bytes(body)))
            if seat is not None:
                seats.append(ResultSeatRow(seat, user, bytes(seat_body)))
                found[-1] = ResultRow(table, guild, ended_at, bytes(body), tuple(seats))
        return found

    async def unrecorded_tables(self) -> list[int]:
        """Return the tables that have ended and have no result yet."""
        query = (
            "SELECT id FROM tables t WHERE NOT live "
            "AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id) ORDER BY id"
        )
        return [row[0] for row in await self._database.fetch(query)]

    async def ended_tables(self) -> list[int]:
        """Return all tables that have ended."""
        query = "SELECT id FROM tables WHERE NOT live ORDER BY id"
        return [row[0] for row in await self._database.fetch(query)]

    async def purge_results(self, idle_before: int) -> None:
        """Delete the results of servers in which no game has ended since that moment."""
        await self._database.write(*((statement, (idle_before,)) for statement in _PURGE))

    async def wish(self, user: int) -> StatisticsWish:
        """Return what a person wants; the default when they have said nothing."""
        query = "SELECT opted_out, counts_from FROM statistics_wishes WHERE person = $1"
        for opted_out, counts_from in await self._database.fetch(query, user):
            return StatisticsWish(user, bool(opted_out), counts_from)
        return StatisticsWish(user)

    async def save_wish(self, wish: StatisticsWish) -> None:
        """Save what a person wants."""
        await self._database.write((_UPSERT_WISH, (wish.user, wish.opted_out, wish.counts_from)))

    async def drop_wish(self, user: int) -> None:
        """Forget what a person wants."""
        await self._database.write(("DELETE FROM statistics_wishes WHERE person = $1", (user,)))
