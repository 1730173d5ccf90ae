"""Which presses have been given to a process that hears them by HTTP, so that none is taken twice."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from bot.store.api import StoreError
from bot.store.postgres.pool import PostgresPool

if TYPE_CHECKING:
    from asyncpg import Connection, Record

PRESS_MEMORY_S = 900.0
"""Seconds for which a press is remembered; long before that its signature has become too old."""

PURGE_INTERVAL_S = 120.0
"""Seconds between two times at which a process deletes what nobody needs any more."""

# Not logged, since after a crash of the server every signature from before is too old; and not part of the
# schema, since nothing is lost with it.
SQL_CREATE = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS presses "
    "(id bigint PRIMARY KEY, seen timestamptz NOT NULL DEFAULT clock_timestamp())"
)
SQL_ADD = (
    "INSERT INTO presses (id) SELECT * FROM unnest($1::bigint[]) AS id ORDER BY id "
    "ON CONFLICT DO NOTHING RETURNING id"
)
SQL_PURGE = "DELETE FROM presses WHERE seen < clock_timestamp() - $1 * interval '1 second'"


class PressMemory:
    """Remembers presses for all processes together; what is asked at the same time is one statement."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool
        self._asked: dict[int, asyncio.Future[bool]] = {}
        self._task: asyncio.Task[None] | None = None
        self._purge_at_s = 0.0

    @staticmethod
    async def prepare(connection: Connection[Record]) -> None:
        """Make room for presses where there is none yet."""
        await connection.execute(SQL_CREATE)

    async def add(self, press: int) -> bool:
        """Remember a press; return False if it was known. Raises ``StoreError``."""
        if press in self._asked:
            return False
        answer = self._asked[press] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._add_all(), name="store presses")
        return await asyncio.shield(answer)

    async def wait_idle(self) -> None:
        """Return once nothing waits."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _add_all(self) -> None:
        while self._asked:
            asked = dict(self._asked)
            try:
                await self._purge()
                new = {row["id"] for row in await self._pool.fetch(SQL_ADD, list(asked))}
            except StoreError as error:
                for answer in asked.values():
                    answer.set_exception(error)
                    answer.exception()  # the waiting task may be gone
            else:
                for press, answer in asked.items():
                    answer.set_result(press in new)
            # Only now, so that the same press is known without a look at the database meanwhile.
            for press in asked:
                del self._asked[press]
        self._task = None

    async def _purge(self) -> None:
        now = time.monotonic()
        if now >= self._purge_at_s:
            self._purge_at_s = now + PURGE_INTERVAL_S
            await self._pool.fetch(SQL_PURGE, PRESS_MEMORY_S)
