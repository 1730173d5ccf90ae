"""Ended tables whose messages have to change once more, and who sees to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.postgres_joining import SQL_IS_ALIVE
from bot.store.postgres_writer import (
    CLAIM_NOTICE,
    TABLE_LOST_NOTICE,
    notify_processes,
    notify_who_hears,
)

if TYPE_CHECKING:
    from asyncpg import Connection, Record

SQL_LOCK_ENDED_TABLE = "SELECT keeper FROM tables WHERE id = $1 AND NOT live FOR UPDATE"
SQL_CLAIM_TABLE = (
    "UPDATE tables t SET keeper = $2 WHERE t.id = $1 AND NOT EXISTS (SELECT 1 FROM processes p "
    f"WHERE p.id = t.keeper AND p.id <> $2 AND p.{SQL_IS_ALIVE}) RETURNING 1"
)


async def claim_table(connection: Connection[Record], table: int, process: int) -> bool:
    """Let a process own an ended table, unless its owner lives; return True if it does.

    An owner that only seemed dead is told: it may be about to show how the game ended.
    """
    keeper = await connection.fetchval(SQL_LOCK_ENDED_TABLE, table)
    if keeper is None or not await connection.fetch(SQL_CLAIM_TABLE, table, process):
        return False
    if keeper != process:
        await notify_processes(connection, [(keeper, table, TABLE_LOST_NOTICE)])
    return True


async def ask_for_claim(connection: Connection[Record], table: int) -> None:
    """Have an ended table owned by a process that hears its server, as soon as there is one."""
    guild = await connection.fetchval("SELECT guild FROM tables WHERE id = $1", table)
    if guild is not None:
        await notify_who_hears(connection, table, guild, CLAIM_NOTICE)
