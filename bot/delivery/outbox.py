"""The newest version of every surface, delivered.

A surface is a message that shows something: a table, a hand. Somebody marks it as out of date; shortly
afterwards it is drawn anew and edited in place, or posted again where the message is gone, old or buried.
However often it is marked meanwhile, only the newest version goes out. Nothing here has to survive a
crash but the ids of the messages: everything else is drawn from the saved state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.delivery.message_writer import MessageWriter
from bot.delivery.surfaces import (
    FailureListener,
    RenderedSurface,
    Surface,
    SurfaceKey,
    SurfaceRenderer,
    SurfaceStore,
    screen_hash,
)
from bot.delivery.wire import RetryLaterError, Wire

log = logging.getLogger(__name__)

OWNERSHIP_RECHECK_S = 1.0
"""Seconds between two looks whether a table is still ours to show."""

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


class Outbox:
    """Delivers surfaces; one task for each that is out of date, none for the others."""

    def __init__(
        self,
        wire: Wire,
        renderer: SurfaceRenderer,
        surface_store: SurfaceStore,
        failures: FailureListener,
        *,
        clock: Callable[[], float],
        monotonic: Callable[[], float] | None = None,
        batch_delay_s: float = 0.3,
        dm_interval_s: float = 1.0,
    ) -> None:
        """``clock`` gives seconds since 1970, ``steady`` seconds that never jump, whoever sets the date.

        ``calm`` is how long a change waits for the next one.
        """
        self._surface_store = surface_store
        self._failures = failures
        self._monotonic = monotonic = monotonic or clock
        self._batch_delay_s = batch_delay_s
        self._writer = MessageWriter(
            wire,
            renderer,
            surface_store,
            failures,
            clock=clock,
            monotonic=monotonic,
            dm_interval_s=dm_interval_s,
            on_written=self._redraw_after_conflict,
        )
        self._stalled: set[SurfaceKey] = set()
        self._surfaces: dict[SurfaceKey, Surface] = {}
        self._loaded: dict[int, asyncio.Task[None]] = {}
        self._closing = False

    async def mark(
        self,
        key: SurfaceKey,
        *,
        delay_s: float | None = None,
        repost: bool = False,
        debounce: bool = False,
        keep_position: bool = False,
    ) -> None:
        """Say that a surface is out of date, to be renewed ``after`` so many seconds.

        ``anew`` posts it again below everything else. ``patient`` ones wait until nothing has happened for
        so long, unless something that is not patient happens. ``still`` ones stay where they are, however
        old or buried, unless something happens that people should see.
        """
        if self._closing or not self._surface_store.owns(key.table):
            return
        surface = await self._surface(key)
        wait = self._batch_delay_s if delay_s is None else delay_s
        due = self._monotonic() + wait
        waits = debounce and (surface.debounce or not surface.dirty)
        surface.due = due if waits or not surface.dirty else min(due, surface.due)
        surface.debounce = waits
        surface.keep_position = keep_position and (surface.keep_position or not surface.dirty)
        surface.dirty = True
        surface.repost = surface.repost or repost
        surface.woken.set()
        if surface.task is None or surface.task.done():
            surface.task = asyncio.create_task(self._work(key, surface), name=f"deliver-{key.name}")

    async def answer_started(
        self, key: SurfaceKey, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that an answer to a click is about to put this version into the surface's own message.

        True: it is that message, and ``presented`` has to be called in any case when the answer is through.
        """
        if not self._surface_store.owns(key.table):
            return False
        surface = await self._surface(key)
        row = surface.row
        if row is None or (row.channel, row.message) != (channel, message):
            return False
        surface.begin_write()
        if drawn.version < surface.version:
            surface.crossed = True
            return True
        surface.shown = screen_hash(drawn.screen)
        surface.version = drawn.version
        return True

    async def answer_finished(self, key: SurfaceKey) -> None:
        """Say that such an answer is through, whatever became of it."""
        surface = self._surfaces.get(key)
        if surface is not None:
            surface.writers = max(0, surface.writers - 1)
            await self._redraw_after_conflict(key, surface)

    async def _redraw_after_conflict(self, key: SurfaceKey, surface: Surface) -> None:
        """Draw a surface once more whose writers were under way at once."""
        if surface.crossed and not surface.writers:
            surface.crossed = False
            surface.shown = ""
            await self.mark(key)

    async def invalidate(self, key: SurfaceKey) -> None:
        """Say that nobody knows what the surface shows: draw it again in any case."""
        surface = await self._surface(key)
        surface.shown = ""
        await self.mark(key)

    async def invalidate_table(self, table: int) -> None:
        """Say that nobody knows what the table's messages show, so that the next drawing of each goes out."""
        await self._ensure_loaded(table)
        for key, surface in self._surfaces.items():
            if key.table == table:
                surface.shown = ""

    async def known(self, table: int) -> list[str]:
        """Name the surfaces that the table has."""
        await self._ensure_loaded(table)
        return [key.name for key, surface in self._surfaces.items() if key.table == table and surface.row]

    async def message_of(self, key: SurfaceKey) -> tuple[int, int] | None:
        """Return channel and message of a surface."""
        if not self._surface_store.owns(key.table):
            rows = await self._surface_store.load(key.table)
            return next(((row.channel, row.message) for row in rows if row.key == key.name), None)
        row = (await self._surface(key)).row
        return None if row is None else (row.channel, row.message)

    async def version(self, key: SurfaceKey) -> int | None:
        """Return which version of a surface its message shows."""
        row = (await self._surface(key)).row
        return None if row is None else row.version

    def shown_keys(self) -> list[SurfaceKey]:
        """List the surfaces that were drawn in this life of the process."""
        return [key for key, surface in self._surfaces.items() if surface.version >= 0]

    def note_reachable(self, channel: int, *, sure: bool = False) -> bool:
        """Note that somebody pressed something in the channel, or changed it; return True if to try it again.

        After a change (``sure``) always: what is under way may still be refused as things were before.
        """
        return self._writer.note_reachable(channel, sure=sure)

    async def close(self, timeout_s: float = 3.0) -> None:
        """Deliver what is out of date if that is quick, and stop."""
        self._closing = True
        for surface in self._surfaces.values():
            # Nobody waits for these, and the next start draws everything.
            surface.dirty = surface.dirty and not surface.debounce
        tasks = [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]
        for surface in self._surfaces.values():
            surface.due = 0.0
            surface.woken.set()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def forget(self, table: int) -> None:
        """Drop from memory what is known of a table's surfaces, once nothing is under way."""
        for key in [key for key in self._surfaces if key.table == table]:
            task = self._surfaces[key].task
            if task is None or task.done():
                del self._surfaces[key]
        if not any(key.table == table for key in self._surfaces):
            self._loaded.pop(table, None)

    async def take_over(self, table: int) -> None:
        """Begin to show a table that another process has shown: all that is known here is old."""
        await self.let_go(table)
        self._writer.take_over(table)

    async def let_go(self, table: int) -> None:
        """Stop showing a table: another process does. What is under way ends first, and is checked."""
        self._writer.let_go(table)
        tasks: list[asyncio.Task[None]] = []
        for key, surface in self._surfaces.items():
            if key.table == table and surface.task is not None and not surface.task.done():
                surface.dirty = False
                surface.woken.set()
                tasks.append(surface.task)
        if tasks:
            await asyncio.wait(tasks)
        for key in [key for key in self._stalled if key.table == table]:
            await self._resume(key)
        await self.forget(table)

    async def wait_idle(self) -> None:
        """Wait until nothing is out of date."""
        while tasks := [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]:
            await asyncio.wait(tasks)

    # one surface

    async def _surface(self, key: SurfaceKey) -> Surface:
        await self._ensure_loaded(key.table)
        return self._surfaces.setdefault(key, Surface(None))

    async def _ensure_loaded(self, table: int) -> None:
        loading = self._loaded.get(table)
        if loading is None:
            loading = self._loaded[table] = asyncio.create_task(self._load(table))
        try:
            await loading
        except Exception:
            if self._loaded.get(table) is loading:
                del self._loaded[table]  # the next one reads again
            raise

    async def _load(self, table: int) -> None:
        for row in await self._surface_store.load(table):
            self._surfaces.setdefault(SurfaceKey(table, row.key), Surface(row))

    async def _work(self, key: SurfaceKey, surface: Surface) -> None:
        while surface.dirty:
            wait = surface.due - self._monotonic()
            if wait > 0 and not self._closing:
                await _sleep(surface, wait)
                continue
            if not self._surface_store.owns(key.table):
                if self._closing:
                    return
                # Perhaps we were only late in saying that we live. If not, we are told to let go.
                await _sleep(surface, OWNERSHIP_RECHECK_S)
                continue
            surface.dirty = False
            anew, surface.repost = surface.repost, False
            still, surface.keep_position = surface.keep_position, False
            try:
                wrote = surface.writes
                await self._writer.deliver(key, surface, repost=anew, keep_position=still)
                surface.failures = 0
                if key in self._stalled or (self._stalled and surface.writes > wrote):
                    await self._resume(key)
            except RetryLaterError as trouble:
                self._retry(key, surface, trouble, repost=anew, keep_position=still)
                if trouble.down:
                    await self._stall(key)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("could not draw %s of table %d", key.name, key.table)

    async def _resume(self, key: SurfaceKey) -> None:
        self._stalled.discard(key)
        await self._failures.delivery_resumed(key)

    async def _stall(self, key: SurfaceKey) -> None:
        if key not in self._stalled:
            self._stalled.add(key)
            await self._failures.delivery_stalled(key)

    def _retry(
        self,
        key: SurfaceKey,
        surface: Surface,
        trouble: RetryLaterError,
        *,
        repost: bool,
        keep_position: bool,
    ) -> None:
        step = RETRY_DELAYS_S[min(surface.failures, len(RETRY_DELAYS_S) - 1)]
        surface.failures += 1
        surface.keep_position = surface.keep_position if surface.dirty else keep_position
        surface.dirty = True
        surface.shown = ""
        surface.repost = surface.repost or repost
        surface.due = self._monotonic() + max(step, trouble.seconds)
        self._writer.hold(trouble, surface.row)
        if surface.failures == 1:
            log.info("delivering %s of table %d again: %s", key.name, key.table, trouble)


async def _sleep(surface: Surface, seconds: float) -> None:
    """Wait so long, or until the surface is due at another time."""
    surface.woken.clear()
    try:
        async with asyncio.timeout(seconds):
            await surface.woken.wait()
    except TimeoutError:
        pass
