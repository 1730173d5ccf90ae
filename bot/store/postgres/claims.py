"""Ended tables whose messages have to change once more, and who sees to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.postgres.joining import SQL_IS_ALIVE
from bot.store.postgres.writer import (
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
# What an owner was told when the others had looked already for what it left, or while it seemed to live.
SQL_INHERIT_NOTICES = (
    "UPDATE notices n SET process = $2, word = $3 FROM tables t WHERE n.process = ANY($1::bigint[]) "
    "AND n.word <> $4 AND t.id = n.table_id AND NOT t.live"
)


async def inherit_notices(connection: Connection[Record], dead: list[int], process: int) -> None:
    """Claim finished tables whose notified process has died."""
    if dead:
        await connection.execute(SQL_INHERIT_NOTICES, dead, process, CLAIM_NOTICE, TABLE_LOST_NOTICE)


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


async def claim_asked(
    connection: Connection[Record], notices: list[tuple[int, str]], process: int
) -> set[int]:
    """Let a process own the ended tables that these notices are about; return those that it owns."""
    asked = {table for table, notice in notices if notice == CLAIM_NOTICE}
    return {table for table in sorted(asked) if await claim_table(connection, table, process)}


async def ask_for_claim(connection: Connection[Record], table: int) -> None:
    """Have an ended table owned by a process that hears its server, as soon as there is one."""
    guild = await connection.fetchval("SELECT guild FROM tables WHERE id = $1", table)
    if guild is not None:
        await notify_who_hears(connection, table, guild, CLAIM_NOTICE)
