"""The one clock that rings for all tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.store.port import Store, StoreError
from bot.tables.alarms import Alarms
from bot.tables.uptime import Ticker, Uptime

logger = logging.getLogger(__name__)

NOTED = 30_000
"""Milliseconds between two notes of the uptime: what a crash gives back to those who were awaited."""

CLEANED = 24 * 3_600_000
"""Milliseconds of uptime between two looks for old tables."""

RINGS = 64
"""Tables whose clocks are looked at together."""


class Watch:
    """Keeps one alarm per table and calls ``ring`` with its number when the time has come.

    Notes the uptime now and then, and calls ``clean`` once a day.
    """

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        ticker: Ticker,
        ring: Callable[[int], Awaitable[None]],
        clean: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._uptime = uptime
        self._ticker = ticker
        self._ring = ring
        self._clean = clean
        self._alarms = Alarms()
        self._earlier = asyncio.Event()
        self._noted = uptime.now()
        self._cleaning = self._noted + NOTED
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep(), name="clock")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._note()

    def set(self, table: int, when: int | None) -> None:
        """Ring for the table at this moment of uptime, or not at all."""
        first = self._alarms.next()
        self._alarms.set(table, when)
        if self._alarms.next() != first:
            self._earlier.set()

    async def _keep(self) -> None:
        while True:
            now = self._uptime.now()
            try:
                await asyncio.gather(*map(self._ring, self._alarms.due(now, RINGS)))
                if now - self._noted >= NOTED:
                    await self._note()
                if now >= self._cleaning:
                    self._cleaning = now + CLEANED
                    await self._clean()
            except Exception:
                logger.exception("the clock stumbled")
            await self._rest(self._alarms.next())

    async def _rest(self, alarm: int | None) -> None:
        """Sleep until the next alarm, or until an earlier one is set; half a minute at most."""
        pause = NOTED if alarm is None else min(max(alarm - self._uptime.now(), 10), NOTED)
        self._earlier.clear()
        sleeping = asyncio.ensure_future(self._ticker.sleep(pause / 1000))
        waiting = asyncio.ensure_future(self._earlier.wait())
        try:
            await asyncio.wait((sleeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            waiting.cancel()

    async def _note(self) -> None:
        self._noted = self._uptime.now()
        try:
            await self._store.note_uptime(self._noted)
        except StoreError as error:
            logger.error("uptime not noted: %s", error)
