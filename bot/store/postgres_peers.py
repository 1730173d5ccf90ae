"""The processes that share a PostgreSQL database: who lives, who looks after which table.

Nothing here decides what happens in a game: the edition of its row does, and any process may write it. A
keeper only does what must not be done twice and what nobody asks for, such as ringing a clock. Its lease is
the process's own, renewed by every ``round``; after it the others share out its tables.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.store import schema
from bot.store.port import InUse, Round, StoreError
from bot.store.postgres_link import Link, translated
from bot.store.postgres_writer import leave_word
from bot.store.rows import Brief

if TYPE_CHECKING:
    from asyncpg import Connection, Record

logger = logging.getLogger(__name__)

LEASE = 8.0
"""Seconds after which a process that has not come round counts as dead."""

CLAIMS = 500
"""Tables taken on one round at most, so that several processes share them out."""

LOCK_NAME = 0x6B69636B
"""The advisory lock under which processes join, one after the other."""

ALIVE = "alive_until > clock_timestamp()"
HOME = "((t.guild >> 22) % $3)::integer"
"""The shard on which Discord tells what happens in a table's server."""

JOIN = (
    "INSERT INTO processes (name, shards, shard_count, serving, alive_until) "
    "VALUES ($1, $2, $3, '{}', clock_timestamp() + $4 * interval '1 second') RETURNING id"
)
OTHERS = (
    f"SELECT id, name, shards, shard_count, serving FROM processes WHERE id <> $1 AND {ALIVE} ORDER BY id"
)
BEAT = (
    "UPDATE processes SET alive_until = clock_timestamp() + $2 * interval '1 second', serving = $3, "
    "shard_count = $4 WHERE id = $1 RETURNING 1"
)
RETIRE = "UPDATE processes SET alive_until = '-infinity', serving = '{}' WHERE id = $1"
UPTIME = (
    "INSERT INTO figures (name, value) VALUES ('uptime', $1) "
    "ON CONFLICT (name) DO UPDATE SET value = greatest(figures.value, excluded.value) RETURNING value"
)
SEEN = (
    "INSERT INTO shards (shard, seen) SELECT s, $2 FROM unnest($1::integer[]) AS s ORDER BY s "
    "ON CONFLICT (shard) DO UPDATE SET seen = greatest(shards.seen, excluded.seen)"
)
# A process whose row is being renewed is none of the dead: it is skipped, and one that is found dead
# cannot renew before its tables are gone and it has been told.
DEAD = f"SELECT id FROM processes WHERE id <> $1 AND NOT {ALIVE} FOR SHARE SKIP LOCKED"
ORPHANS = (
    "SELECT t.id, t.keeper FROM tables t WHERE t.live AND t.keeper = ANY($1::bigint[]) "
    f"AND ({HOME} = ANY($2::integer[]) OR NOT {HOME} = ANY($4::integer[])) "
    "ORDER BY t.id LIMIT $5 FOR UPDATE SKIP LOCKED"
)
STRAYS = (
    "SELECT t.id, t.keeper FROM tables t WHERE t.live AND t.keeper = ANY($1::bigint[]) "
    f"AND {HOME} = ANY($2::integer[]) ORDER BY t.id LIMIT $4 FOR UPDATE SKIP LOCKED"
)
TAKE = "UPDATE tables SET keeper = $2 WHERE id = ANY($1::bigint[]) RETURNING id, channel, guild, wake"
ADOPT = (
    "UPDATE tables t SET keeper = $2 WHERE t.id = $1 AND NOT t.live "
    f"AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = t.keeper AND p.{ALIVE}) RETURNING t.id"
)
GONE = "gone"
"""The word for a keeper whose table has been taken over."""


