"""Hears at once what other processes tell this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.store.api import StoreError
from bot.store.postgres.pool import PostgresPool, translated_errors

if TYPE_CHECKING:
    from asyncpg import Connection, Record

log = logging.getLogger(__name__)

PATIENCE_S = 1.0
"""Seconds for which a heartbeat waits until the process listens: a lease is longer."""


class PostgresEar:
    """A connection that only listens.

    Notices about tables wait in the database until a heartbeat reads them, so a server that gives nobody one
    more connection costs this process no lease: it hears of them a little later.
    """

    def __init__(self, pool: PostgresPool, process: int, wake: Callable[[], None]) -> None:
        """``wake`` is called for what waits in the database."""
        self._pool = pool
        self._channel = f"kickdoor_{process}"
        self._wake = wake
        self._listeners: list[Callable[[str], None]] = []
        self._connection: Connection[Record] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._deaf = False

    def add_listener(self, listener: Callable[[str], None]) -> None:
        """Call this with what is told and stands nowhere."""
        self._listeners.append(listener)

    async def listen(self) -> None:
        """Listen, again where the connection was lost; wait for that a moment at most."""
        if self._opening is None:
            if self._connection is not None and not self._connection.is_closed():
                return
            self._opening = asyncio.create_task(self._open(), name="listen")
        opening = self._opening
        done, _ = await asyncio.wait([opening], timeout=PATIENCE_S)
        if not done:
            # The caller goes on to read what waits; what is told from then on nobody hears yet.
            opening.add_done_callback(lambda _: self._wake())

    async def close(self) -> None:
        """Listen no more. Raises ``StoreError``."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait([self._opening])
        if self._connection is not None:
            with translated_errors():
                await self._connection.close()

    async def _open(self) -> None:
        try:
            self._connection = await self._connect()
            self._deaf = False
        except StoreError as error:
            if not self._deaf:
                log.warning("the other processes are heard at heartbeats only: %s", error)
            self._deaf = True
        finally:
            self._opening = None

    async def _connect(self) -> Connection[Record]:
        connection = await self._pool.open_listener()
        try:
            with translated_errors():
                await connection.add_listener(self._channel, self._on_notice)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _on_notice(self, connection: object, process: int, channel: str, payload: object) -> None:
        if not payload:
            self._wake()
            return
        for listener in self._listeners:
            listener(str(payload))
