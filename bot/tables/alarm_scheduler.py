"""The one clock that rings for all tables."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from bot.store.api import Store, StoreError
from bot.tables.uptime import Ticker, Uptime

log = logging.getLogger(__name__)

UPTIME_NOTE_INTERVAL_MS = 30_000
"""Milliseconds between two notes of the uptime: what a crash gives back to those who were awaited."""

PURGE_INTERVAL_MS = 24 * 3_600_000
"""Milliseconds of uptime between two looks for old tables."""

FIRST_PURGE_MS = 3_600_000
"""Milliseconds after a start before the first such look: time to see that a clock or a copy is wrong."""

FROZEN_RECHECK_MS = 1_000
"""Milliseconds between two looks whether time goes on again. Alarms that are due ring then, not before."""

RETRY_DELAY_MS = 1_000
"""Milliseconds after which a clock is seen to again where that failed, e.g. because the disk is full."""

ALARM_BATCH_SIZE = 64
"""Tables whose clocks are taken out together."""

ALARMS_AT_ONCE = 4
"""Tables whose clocks are seen to together: each takes some milliseconds, and people play meanwhile."""


class AlarmQueue:
    """Remembers one moment per table; a later setting replaces an earlier one."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._due_at: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._due_at)

    def set(self, table: int, when: int | None) -> None:
        """Ring for the table at this moment, or not at all."""
        if when is None:
            self._due_at.pop(table, None)
        elif self._due_at.get(table) != when:
            self._due_at[table] = when
            heapq.heappush(self._heap, (when, table))
            # Replaced moments stay in the heap until their time comes; too many of them are swept out.
            if len(self._heap) > 2 * len(self._due_at) + 64:
                self._heap = [(moment, number) for number, moment in self._due_at.items()]
                heapq.heapify(self._heap)

    def bring_forward(self, table: int, when: int) -> None:
        """Ring for the table at this moment instead of a later one that is set."""
        if (due_at := self._due_at.get(table)) is not None and due_at > when:
            self.set(table, when)

    def due_at(self, table: int) -> int | None:
        """Return the moment that is set for the table."""
        return self._due_at.get(table)

    def next(self) -> int | None:
        """Return the earliest moment set."""
        heap = self._heap
        while heap and self._due_at.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def due(self, now: int, limit: int) -> list[int]:
        """Take out up to ``limit`` tables whose moment has come."""
        found: list[int] = []
        while len(found) < limit and (when := self.next()) is not None and when <= now:
            _, table = heapq.heappop(self._heap)
            del self._due_at[table]
            found.append(table)
        return found


class AlarmScheduler:
    """Keeps one alarm per table and calls ``on_alarm`` with its number when the time has come.

    While time stands still none rings, although an alarm may have been due at the end of the last life.
    Notes the uptime now and then, and calls ``purge`` once a day.
    """

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        ticker: Ticker,
        on_alarm: Callable[[int], Awaitable[None]],
        purge: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._uptime = uptime
        self._ticker = ticker
        self._on_alarm = on_alarm
        self._purge = purge
        self._alarms = AlarmQueue()
        self._earlier_alarm = asyncio.Event()
        self._ringing = asyncio.Semaphore(ALARMS_AT_ONCE)
        self._noted_at_ms = uptime.now()
        self._next_purge_ms = self._noted_at_ms + FIRST_PURGE_MS
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="clock")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._note_uptime()

    def set(self, table: int, when: int | None) -> None:
        """Ring for the table at this moment of uptime, or not at all."""
        first = self._alarms.next()
        self._alarms.set(table, when)
        if self._alarms.next() != first:
            self._earlier_alarm.set()

    def bring_forward(self, table: int, when: int) -> None:
        """Ring for the table at this moment instead of a later one, if it is to ring at all."""
        self._alarms.bring_forward(table, when)
        self._earlier_alarm.set()

    def due_at(self, table: int) -> int | None:
        """Return the moment of uptime at which the table is to ring, if it is to ring at all."""
        return self._alarms.due_at(table)

    async def _run(self) -> None:
        while True:
            now = self._uptime.now()
            try:
                if not self._uptime.frozen:
                    await asyncio.gather(*map(self._ring, self._alarms.due(now, ALARM_BATCH_SIZE)))
                if now - self._noted_at_ms >= UPTIME_NOTE_INTERVAL_MS:
                    await self._note_uptime()
                if now >= self._next_purge_ms:
                    self._next_purge_ms = now + PURGE_INTERVAL_MS
                    await self._purge()
            except Exception:
                log.exception("alarm loop failed")
            await self._sleep_until(self._alarms.next())

    async def _ring(self, table: int) -> None:
        async with self._ringing:
            try:
                await self._on_alarm(table)
            except Exception:
                log.exception("table %d: its timer failed; retrying", table)
                if self.due_at(table) is None:
                    self.set(table, self._uptime.now() + RETRY_DELAY_MS)

    async def _sleep_until(self, alarm: int | None) -> None:
        """Sleep until the next alarm, or until an earlier one is set; half a minute at most."""
        if self._uptime.frozen:
            pause = FROZEN_RECHECK_MS
        elif alarm is None:
            pause = UPTIME_NOTE_INTERVAL_MS
        else:
            pause = min(max(alarm - self._uptime.now(), 10), UPTIME_NOTE_INTERVAL_MS)
        self._earlier_alarm.clear()
        sleeping = asyncio.ensure_future(self._ticker.sleep(pause / 1000))
        waiting = asyncio.ensure_future(self._earlier_alarm.wait())
        try:
            await asyncio.wait((sleeping, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            waiting.cancel()

    async def _note_uptime(self) -> None:
        self._noted_at_ms = self._uptime.now()
        try:
            await self._store.note_uptime(self._noted_at_ms)
        except StoreError as error:
            log.error("uptime not noted: %s", error)
