"""Which presses have been given to a process that hears them by HTTP, so that none is taken twice."""

from __future__ import annotations

import time

from bot.store.postgres.pool import PostgresPool

PRESS_MEMORY_S = 900.0
"""Seconds for which a press is remembered; long before that its signature has become too old."""

PURGE_INTERVAL_S = 120.0
"""Seconds between two times at which a process deletes what nobody needs any more."""

SQL_ADD = "INSERT INTO presses (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id"
SQL_PURGE = "DELETE FROM presses WHERE seen < clock_timestamp() - $1 * interval '1 second'"


class PressMemory:
    """Remembers presses for all processes together."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool
        self._purge_at_s = 0.0

    async def add(self, press: int) -> bool:
        """Remember a press; return False if it was known. Raises ``StoreError``."""
        now = time.monotonic()
        if now >= self._purge_at_s:
            self._purge_at_s = now + PURGE_INTERVAL_S
            await self._pool.fetch(SQL_PURGE, PRESS_MEMORY_S)
        return bool(await self._pool.fetch(SQL_ADD, press))
