"""The schema of a PostgreSQL database brought up to date, who works on it, and what its server says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store import schema
from bot.store.api import DatabaseInUseError
from bot.store.postgres.pool import PostgresPool

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


SQL_SERVER_FACTS = (
    "SELECT current_setting('server_version') AS version, "
    "current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS durable, "
    "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int "
    "- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS spare_connections, "
    "coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create"
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


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What a server says of itself and of our tables in it.

    ``schema`` 0: there are none yet. ``durable`` tells whether what it calls saved survives a power cut;
    ``spare_connections`` is how many more connections it takes.
    """

    version: str
    schema: int
    known_schema: int
    durable: bool
    spare_connections: int
    may_create: bool
    processes: tuple[str, ...] = ()


async def inspect_server(address: str) -> ServerFacts:
    """Ask the server, and change nothing. Raises ``StoreError`` when it does not answer."""
    link = await PostgresPool.open(address)
    try:
        (server,) = await link.fetch(SQL_SERVER_FACTS)
        async with link.connection() as connection:
            found = await found_schema(connection)
            names = tuple(await names_at_work(connection)) if found else ()
    finally:
        await link.close()
    return ServerFacts(schema=found, known_schema=schema.newest("postgres"), processes=names, **server)
