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

from bot.delivery.courier import Courier
from bot.delivery.surfaces import Artist, Drawn, Key, Shelf, Surface, Troubles, stamp
from bot.delivery.wire import Later, Wire

log = logging.getLogger(__name__)

DOUBTFUL = 1.0
"""Seconds between two looks whether a table is still ours to show."""

BACK_OFF = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


class Outbox:
    """Delivers surfaces; one task for each that is out of date, none for the others."""

    def __init__(
        self,
        wire: Wire,
        artist: Artist,
        shelf: Shelf,
        troubles: Troubles,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float] | None = None,
        calm: float = 0.3,
        dm_gap: float = 1.0,
    ) -> None:
        """``clock`` gives seconds since 1970, ``steady`` seconds that never jump, whoever sets the date.

        ``calm`` is how long a change waits for the next one.
        """
        self._shelf = shelf
        self._troubles = troubles
        self._steady = steady = steady or clock
        self._calm = calm
        self._courier = Courier(
            wire,
            artist,
            shelf,
            troubles,
            clock=clock,
            steady=steady,
            dm_gap=dm_gap,
            landed=self._untangle,
        )
        self._stalled: set[Key] = set()
        self._surfaces: dict[Key, Surface] = {}
        self._loaded: dict[int, asyncio.Task[None]] = {}
        self._closing = False

    async def mark(
        self,
        key: Key,
        *,
        after: float | None = None,
        anew: bool = False,
        patient: bool = False,
        still: bool = False,
    ) -> None:
        """Say that a surface is out of date, to be renewed ``after`` so many seconds.

        ``anew`` posts it again below everything else. ``patient`` ones wait until nothing has happened for
        so long, unless something that is not patient happens. ``still`` ones stay where they are, however
        old or buried, unless something happens that people should see.
        """
        if self._closing or not self._shelf.ours(key.table):
            return
        surface = await self._surface(key)
        wait = self._calm if after is None else after
        due = self._steady() + wait
        waits = patient and (surface.patient or not surface.dirty)
        surface.due = due if waits or not surface.dirty else min(due, surface.due)
        surface.patient = waits
        surface.still = still and (surface.still or not surface.dirty)
        surface.dirty = True
        surface.anew = surface.anew or anew
        surface.woken.set()
        if surface.task is None or surface.task.done():
            surface.task = asyncio.create_task(self._work(key, surface), name=f"deliver-{key.name}")

    async def presenting(self, key: Key, drawn: Drawn, channel: int, message: int) -> bool:
        """Say that an answer to a click is about to put this version into the surface's own message.

        True: it is that message, and ``presented`` has to be called in any case when the answer is through.
        """
        if not self._shelf.ours(key.table):
            return False
        surface = await self._surface(key)
        row = surface.row
        if row is None or (row.channel, row.message) != (channel, message):
            return False
        surface.set_out()
        if drawn.version < surface.version:
            surface.crossed = True
            return True
        surface.shown = stamp(drawn.screen)
        surface.version = drawn.version
        return True

    async def presented(self, key: Key) -> None:
        """Say that such an answer is through, whatever became of it."""
        surface = self._surfaces.get(key)
        if surface is not None:
            surface.writers = max(0, surface.writers - 1)
            await self._untangle(key, surface)

    async def _untangle(self, key: Key, surface: Surface) -> None:
        """Draw a surface once more whose writers were under way at once."""
        if surface.crossed and not surface.writers:
            surface.crossed = False
            surface.shown = ""
            await self.mark(key)

    async def doubt(self, key: Key) -> None:
        """Say that nobody knows what the surface shows: draw it again in any case."""
        surface = await self._surface(key)
        surface.shown = ""
        await self.mark(key)

    async def distrust(self, table: int) -> None:
        """Say that nobody knows what the table's messages show, so that the next drawing of each goes out."""
        await self._loading(table)
        for key, surface in self._surfaces.items():
            if key.table == table:
                surface.shown = ""

    async def known(self, table: int) -> list[str]:
        """Name the surfaces that the table has."""
        await self._loading(table)
        return [key.name for key, surface in self._surfaces.items() if key.table == table and surface.row]

    async def where(self, key: Key) -> tuple[int, int] | None:
        """Return channel and message of a surface."""
        if not self._shelf.ours(key.table):
            rows = await self._shelf.load(key.table)
            return next(((row.channel, row.message) for row in rows if row.key == key.name), None)
        row = (await self._surface(key)).row
        return None if row is None else (row.channel, row.message)

    async def version(self, key: Key) -> int | None:
        """Return which version of a surface its message shows."""
        row = (await self._surface(key)).row
        return None if row is None else row.version

    def shown(self) -> list[Key]:
        """List the surfaces that were drawn in this life of the process."""
        return [key for key, surface in self._surfaces.items() if surface.version >= 0]

    def reachable(self, channel: int, *, sure: bool = False) -> bool:
        """Note that somebody pressed something in the channel, or changed it; tell whether to try it again.

        After a change (``sure``) always: what is under way may still be refused as things were before.
        """
        return self._courier.reachable(channel, sure=sure)

    async def close(self, patience: float = 3.0) -> None:
        """Deliver what is out of date if that is quick, and stop."""
        self._closing = True
        for surface in self._surfaces.values():
            # Nobody waits for these, and the next start draws everything.
            surface.dirty = surface.dirty and not surface.patient
        tasks = [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]
        for surface in self._surfaces.values():
            surface.due = 0.0
            surface.woken.set()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
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
        self._courier.take_over(table)

    async def let_go(self, table: int) -> None:
        """Stop showing a table: another process does. What is under way ends first, and is checked."""
        self._courier.let_go(table)
        tasks: list[asyncio.Task[None]] = []
        for key, surface in self._surfaces.items():
            if key.table == table and surface.task is not None and not surface.task.done():
                surface.dirty = False
                surface.woken.set()
                tasks.append(surface.task)
        if tasks:
            await asyncio.wait(tasks)
        for key in [key for key in self._stalled if key.table == table]:
            await self._flow(key)
        await self.forget(table)

    async def settled(self) -> None:
        """Wait until nothing is out of date."""
        while tasks := [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]:
            await asyncio.wait(tasks)

    # one surface

    async def _surface(self, key: Key) -> Surface:
        await self._loading(key.table)
        return self._surfaces.setdefault(key, Surface(None))

    async def _loading(self, table: int) -> None:
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
        for row in await self._shelf.load(table):
            self._surfaces.setdefault(Key(table, row.key), Surface(row))

    async def _work(self, key: Key, surface: Surface) -> None:
        while surface.dirty:
            wait = surface.due - self._steady()
            if wait > 0 and not self._closing:
                await _sleep(surface, wait)
                continue
            if not self._shelf.ours(key.table):
                if self._closing:
                    return
                # Perhaps we were only late in saying that we live. If not, we are told to let go.
                await _sleep(surface, DOUBTFUL)
                continue
            surface.dirty = False
            anew, surface.anew = surface.anew, False
            still, surface.still = surface.still, False
            try:
                wrote = surface.writes
                await self._courier.deliver(key, surface, anew=anew, still=still)
                surface.failures = 0
                if key in self._stalled or (self._stalled and surface.writes > wrote):
                    await self._flow(key)
            except Later as trouble:
                self._retry(key, surface, trouble, anew=anew, still=still)
                if trouble.down:
                    await self._stall(key)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("could not draw %s of table %d", key.name, key.table)

    async def _flow(self, key: Key) -> None:
        self._stalled.discard(key)
        await self._troubles.flowing(key)

    async def _stall(self, key: Key) -> None:
        if key not in self._stalled:
            self._stalled.add(key)
            await self._troubles.stalled(key)

    def _retry(self, key: Key, surface: Surface, trouble: Later, *, anew: bool, still: bool) -> None:
        step = BACK_OFF[min(surface.failures, len(BACK_OFF) - 1)]
        surface.failures += 1
        surface.still = surface.still if surface.dirty else still
        surface.dirty = True
        surface.shown = ""
        surface.anew = surface.anew or anew
        surface.due = self._steady() + max(step, trouble.seconds)
        self._courier.hold(trouble, surface.row)
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
