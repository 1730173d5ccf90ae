"""PostgreSQL: one database for several processes, any of which may write any table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from bot.store.api import ConflictError, StoreError
from bot.store.postgres.migrating import prepare_schema
from bot.store.postgres.pool import PostgresPool
from bot.store.postgres.results import PostgresResults
from bot.store.postgres.together import Together
from bot.store.postgres.writer import PostgresWriter, write_commits
from bot.store.rows import (
    PROBE_BYTES,
    PROBE_NAME,
    LiveTable,
    LogRow,
    SurfaceRow,
    TableCommit,
    TableRow,
    UserRow,
)

if TYPE_CHECKING:
    from asyncpg import Connection, Record

_PROBE = TableCommit(
    TableRow(-1, 0, 0, False, 1, None, PROBE_BYTES), LogRow(-1, 1, 0, 0, PROBE_NAME, b"", PROBE_BYTES, 0)
)
"""Saved as any move and deleted in one transaction, to see whether that can be done."""
SQL_DELETE_PROBE = (
    "WITH gone AS (DELETE FROM log WHERE table_id = $1 RETURNING table_id) "
    "DELETE FROM tables WHERE id IN (SELECT table_id FROM gone)"
)
SQL_SELECT_LOG = (
    "SELECT table_id, revision, coalesce(press, 0), person, kind, body, events, at FROM log "
    "WHERE table_id = $1 "
)
SQL_SELECT_TABLE = (
    "SELECT id, channel, guild, live, revision, wake, body, snapshot, edition FROM tables WHERE id = $1"
)
SQL_SELECT_DEFINITIONS = "SELECT body FROM definitions WHERE digest = $1"
SQL_LAST_REQUEST_AT = "(SELECT at FROM log WHERE table_id = t.id ORDER BY revision DESC LIMIT 1)"
SQL_TABLES_OF_USER = (
    "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id "
    f"WHERE s.person = $1 AND s.seated AND t.live ORDER BY {SQL_LAST_REQUEST_AT} DESC NULLS LAST, t.id DESC"
)
SQL_FORGET_USER = (
    "UPDATE log SET person = 0 "
    "WHERE person = $1 AND table_id IN (SELECT table_id FROM sitters WHERE person = $1)",
    "DELETE FROM surfaces WHERE key LIKE '%.' || $1::bigint::text",
    # Whom a message calls is its version. The message stays known, to be deleted as soon as that works.
    "UPDATE surfaces SET version = 0 WHERE key = 'call' AND version = $1",
    "DELETE FROM sitters WHERE person = $1 AND table_id <> ALL($2::bigint[])",
    "DELETE FROM users WHERE id = $1",
)
SQL_SELECT_LAST_REQUEST_AT = (
    f"SELECT coalesce(max(at), 0) FROM (SELECT {SQL_LAST_REQUEST_AT} AS at FROM tables t) last WHERE at <= $1"
)
SQL_UPSERT_ERASED_UNTIL = (
    "INSERT INTO figures (name, value) VALUES ('erased_until', $1) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
SQL_UPSERT_UPTIME = (
    "INSERT INTO figures (name, value) VALUES ('uptime', $1) "
    "ON CONFLICT (name) DO UPDATE SET value = greatest(figures.value, excluded.value)"
)
SQL_UNTOLD_ENDINGS = (
    "SELECT t.id FROM surfaces s JOIN tables t ON t.id = s.table_id WHERE s.key = 'table' "
    f"AND s.version < t.revision AND NOT t.live AND {SQL_LAST_REQUEST_AT} > $1::bigint ORDER BY t.id"
)
SQL_OLD_TABLES = (
    f"SELECT id FROM tables t WHERE {SQL_LAST_REQUEST_AT} < "
    "CASE WHEN live THEN $1::bigint ELSE $2::bigint END "
    "ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED"
)
SQL_UPSERT_SURFACE = (
    "INSERT INTO surfaces (table_id, key, channel, message, version) VALUES ($1, $2, $3, $4, $5) "
    "ON CONFLICT (table_id, key) DO UPDATE SET channel = excluded.channel, message = excluded.message, "
    "version = excluded.version"
)
SQL_DELETE_SURFACES = (
    "DELETE FROM surfaces WHERE table_id = $1 AND ($2::text[] IS NULL OR key = ANY($2::text[]))"
)
SQL_UPSERT_USER = (
    "INSERT INTO users (id, dm_closed_until, text_only, text_size) VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (id) DO UPDATE SET dm_closed_until = excluded.dm_closed_until, "
    "text_only = excluded.text_only, text_size = excluded.text_size"
)


MessageGuard = Callable[["Connection[Record]", int], Awaitable[bool]]


class PostgresStore:
    """A ``Store`` on a server. Make it with ``open``."""

    exclusive = False

    def __init__(self, pool: PostgresPool) -> None:
        self.pool = pool
        self.results = PostgresResults(pool)
        self.may_note_messages: MessageGuard | None = None
        """Says inside a transaction whether this process is the one that shows a table; None: it is."""
        self._writer = PostgresWriter(pool)
        self.waiting = self._writer.waiting
        self._row_versions = Together(self._read_row_versions)

    @classmethod
    async def open(cls, address: str) -> PostgresStore:
        """Connect, and make and migrate the tables as needed; others may be using them.

        Raises ``DatabaseInUseError`` if the schema has to change while they do, ``NewerSchemaError`` for a
        newer database, ``StoreError`` when the server cannot be used.
        """
        pool = await PostgresPool.open(address)
        try:
            async with pool.transaction() as connection:
                await prepare_schema(connection)
        except BaseException:
            await pool.close()
            raise
        return cls(pool)

    async def close(self) -> None:
        if self.pool.closed:
            return
        await self._writer.wait_idle()
        await self._row_versions.wait_idle()
        await self.pool.close()

    # what is asked

    async def next_table(self) -> int:
        rows = await self.pool.fetch("SELECT nextval('table_numbers')")
        return int(rows[0][0])

    async def commit(self, commit: TableCommit) -> None:
        if self.pool.closed:
            raise StoreError("the store is closed")
        await self._writer.save(commit)

    async def is_current(self, table: int, row_version: int) -> bool:
        return await self._row_versions.ask(table) == row_version

    async def _read_row_versions(self, tables: list[int]) -> dict[int, int]:
        rows = await self.pool.fetch("SELECT id, edition FROM tables WHERE id = ANY($1::bigint[])", tables)
        return dict.fromkeys(tables, 0) | {row["id"]: row["edition"] for row in rows}

    async def tables_in_guild(self, guild: int) -> list[int]:
        rows = await self.pool.fetch("SELECT id FROM tables WHERE live AND guild = $1", guild)
        return [row["id"] for row in rows]

    async def live_tables(self) -> list[LiveTable]:
        rows = await self.pool.fetch("SELECT id, channel, guild, wake FROM tables WHERE live ORDER BY id")
        return [LiveTable(row["id"], row["channel"], row["guild"], row["wake"]) for row in rows]

    async def untold_endings(self, after: int) -> list[int]:
        return [row["id"] for row in await self.pool.fetch(SQL_UNTOLD_ENDINGS, after)]

    async def table(self, table: int) -> TableRow | None:
        rows = await self.pool.fetch(SQL_SELECT_TABLE, table)
        return TableRow(*rows[0]) if rows else None

    async def recent_interactions(self, table: int, limit: int) -> list[tuple[int, int]]:
        rows = await self.pool.fetch(
            "SELECT press, revision FROM log WHERE table_id = $1 AND press IS NOT NULL "
            "ORDER BY revision DESC LIMIT $2",
            table,
            limit,
        )
        return [(row["press"], row["revision"]) for row in rows]

    async def log(self, table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        query = SQL_SELECT_LOG + "AND revision > $2 ORDER BY revision LIMIT nullif($3::bigint, -1)"
        return _log_rows(await self.pool.fetch(query, table, after, limit))

    async def log_tail(self, table: int, limit: int) -> list[LogRow]:
        query = SQL_SELECT_LOG + "ORDER BY revision DESC LIMIT $2"
        return _log_rows(await self.pool.fetch(query, table, limit))[::-1]

    async def tables_of(self, user: int) -> list[int]:
        return [row["id"] for row in await self.pool.fetch(SQL_TABLES_OF_USER, user)]

    async def all_tables_of(self, user: int) -> list[int]:
        query = "SELECT table_id FROM sitters WHERE person = $1 ORDER BY table_id"
        return [row["table_id"] for row in await self.pool.fetch(query, user)]

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        async with self.pool.transaction() as connection:
            for statement in SQL_FORGET_USER:
                more = [list(unreadable_tables)] if "$2" in statement else []
                await connection.execute(statement, user, *more)

    async def close_table(self, table: int) -> None:
        await self.pool.fetch(
            "UPDATE tables SET live = false, wake = NULL, edition = edition + 1 WHERE id = $1", table
        )

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        async with self.pool.transaction() as connection:
            old = [
                row["id"] for row in await connection.fetch(SQL_OLD_TABLES, idle_before, ended_before, limit)
            ]
            for table in ("log", "sitters", "surfaces"):
                await connection.execute(f"DELETE FROM {table} WHERE table_id = ANY($1::bigint[])", old)
            await connection.execute("DELETE FROM tables WHERE id = ANY($1::bigint[])", old)
        return old

    async def live_at(self, channel: int) -> int | None:
        rows = await self.pool.fetch("SELECT id FROM tables WHERE channel = $1 AND live", channel)
        return int(rows[0][0]) if rows else None

    async def last_at(self, channel: int) -> int | None:
        rows = await self.pool.fetch("SELECT max(id) FROM tables WHERE channel = $1", channel)
        return None if rows[0][0] is None else int(rows[0][0])

    async def definitions(self, digest: str) -> bytes | None:
        rows = await self.pool.fetch(SQL_SELECT_DEFINITIONS, digest)
        return bytes(rows[0][0]) if rows else None

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        rows = await self.pool.fetch(
            "SELECT table_id, key, channel, message, version FROM surfaces WHERE table_id = $1", table
        )
        return [SurfaceRow(*row) for row in rows]

    async def save_surfaces(self, rows: Iterable[SurfaceRow]) -> None:
        async with self.pool.transaction() as connection:
            for row in rows:
                if not await self._may_note(connection, row.table):
                    raise ConflictError(f"another process shows table {row.table}")
                await connection.execute(
                    SQL_UPSERT_SURFACE, row.table, row.key, row.channel, row.message, row.version
                )

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        async with self.pool.transaction() as connection:
            if await self._may_note(connection, table):
                names = None if keys is None else list(keys)
                await connection.execute(SQL_DELETE_SURFACES, table, names)

    async def _may_note(self, connection: Connection[Record], table: int) -> bool:
        return self.may_note_messages is None or await self.may_note_messages(connection, table)

    async def user(self, user: int) -> UserRow:
        rows = await self.pool.fetch(
            "SELECT id, dm_closed_until, text_only, text_size FROM users WHERE id = $1", user
        )
        return UserRow(*rows[0]) if rows else UserRow(user)

    async def save_user(self, row: UserRow) -> None:
        await self.pool.fetch(SQL_UPSERT_USER, row.user, row.dm_closed_until, row.text_only, row.text_size)

    async def uptime(self) -> int:
        rows = await self.pool.fetch("SELECT value FROM figures WHERE name = 'uptime'")
        return int(rows[0][0]) if rows else 0

    async def last_request_at(self, latest: int) -> int:
        rows = await self.pool.fetch(SQL_SELECT_LAST_REQUEST_AT, latest)
        return int(rows[0][0])

    async def note_uptime(self, uptime: int) -> None:
        await self.pool.fetch(SQL_UPSERT_UPTIME, uptime)

    async def erased_until(self) -> int | None:
        rows = await self.pool.fetch("SELECT value FROM figures WHERE name = 'erased_until'")
        return int(rows[0][0]) if rows else None

    async def note_erased_until(self, moment: int) -> None:
        await self.pool.fetch(SQL_UPSERT_ERASED_UNTIL, moment)

    async def check_saving(self) -> None:
        async with self.pool.transaction() as connection:
            await write_commits(connection, [_PROBE])
            await connection.execute(SQL_DELETE_PROBE, _PROBE.table.id)


def _log_rows(rows: Sequence[Record]) -> list[LogRow]:
    return [LogRow(*row) for row in rows]
