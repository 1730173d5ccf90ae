"""The schema of a PostgreSQL database brought up to date, and who works on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import schema
from bot.store.api import DatabaseInUseError

if TYPE_CHECKING:
    from asyncpg import Connection, Record

START_LOCK_KEY = 0x6B69636B
"""The advisory lock under which processes start, one after the other."""

PROCESS_PREFIX = "kickdoor process"
"""How the connection is called that a running bot holds for as long as it lives."""

SQL_AT_WORK = (
    "SELECT pid, application_name AS name FROM pg_stat_activity WHERE datname = current_database() "
    f"AND application_name LIKE '{PROCESS_PREFIX}%' AND pid <> pg_backend_pid() ORDER BY backend_start"
)


async def found_schema(connection: Connection[Record]) -> int:
    """Return the number of a database's schema, 0 for none."""
    if not await connection.fetchval("SELECT to_regclass('schema_version') IS NOT NULL"):
        return 0
    return int(await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_version"))


async def names_at_work(connection: Connection[Record]) -> list[str]:
    """Return the names of the bots that run on the database."""
    return [row["name"] for row in await connection.fetch(SQL_AT_WORK)]


async def refuse_while_running(connection: Connection[Record], need: str) -> None:
    """Raise ``DatabaseInUseError`` where a bot runs, since something (the ``need``) allows none."""
    if names := await names_at_work(connection):
        raise DatabaseInUseError(f"{names[0]} works on it, and {need}: stop it and all others first")


async def prepare_schema(connection: Connection[Record]) -> None:
    """Bring the schema up to date, inside a transaction in which nobody else starts."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", START_LOCK_KEY)
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
    found = await found_schema(connection)
    scripts = schema.missing_scripts(found, schema.all_scripts("postgres"))
    if scripts and found:
        await refuse_while_running(connection, "the schema has to change")
    for number, script in scripts.items():
        await connection.execute(script)
        await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", number)
