"""Results of games on a PostgreSQL server."""

from __future__ import annotations

from bot.store.postgres.pool import PostgresPool
from bot.store.results_api import ResultRow, StatisticsWish
from bot.store.sqlite.results import gathered

_SELECT = (
    "SELECT r.table_id, r.guild, r.ended_at, r.body, s.seat, s.person, s.body FROM results r "
    "LEFT JOIN result_seats s ON s.table_id = r.table_id "
)
_IN_ORDER = " ORDER BY r.ended_at, r.table_id, s.seat"
_RESULT = "INSERT INTO results (table_id, guild, ended_at, body) VALUES ($1, $2, $3, $4) "
_SEAT = "INSERT INTO result_seats (table_id, seat, person, body) VALUES ($1, $2, $3, $4) "
_KEEP = "ON CONFLICT DO NOTHING RETURNING 1"
_REPLACE_RESULT = (
    "ON CONFLICT (table_id) DO UPDATE SET guild = excluded.guild, ended_at = excluded.ended_at, "
    "body = excluded.body RETURNING 1"
)
_REPLACE_SEAT = "ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, body = excluded.body"
_IDLE = "(SELECT guild FROM results GROUP BY guild HAVING max(ended_at) < $1)"


class PostgresResults:
    """A ``ResultStore`` on a server; several processes may write the same result."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def record(self, row: ResultRow) -> None:
        await self._write(row, _RESULT + _KEEP, _SEAT + _KEEP)

    async def replace(self, row: ResultRow) -> None:
        await self._write(row, _RESULT + _REPLACE_RESULT, _SEAT + _REPLACE_SEAT)

    async def _write(self, row: ResultRow, result: str, seat: str) -> None:
        async with self._pool.transaction() as connection:
            if not await connection.fetch(result, row.table, row.guild, row.ended_at, row.body):
                return  # another process was first
            for each in row.seats:
                await connection.execute(seat, row.table, each.seat, each.user, each.body)

    async def result(self, table: int) -> ResultRow | None:
        rows = await self._pool.fetch(_SELECT + "WHERE r.table_id = $1" + _IN_ORDER, table)
        return next(iter(gathered(rows)), None)

    async def results(self, guild: int) -> list[ResultRow]:
        where = "WHERE r.guild = $1 AND length(r.body) > 0"
        return gathered(await self._pool.fetch(_SELECT + where + _IN_ORDER, guild))

    async def results_of(self, user: int) -> list[ResultRow]:
        where = "WHERE r.table_id IN (SELECT table_id FROM result_seats WHERE person = $1)"
        return gathered(await self._pool.fetch(_SELECT + where + _IN_ORDER, user)) if user else []

    async def unrecorded_tables(self) -> list[int]:
        query = (
            "SELECT id FROM tables t WHERE NOT live "
            "AND NOT EXISTS (SELECT 1 FROM results r WHERE r.table_id = t.id) ORDER BY id"
        )
        return [row["id"] for row in await self._pool.fetch(query)]

    async def ended_tables(self) -> list[int]:
        rows = await self._pool.fetch("SELECT id FROM tables WHERE NOT live ORDER BY id")
        return [row["id"] for row in rows]

    async def purge_results(self, idle_before: int) -> None:
        async with self._pool.transaction() as connection:
            await connection.execute(
                "DELETE FROM result_seats WHERE table_id IN "
                f"(SELECT table_id FROM results WHERE guild IN {_IDLE})",
                idle_before,
            )
            await connection.execute(f"DELETE FROM results WHERE guild IN {_IDLE}", idle_before)

    async def wish(self, user: int) -> StatisticsWish:
        query = "SELECT person, opted_out, counts_from FROM statistics_wishes WHERE person = $1"
        rows = await self._pool.fetch(query, user)
        return StatisticsWish(*rows[0]) if rows else StatisticsWish(user)

    async def save_wish(self, wish: StatisticsWish) -> None:
        query = (
            "INSERT INTO statistics_wishes (person, opted_out, counts_from) VALUES ($1, $2, $3) "
            "ON CONFLICT (person) DO UPDATE SET opted_out = excluded.opted_out, "
            "counts_from = excluded.counts_from"
        )
        await self._pool.fetch(query, wish.user, wish.opted_out, wish.counts_from)

    async def drop_wish(self, user: int) -> None:
        await self._pool.fetch("DELETE FROM statistics_wishes WHERE person = $1", user)