class PostgresPeers:
    """This process among the others. Make it with ``join``."""

    def __init__(self, link: Link, me: int, shards: tuple[int, ...] | None, count: int, lease: float) -> None:
        self.me = me
        self.woken = asyncio.Event()
        self._link = link
        self._shards = shards
        self._count = count
        self._lease = lease
        self._serving: set[int] = set()
        self._strays = False
        self._kept: set[int] = set()
        self._until = time.monotonic() + lease * 0.75
        self._ear: Connection[Record] | None = None
        self._asked: dict[int, asyncio.Future[int]] = {}
        self._asking: asyncio.Task[None] | None = None

    @classmethod
    async def join(
        cls, link: Link, shards: tuple[int, ...] | None, count: int, lease: float
    ) -> PostgresPeers:
        """Bring the schema up to date and become one of the processes.

        Raises ``InUse`` when a living one hears a shard of ours or counts shards otherwise. One that has
        just died is waited for, until its lease is over.
        """
        deadline = time.monotonic() + lease + 1.0
        while True:
            try:
                async with link.transaction() as connection:
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK_NAME)
                    others = await prepare(connection)
                    _check(others, shards, count)
                    if not others:
                        await _begin(connection)
                    me = await connection.fetchval(JOIN, _name(), shards, count, lease)
                return cls(link, me, shards, count, lease)
            except InUse:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(lease / 20)

    async def close(self) -> None:
        """Leave what is kept to the others at once."""
        self._until = 0.0
        if self._asking is not None:
            await asyncio.wait([self._asking])
        with translated():
            if self._ear is not None:
                await self._ear.close()
        await self._link.fetch(RETIRE, self.me)

    # tables

    async def edition(self, table: int) -> int:
        waiting = self._asked.get(table)
        if waiting is None:
            waiting = self._asked[table] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(), name="store editions")
        return await asyncio.shield(waiting)

    async def _ask(self) -> None:
        """Answer all that is asked together; what is asked meanwhile needs a fresh answer."""
        while self._asked:
            asked, self._asked = self._asked, {}
            query = "SELECT id, edition FROM tables WHERE id = ANY($1::bigint[])"
            try:
                found = {row["id"]: row["edition"] for row in await self._link.fetch(query, list(asked))}
            except StoreError as error:
                for waiting in asked.values():
                    waiting.set_exception(error)
                    waiting.exception()  # whoever waited may have gone
            else:
                for table, waiting in asked.items():
                    waiting.set_result(found.get(table, 0))
        self._asking = None

    def keeps(self, table: int) -> bool:
        return table in self._kept and time.monotonic() < self._until

    def opened(self, table: int) -> None:
        """Note that this process has opened a table and so keeps it."""
        self._kept.add(table)

    async def tell(self, table: int, word: str) -> None:
        async with self._link.transaction() as connection:
            keeper = await connection.fetchval("SELECT keeper FROM tables WHERE id = $1", table)
            if keeper is not None:
                await leave_word(connection, [(keeper, table, word)])

    async def adopt(self, table: int) -> None:
        if await self._link.fetch(ADOPT, table, self.me):
            self._kept.add(table)

    # shards

    async def last_served(self, shard: int) -> int:
        rows = await self._link.fetch(
            "SELECT coalesce((SELECT seen FROM shards WHERE shard = $1), "
            "(SELECT value FROM figures WHERE name = 'begun'), 0)",
            shard,
        )
        return int(rows[0][0])

    async def running_in(self, shard: int, shards: int) -> list[int]:
        query = (
            "SELECT id FROM tables WHERE live AND wake IS NOT NULL AND (guild >> 22) % $2 = $1 ORDER BY id"
        )
        return [row["id"] for row in await self._link.fetch(query, shard, shards)]

    def serve(self, shard: int, shards: int) -> None:
        self._serving.add(shard)
        self._count = shards
        self._strays = True
        self.woken.set()

    def leave(self, shard: int) -> None:
        self._serving.discard(shard)

    # the round

    async def round(self, uptime: int) -> Round:
        began = time.monotonic()
        await self._listen()
        serving = sorted(self._serving)
        async with self._link.transaction() as connection:
            # First, and it locks our own row: from here on nobody can take us for dead.
            if not await connection.fetch(BEAT, self.me, self._lease, serving, self._count):
                raise InUse("this process has been silent for so long that nobody knows it any more")
            others = await connection.fetch(OTHERS, self.me)
            _check(others, self._shards, self._count)
            now = await connection.fetchval(UPTIME, uptime)
            await connection.execute(SEEN, serving, now)
            words = [
                (row["table_id"], row["word"])
                for row in await connection.fetch(
                    "DELETE FROM notices WHERE process = $1 RETURNING id, table_id, word", self.me
                )
            ]
            served = {shard for row in others for shard in row["serving"]} | self._serving
            taken = await self._take(connection, others, served)
        self._until = began + self._lease * 0.75
        gone = {table for table, word in words if word == GONE} - {brief.id for brief in taken}
        # Taken while we seemed dead: our own servers' tables come back to us.
        self._strays = self._strays or bool(gone)
        self._kept = (self._kept - gone) | {brief.id for brief in taken}
        left = dict.fromkeys((table, word) for table, word in words if word != GONE)
        return Round(now, frozenset(served), self._count, tuple(taken), tuple(gone), tuple(left))

    async def _take(
        self, connection: Connection[Record], others: list[Record], served: set[int]
    ) -> list[Brief]:
        """Take tables whose keeper is dead; and those of our own servers from any other one, once."""
        serving = sorted(self._serving)
        if not serving or not self._count:
            return []
        dead = [row["id"] for row in await connection.fetch(DEAD, self.me)]
        found = await connection.fetch(ORPHANS, dead, serving, self._count, sorted(served), CLAIMS)
        if self._strays:
            living = [row["id"] for row in others]
            strays = await connection.fetch(STRAYS, living, serving, self._count, CLAIMS)
            self._strays = len(strays) == CLAIMS
            found += strays
        if not found:
            return []
        rows = await connection.fetch(TAKE, [row["id"] for row in found], self.me)
        await leave_word(connection, [(row["keeper"], row["id"], GONE) for row in found])
        return [Brief(row["id"], row["channel"], row["guild"], row["wake"]) for row in rows]

    async def _listen(self) -> None:
        """See to it that we hear when somebody leaves word. What is missed meanwhile waits in the table."""
        if self._ear is not None and not self._ear.is_closed():
            return
        ear = await self._link.listening()
        try:
            with translated():
                await ear.add_listener(f"kickdoor_{self.me}", self._heard)
        except BaseException:
            ear.terminate()
            raise
        self._ear = ear

    def _heard(self, *_: object) -> None:
        self.woken.set()


