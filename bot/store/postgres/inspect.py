"""Looking at a PostgreSQL server without changing anything, for ``kickdoor doctor``."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import schema
from bot.store.postgres.migrating import found_schema, names_at_work
from bot.store.postgres.pool import PostgresPool

SQL_SERVER_FACTS = (
    "SELECT current_setting('server_version') AS version, "
    "current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS durable, "
    "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int "
    "- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS spare_connections, "
    "coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create"
)


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
    """Ask the server. Raises ``StoreError`` when it does not answer."""
    link = await PostgresPool.open(address)
    try:
        (server,) = await link.fetch(SQL_SERVER_FACTS)
        async with link.connection() as connection:
            found = await found_schema(connection)
            names = tuple(await names_at_work(connection)) if found else ()
    finally:
        await link.close()
    return ServerFacts(schema=found, known_schema=schema.newest("postgres"), processes=names, **server)
