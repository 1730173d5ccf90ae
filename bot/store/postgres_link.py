"""Connections to a PostgreSQL server; whatever goes wrong on them is one of our errors."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import asyncpg

from bot.store.port import Conflict, StoreError

if TYPE_CHECKING:
    from asyncpg import Connection, Pool, Record

PATIENCE = 10.0
"""Seconds that a connection or an answer may take."""

CONNECTIONS = 8
"""Connections of one process at most, beside the one that listens."""


class Link:
    """A pool of connections. Make it with ``open``."""

    def __init__(self, address: str, pool: Pool[Record]) -> None:
        self._address = address
        self._pool = pool
        self.closed = False

    @classmethod
    async def open(cls, address: str) -> Link:
        """Connect to the server. Raises ``StoreError``."""
        with translated():
            pool = await asyncpg.create_pool(
                address,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                # What the server says is on disk has to be.
                server_settings={"application_name": "kickdoor", "synchronous_commit": "on"},
                reset=_leave_as_it_is,
            )
        return cls(address, pool)

    async def listening(self) -> Connection[Record]:
        """Return a connection of its own, for hearing what other processes tell."""
        with translated():
            return await asyncpg.connect(self._address, timeout=PATIENCE, command_timeout=PATIENCE)

    async def close(self) -> None:
        """Let go of all connections."""
        self.closed = True
        with translated():
            await self._pool.close()

    async def fetch(self, query: str, *values: Any) -> list[Record]:
        """Run one statement by itself."""
        async with self.connection() as connection:
            return await connection.fetch(query, *values)

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection[Record]]:
        """Lend a connection."""
        if self.closed:
            raise StoreError("the store is closed")
        with translated():
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                try:
                    yield connection  # type: ignore[misc]  # a proxy with all that a connection has
                except asyncpg.InternalClientError:
                    connection.terminate()  # cut in the middle of something: nobody should get it again
                    raise

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection[Record]]:
        """Lend a connection inside a transaction."""
        async with self.connection() as connection, connection.transaction():
            yield connection


async def _leave_as_it_is(_: Connection[Record]) -> None:
    """Do without the cleaning of connections that go back to the pool: we leave nothing in them."""


_TROUBLES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


@contextmanager
def translated() -> Generator[None]:
    """Turn whatever goes wrong into one of our errors."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise Conflict(str(error)) from error
    except (ValueError, asyncpg.DataError) as error:
        # A number beyond 64 bits, an address that is none. What asyncpg says of it repeats the value.
        raise StoreError("a value that PostgreSQL cannot take") from error
    except _TROUBLES as error:
        raise StoreError(str(error) or type(error).__name__) from error