async def prepare(connection: Connection[Record]) -> list[Record]:
    """Bring the schema up to date, and return the processes that are alive."""
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    found = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
    scripts = schema.missing(found, schema.migrations("migrations_postgres"))
    others = await connection.fetch(OTHERS, 0) if found else []
    if scripts and others:
        raise InUse(f"the schema has to change: stop {others[0]['name']} and all others first")
    for number, script in enumerate(scripts, found + 1):
        await connection.execute(script)
        await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", number)
    return others


async def _begin(connection: Connection[Record]) -> None:
    """Note that nobody has heard any shard for as long as time stood still."""
    await connection.execute("DELETE FROM shards")
    await connection.execute(
        "INSERT INTO figures (name, value) VALUES ('uptime', 0), ('begun', 0) ON CONFLICT DO NOTHING"
    )
    await connection.execute(
        "UPDATE figures SET value = (SELECT value FROM figures WHERE name = 'uptime') WHERE name = 'begun'"
    )
    await connection.execute("DELETE FROM notices")
    await connection.execute(
        "DELETE FROM processes p WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.live AND t.keeper = p.id)"
    )


def _check(others: Iterable[Record], shards: tuple[int, ...] | None, count: int) -> None:
    """Refuse to hear what another living process hears, and to count shards otherwise."""
    for other in others:
        if count and other["shard_count"] and other["shard_count"] != count:
            raise InUse(
                f"{other['name']} counts {other['shard_count']} shards, this one {count}: "
                "give all processes the same KICKDOOR_SHARDS"
            )
        theirs = other["shards"]
        if shards is None or theirs is None or set(shards) & set(theirs):
            raise InUse(
                f"{other['name']} hears {_named(theirs)}, this one should hear {_named(shards)}: "
                "give each process shards of its own (KICKDOOR_SHARD_IDS)"
            )


def _named(shards: Iterable[int] | None) -> str:
    return "all shards" if shards is None else f"shards {', '.join(map(str, shards))}"


def _name() -> str:
    """Name this process for people."""
    return f"process {os.getpid()} on {socket.gethostname()}"
