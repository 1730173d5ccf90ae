"""How a process becomes one of those that share a PostgreSQL database: schema, and shards that are taken."""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from bot.store import schema
from bot.store.api import DatabaseInUseError
from bot.store.postgres.writer import WHO_HEARS

if TYPE_CHECKING:
    from asyncpg import Connection, Record

JOIN_LOCK_KEY = 0x6B69636B
"""The advisory lock under which processes join, one after the other."""

SQL_IS_ALIVE = "alive_until > clock_timestamp()"
SQL_OTHER_PROCESSES = (
    "SELECT id, name, shards, shard_count, serving FROM processes "
    f"WHERE id <> $1 AND {SQL_IS_ALIVE} ORDER BY id"
)

# Where the database was away for longer than a lease, nobody is alive, but those before may only be late.
SQL_FORGET_PROCESSES = (
    "DELETE FROM processes p WHERE alive_until < clock_timestamp() - interval '1 hour' "
    "AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.live AND t.keeper = p.id)"
)


async def prepare_schema(connection: Connection[Record]) -> list[Record]:
    """Bring the schema up to date, and return the processes that are alive."""
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    found = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
    scripts = schema.missing_scripts(found, schema.all_scripts("postgres"))
    others = await connection.fetch(SQL_OTHER_PROCESSES, 0) if found else []
    if scripts and others:
        raise DatabaseInUseError(f"the schema has to change: stop {others[0]['name']} and all others first")
    for number, script in scripts.items():
        await connection.execute(script)
        await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", number)
    return others


async def reset_shards(connection: Connection[Record]) -> None:
    """Note that nobody has heard any shard for as long as time stood still."""
    await connection.execute("DELETE FROM shards")
    await connection.execute(
        "INSERT INTO figures (name, value) VALUES ('uptime', 0), ('begun', 0) ON CONFLICT DO NOTHING"
    )
    await connection.execute(
        "UPDATE figures SET value = (SELECT value FROM figures WHERE name = 'uptime') WHERE name = 'begun'"
    )
    await connection.execute(SQL_FORGET_PROCESSES)
    # Those that are left may only be late, and have not read yet what they were told.
    await connection.execute(
        f"DELETE FROM notices n WHERE n.process <> {WHO_HEARS} "
        "AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = n.process)"
    )


def check_shards(others: Iterable[Record], shards: tuple[int, ...] | None, count: int) -> None:
    """Refuse to hear what another living process hears, and to count shards otherwise."""
    for other in others:
        if count and other["shard_count"] and other["shard_count"] != count:
            raise DatabaseInUseError(
                f"{other['name']} counts {other['shard_count']} shards, this one {count}: "
                "give all processes the same KICKDOOR_SHARDS"
            )
        theirs = other["shards"]
        if shards == () or theirs == []:
            continue  # one of them hears presses by HTTP and no shard
        if shards is None or theirs is None or set(shards) & set(theirs):
            raise DatabaseInUseError(
                f"{other['name']} hears {shards_text(theirs)}, this one should hear {shards_text(shards)}: "
                "give each process shards of its own (KICKDOOR_SHARD_IDS)"
            )


def shards_text(shards: Collection[int] | None) -> str:
    """Return which shards a process hears, in words; a worker hears none."""
    if shards is None:
        return "all shards"
    return f"shards {', '.join(map(str, shards))}" if shards else "a worker: no shards"


def process_name() -> str:
    """Name this process for people."""
    return f"process {os.getpid()} on {socket.gethostname()}"
