"""A process's one lasting connection to PostgreSQL: which shards are its own, and what the others tell it.

A shard belongs to the session that holds its advisory lock. The server frees the locks of a session that
ends: at once where the process dies, within ``DEAD_AFTER_S`` where its machine or the network is gone. What
was told in between is lost, so whoever opens a new session reads everything again.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, cast

from bot.store.api import DatabaseInUseError
from bot.store.postgres.migrating import PROCESS_PREFIX, SQL_AT_WORK, START_LOCK_KEY
from bot.store.postgres.pool import PostgresPool, translated_errors

if TYPE_CHECKING:
    from asyncpg import Connection, Record

DEAD_AFTER_S = 9.0
"""Seconds after which the server has noticed that a machine is gone, by the settings below."""

RETRY_S = 0.1
"""Seconds between two tries for a shard that another session still has."""

SQL_NOTICE_DEATH = (
    "SELECT set_config('tcp_' || name, value, false) FROM (VALUES ('keepalives_idle', '3'), "
    "('keepalives_interval', '2'), ('keepalives_count', '2'), ('user_timeout', '7000')) AS s (name, value)"
)

SHARD_LOCKS, COUNT_LOCKS = START_LOCK_KEY + 1, START_LOCK_KEY + 2
"""Classes of locks: one for each shard, and one for each number of shards that somebody counts."""

ALL_SHARDS = 2**31 - 1
"""The lock of a process that hears all shards, however many Discord wants; the others share it."""

WRITTEN_CHANNEL, WORD_CHANNEL = "kickdoor_tables", "kickdoor_words"
"""Where a trigger tells of written tables, and processes tell each other what is written nowhere."""

SQL_LOCKS = (
    "FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
SQL_OTHER_COUNTS = (
    f"SELECT l.objid::bigint AS count {SQL_LOCKS} AND l.classid = {COUNT_LOCKS} AND l.objid::bigint <> $1"
)
SQL_HOLDERS = (
    "SELECT a.application_name AS name FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND a.pid IN "
    f"(SELECT l.pid {SQL_LOCKS} AND l.classid = {SHARD_LOCKS} AND ($1 OR l.objid = ANY($2::oid[])))"
)
SQL_TAKE_SHARDS = f"SELECT s FROM unnest($1::integer[]) AS s WHERE pg_try_advisory_lock({SHARD_LOCKS}, s)"
SQL_TAKE_ALL = f"SELECT pg_try_advisory_lock({SHARD_LOCKS}, {ALL_SHARDS})"
SQL_SHARE_ALL = f"SELECT pg_try_advisory_lock_shared({SHARD_LOCKS}, {ALL_SHARDS})"
SQL_RETURN_SHARD = f"SELECT pg_advisory_unlock({SHARD_LOCKS}, $1)"
SQL_IS_ANY_TAKEN = (
    f"SELECT EXISTS (SELECT 1 {SQL_LOCKS} AND l.classid = {SHARD_LOCKS} AND l.mode = 'ExclusiveLock')"
)
SQL_MAY_NOTE = (
    f"SELECT EXISTS (SELECT 1 {SQL_LOCKS} AND l.classid = {SHARD_LOCKS} AND l.mode = 'ExclusiveLock' "
    f"AND l.pid = $2 AND l.objid::bigint IN ({ALL_SHARDS}, "
    "(SELECT (t.guild >> 22) % $3::bigint FROM tables t WHERE t.id = $1)))"
)
# Nobody has lived since then, so time has stood still: nothing is to be given back.
SQL_BEGIN_TIME = (
    "INSERT INTO figures (name, value) VALUES ('begun', "
    "coalesce((SELECT value FROM figures WHERE name = 'uptime'), 0)) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class ProcessSession:
    """An open session. Make it with ``open``."""

    def __init__(self, pool: PostgresPool, connection: Connection[Record], name: str) -> None:
        self._pool = pool
        self._connection = connection
        self._lock = asyncio.Lock()
        self.name = name

    @classmethod
    async def open(cls, pool: PostgresPool, name: str) -> ProcessSession:
        """Connect. Raises ``StoreError``."""
        connection = await pool.open_session(name)
        session = cls(pool, connection, name)
        try:
            await session.fetch(SQL_NOTICE_DEATH)
        except BaseException:
            session.end()
            raise
        return session

    @property
    def over(self) -> bool:
        """Return True if the connection is gone, and all locks with it."""
        return self._connection.is_closed()

    def end(self) -> None:
        """Let go of everything at once."""
        self._connection.terminate()

    async def fetch(self, query: str, *values: Any) -> list[Record]:
        async with self._lock:
            with translated_errors():
                return await self._connection.fetch(query, *values)

    async def take_place(self, shards: Collection[int] | None, count: int, *, begins: bool) -> None:
        """Become one of the processes that hear these shards; ``begins`` unless it was one before.

        Raises ``DatabaseInUseError`` if another process has them.
        """
        with translated_errors():
            async with self._connection.transaction():
                await self._connection.execute("SELECT pg_advisory_xact_lock($1)", START_LOCK_KEY)
                others = await self._connection.fetch(SQL_AT_WORK)
                for other in others:
                    if other["name"] == self.name:  # what our broken connection has left on the server
                        await self._connection.execute("SELECT pg_terminate_backend($1)", other["pid"])
                fault = await self._fault(shards, count)
                if begins and not others:
                    await self._connection.execute("DELETE FROM shards")
                    await self._connection.execute(SQL_BEGIN_TIME)
        if fault:
            raise DatabaseInUseError(fault)

    async def _fault(self, shards: Collection[int] | None, count: int) -> str:
        """Take the locks of these shards; return why that is not possible."""
        connection = self._connection
        if count and (shards is None or shards):
            await connection.execute(f"SELECT pg_advisory_lock_shared({COUNT_LOCKS}, $1)", count)
            if found := await connection.fetch(SQL_OTHER_COUNTS, count):
                return (
                    f"another process counts {found[0]['count']} shards, this one {count}: "
                    "give all processes the same KICKDOOR_SHARDS"
                )
        if shards is None:
            taken = bool(await connection.fetchval(SQL_TAKE_ALL))
        else:
            taken = not shards or (
                bool(await connection.fetchval(SQL_SHARE_ALL))
                and len(await self.take(shards)) == len(set(shards))
            )
        if taken:
            return ""
        wanted = [] if shards is None else [*shards, ALL_SHARDS]
        names = [row["name"] for row in await connection.fetch(SQL_HOLDERS, shards is None, wanted)]
        return (
            f"{'; '.join(names) or 'another process'} works here already, this one should hear "
            f"{shards_text(shards)}: give each process shards of its own (KICKDOOR_SHARD_IDS)"
        )

    async def take(self, shards: Iterable[int]) -> list[int]:
        """Take those of the shards that nobody has; return them."""
        return [row["s"] for row in await self.fetch(SQL_TAKE_SHARDS, list(shards))]

    async def give_back(self, shard: int) -> None:
        """Leave a shard to the others."""
        await self.fetch(SQL_RETURN_SHARD, shard)

    async def may_note(self, connection: Connection[Record], table: int, count: int) -> bool:
        """Return True if this session has the shard of a table, asked inside another transaction."""
        pid = self._connection.get_server_pid()
        return not self.over and bool(await connection.fetchval(SQL_MAY_NOTE, table, pid, count or 1))

    async def listen(
        self,
        on_written: Callable[[str], None] | None,
        on_word: Callable[[list[Any]], None],
        on_end: Callable[[], None],
    ) -> None:
        """Call these for each table that is written, for each word of another process, and at the end."""

        def hear_word(connection: object, pid: int, channel: str, payload: object) -> None:
            sender, *word = cast("list[Any]", json.loads(str(payload)))
            if sender != self.name:
                on_word(word)

        def hear_written(connection: object, pid: int, channel: str, payload: object) -> None:
            if on_written is not None:
                on_written(str(payload))

        self._connection.add_termination_listener(lambda _: on_end())
        with translated_errors():
            await self._connection.add_listener(WORD_CHANNEL, hear_word)
            if on_written is not None:
                await self._connection.add_listener(WRITTEN_CHANNEL, hear_written)

    async def tell(self, *word: object) -> None:
        """Tell all other processes something that is written nowhere; who does not listen never hears it."""
        await self._pool.fetch("SELECT pg_notify($1, $2)", WORD_CHANNEL, json.dumps([self.name, *word]))


async def start_session(
    pool: PostgresPool,
    name: str,
    shards: Collection[int] | None,
    count: int,
    dead_after_s: float,
    *,
    begins: bool,
) -> ProcessSession:
    """Open a session that has its shards. Raises ``DatabaseInUseError`` if a living process has them.

    One that only looks after them is asked to leave them; one that has just died is waited for.
    """
    deadline = time.monotonic() + dead_after_s
    while True:
        session = await ProcessSession.open(pool, name)
        try:
            await session.take_place(shards, count, begins=begins)
        except BaseException as error:
            session.end()
            if not isinstance(error, DatabaseInUseError) or time.monotonic() > deadline:
                raise
            await session.tell("wanted", *(shards or ()))
            await asyncio.sleep(RETRY_S)
        else:
            return session


def process_name(shards: Collection[int] | None) -> str:
    """Name this process for people, and unlike any other; the server cuts off what is longer."""
    host = socket.gethostname().encode("ascii", "replace").decode()
    text = f"{PROCESS_PREFIX} {os.getpid()}.{secrets.token_hex(2)} on {host[:14]}: {shards_text(shards)}"
    return text[:63]


def shards_text(shards: Collection[int] | None) -> str:
    """Return which shards a process hears, in words; a worker hears none."""
    if shards is None:
        return "all shards"
    return f"shards {', '.join(map(str, shards))}" if shards else "a worker: no shards"
