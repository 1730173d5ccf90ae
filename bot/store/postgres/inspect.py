"""Looking at a PostgreSQL server without changing anything, for ``kickdoor doctor``."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import schema
from bot.store.postgres.migrating import names_at_work
from bot.store.postgres.pool import PostgresPool

SQL_SERVER_FACTS = (
    "SELECT current_setting('server_version') AS version, "
    "current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS lasting, "
    "current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int "
    "- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS spare, "
    "coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create, "
    "to_regclass('schema_version') IS NOT NULL AS made"
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
        found, names = 0, tuple[str, ...]()
        if server["made"]:
            found = (await link.fetch("SELECT coalesce(max(version), 0) FROM schema_version"))[0][0]
            async with link.connection() as connection:
                names = tuple(await names_at_work(connection))
    finally:
        await link.close()
    return ServerFacts(
        version=server["version"],
        schema=found,
        known_schema=schema.newest("postgres"),
        durable=server["lasting"],
        spare_connections=server["spare"],
        may_create=server["may_create"],
        processes=names,
    )
