"""Connections to a PostgreSQL server; whatever goes wrong on them is one of our errors."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import asyncpg

from bot.store.api import ConflictError, StoreError
from bot.store.results import Statement

if TYPE_CHECKING:
    from asyncpg import Connection, Pool, Record

TIMEOUT_S = 10.0
"""Seconds that a connection or an answer may take."""

IDLE_TIMEOUT_S = 5.0
"""Seconds that the server waits for the next statement of a transaction. What a process has locked that stops
in its middle, its machine paused or cut off, is free then: the others may need it."""

MAX_CONNECTIONS = 8
"""Connections of one process at most, beside its session."""


class PostgresPool:
    """A pool of connections. Make it with ``open``."""

    def __init__(self, address: str, pool: Pool[Record]) -> None:
        self._address = address
        self._pool = pool
        self.closed = False

    @classmethod
    async def open(cls, address: str, *, idle_timeout_s: float | None = None) -> PostgresPool:
        """Connect to the server. Raises ``StoreError``.

        ``idle_timeout_s`` 0 lets a transaction take as long as it likes between two statements.
        """
        idle_timeout_s = IDLE_TIMEOUT_S if idle_timeout_s is None else idle_timeout_s
        with translated_errors():
            pool = await asyncpg.create_pool(
                address,
                min_size=1,
                max_size=MAX_CONNECTIONS,
                timeout=TIMEOUT_S,
                command_timeout=TIMEOUT_S,
                server_settings={
                    "application_name": "kickdoor",
                    # What the server says is on disk has to be.
                    "synchronous_commit": "on",
                    "idle_in_transaction_session_timeout": str(round(idle_timeout_s * 1000)),
                },
                reset=_skip_reset,
            )
        return cls(address, pool)

    async def open_session(self, name: str) -> Connection[Record]:
        """Return a connection beside the pool, which the server calls by this name."""
        with translated_errors():
            return await asyncpg.connect(
                self._address,
                timeout=TIMEOUT_S,
                command_timeout=TIMEOUT_S,
                server_settings={"application_name": name},
            )

    async def close(self) -> None:
        """Let go of all connections."""
        self.closed = True
        with translated_errors():
            await self._pool.close()

    async def fetch(self, query: str, *values: Any) -> list[Record]:
        """Run one statement by itself."""
        async with self.connection() as connection:
            return await connection.fetch(query, *values)

    async def write(self, *writes: Statement) -> None:
        """Save all of these statements or none."""
        if len(writes) == 1:  # one is a transaction by itself
            await self.fetch(writes[0][0], *writes[0][1])
        elif writes:
            async with self.transaction() as connection:
                for statement, values in writes:
                    await connection.execute(statement, *values)

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[Connection[Record]]:
        """Lend a connection."""
        if self.closed:
            raise StoreError("the store is closed")
        with translated_errors():
            async with self._pool.acquire(timeout=TIMEOUT_S) as connection:
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


async def _skip_reset(_: Connection[Record]) -> None:
    """Do without the cleaning of connections that go back to the pool: we leave nothing in them."""


_DRIVER_ERRORS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


@contextmanager
def translated_errors() -> Generator[None]:
    """Turn whatever goes wrong into one of our errors."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        raise ConflictError(str(error)) from error
    except asyncpg.exceptions.ClientConfigurationError as error:
        # What the driver says of it repeats parts of the address.
        raise StoreError("the address of the PostgreSQL server has an option that cannot be used") from error
    except (ValueError, asyncpg.DataError) as error:
        # A number beyond 64 bits, a word with a zero byte. What asyncpg says of it repeats the value.
        raise StoreError("a value that PostgreSQL cannot take") from error
    except OSError as error:
        reason = error.strerror or "no answer in time"
        raise StoreError(f"the PostgreSQL server cannot be reached: {reason}") from error
    except _DRIVER_ERRORS as error:
        raise StoreError(str(error) or type(error).__name__) from error
