"""When surfaces are delivered: one task for each that is out of date, none for the others.

However often a surface is marked before it is due, only its newest version goes out. Nothing here has to
survive a crash but the ids of the messages: everything else is drawn from the saved state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from bot.delivery.background_tasks import place_of
from bot.delivery.drawing import AT_ONCE, SOON, RedrawPolicy, RenderedSurface
from bot.delivery.surface import Surface, Surfaces
from bot.delivery.surface_delivery import SurfaceDelivery
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, hand_key, table_key
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)

WATCHED_KINDS = frozenset({SurfaceKind.TABLE, SurfaceKind.HAND, SurfaceKind.OPEN_HAND, SurfaceKind.WATCH})
"""What people look at; a reminder is late on purpose."""

MAX_OPEN_PRESSES = 64
"""Presses of a table that are waited for; of a channel that stays closed nobody wants more."""


class ShownClock:
    """Knows which screens are still behind which press."""

    def __init__(self, monotonic: Callable[[], float], on_shown: Callable[[str, float], None]) -> None:
        self._monotonic = monotonic
        self._on_shown = on_shown
        self._behind: dict[int, list[tuple[str, float, set[SurfaceKey]]]] = {}

    def pressed(self, table: int, what: str, began: float, out_of_date: Iterable[SurfaceKey]) -> None:
        """Begin to wait for screens that a press has made out of date."""
        keys = {key for key in out_of_date if key.kind in WATCHED_KINDS}
        if keys:
            waiting = self._behind.setdefault(table, [])
            waiting.append((what, began, keys))
            del waiting[:-MAX_OPEN_PRESSES]

    def shown(self, key: SurfaceKey) -> None:
        """Note that a screen is up to date."""
        left = self._behind.pop(key.table, [])
        for what, began, keys in left:
            keys.discard(key)
            if not keys:
                self._on_shown(what, self._monotonic() - began)
        if left := [entry for entry in left if entry[2]]:
            self._behind[key.table] = left

    def drop(self, table: int) -> None:
        """Forget a table that another process shows now."""
        self._behind.pop(table, None)


ENDED_TABLE_KEPT_S = 900.0
"""Seconds for which an ended table is known after it was in use: longer than Discord knows a nonce."""

MAX_FORGOTTEN_AT_ONCE = 5
"""Tables that one mark looks at, to forget those that have ended."""


class _Worker(NamedTuple):
    """The task that delivers one surface, and what wakes it while it waits."""

    task: asyncio.Task[None]
    woken: asyncio.Event


class Scheduler:
    """Has every surface delivered that is marked, when it is due."""

    def __init__(
        self,
        delivery: SurfaceDelivery,
        surfaces: Surfaces,
        monotonic: Callable[[], float],
        batch_delay_s: float,
        is_live: Callable[[int], bool] = lambda table: True,
        on_shown: Callable[[str, float], None] = lambda what, seconds: None,
    ) -> None:
        """``batch_delay_s`` is how long a change usually waits for the next one.

        A table that ``is_live`` no more is forgotten a while after everything on it has been delivered.
        ``on_shown`` hears how long after a press its effect was on the screens.
        """
        self._delivery = delivery
        self._surfaces = surfaces
        self.message_of = surfaces.message_of
        self.owns = surfaces.owns
        self._monotonic = monotonic
        self._batch_delay_s = batch_delay_s
        self._is_live = is_live
        self.shown_clock = ShownClock(monotonic, on_shown)
        self._due_since: dict[SurfaceKey, float] = {}
        """Since when surfaces wait that should have been delivered."""
        self._workers: dict[SurfaceKey, _Worker] = {}
        self._leaving: dict[int, asyncio.Task[None]] = {}
        """The tables that are being let go, with the task that waits until nothing is delivered there."""
        self._closing = False

    # marks

    async def mark(self, key: SurfaceKey, policy: RedrawPolicy = SOON) -> None:
        """Say that a surface is out of date. Raises ``StoreError``.

        Nothing is marked on a table that is being let go: whoever shows it next draws all of it.
        """
        if self._closing or not self._shows(key.table):
            return
        surface = await self._surfaces.get(key)
        if not self._shows(key.table):
            return  # that has changed while it was read
        surface.mark_dirty(policy.resolve(self._batch_delay_s), self._note_use(key.table))
        if key in self._workers:
            self._workers[key].woken.set()
        else:
            work = self._work(surface, woken := asyncio.Event())
            self._workers[key] = _Worker(asyncio.create_task(work, name=f"deliver-{key.name}"), woken)

    def _shows(self, table: int) -> bool:
        return table not in self._leaving and self._surfaces.owns(table)

    async def invalidate(self, key: SurfaceKey) -> None:
        """Say that nobody knows what a surface shows: have it drawn again and sent in any case."""
        (await self._surfaces.get(key)).invalidate()
        await self.mark(key)

    async def invalidate_table(self, table: int) -> None:
        """Say that nobody knows what a table's messages show; marks none of them."""
        for surface in (await self._surfaces.of_table(table)).values():
            surface.invalidate()

    async def mark_known(self, table: int, policy: RedrawPolicy = SOON) -> None:
        """Mark every surface of a table that has a message."""
        for key, surface in (await self._surfaces.of_table(table)).items():
            if surface.row is not None:
                await self.mark(key, policy)

    # answers to clicks

    async def answer_started(
        self, key: SurfaceKey, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that an answer to a click is about to put this version into a message.

        Return True if it is the surface's own; then ``answer_finished`` has to be called in any case.
        """
        if not self._surfaces.owns(key.table):
            return False
        surface = await self._surfaces.get(key)
        self._note_use(key.table)
        if surface.row is None or (surface.row.channel, surface.row.message) != (channel, message):
            return False
        surface.begin_answer(drawn)
        return True

    def has_moved(self, key: SurfaceKey, custom_id: str, within_s: float) -> bool:
        """Return True if a button stands for a moment only where another one stood on this surface."""
        surface = self._surfaces.get_known(key)
        return surface is not None and surface.places.has_moved(custom_id, within_s)

    async def answer_finished(self, key: SurfaceKey) -> None:
        """Say that such an answer has been sent, or has failed."""
        surface = self._surfaces.get_known(key)
        if surface is not None:
            surface.end_write()
            if surface.settle_conflict():
                await self.mark(key)

    async def reply_shown(
        self, key: SurfaceKey, row: SurfaceRow, drawn: RenderedSurface, *, is_newest: bool = False
    ) -> None:
        """Say that a private answer shows this version of a surface.

        The table may have moved on since it was drawn, so the surface is looked at once more unless this
        ``is_newest``: what happens from now on marks it.
        """
        if not self._surfaces.owns(key.table):
            return
        surface = await self._surfaces.get(key)
        self._note_use(key.table)
        surface.written(row, drawn)
        if key in self._workers:
            surface.invalidate()
        elif is_newest:
            return
        await self.mark(key)

    # reading

    def out_of_date(self, table: int) -> list[SurfaceKey]:
        """List the surfaces of a table that are marked or on their way."""
        return [key for key in self._workers if key.table == table]

    def outbox(self) -> tuple[int, float]:
        """Return how many surfaces are due, and for how many seconds the oldest of them has been."""
        due = self._due_since.values()
        return len(due), max(0.0, self._monotonic() - min(due)) if due else 0.0

    def shown_keys(self) -> list[SurfaceKey]:
        """List the surfaces of live tables that were drawn since the process started."""
        known = self._surfaces.known().items()
        return [key for key, surface in known if surface.drawn_before and self._is_live(key.table)]

    # tables that come and go

    async def let_go(self, table: int) -> None:
        """Stop showing a table, which another process does now; deliveries under way end first.

        What they leave to be done is dropped.
        """
        leaving = self._leaving.get(table)
        if leaving is None:
            leaving = self._leaving[table] = asyncio.create_task(self._leave(table), name=f"leave-{table}")
        await asyncio.shield(leaving)

    async def _leave(self, table: int) -> None:
        self._surfaces.acquired_at.pop(table, None)
        try:
            at_work = [self._workers[key] for key in self._surfaces.known_of(table) if key in self._workers]
            for worker in at_work:
                worker.woken.set()
            if at_work:
                await asyncio.wait([worker.task for worker in at_work])
            await self._delivery.failures.table_left(table)
            self._surfaces.drop(table, keep=self._workers.__contains__)
            self.shown_clock.drop(table)
        finally:
            del self._leaving[table]

    def _note_use(self, table: int) -> float:
        """Note that a table is in use, and return the time."""
        now = self._monotonic()
        self._surfaces.note_use(table, now)
        self._forget_ended_tables(now)
        return now

    def _forget_ended_tables(self, now: float) -> None:
        """Drop what is known of tables that have ended: few at a time, for people wait meanwhile."""
        for _ in range(MAX_FORGOTTEN_AT_ONCE):
            table = self._surfaces.next_idle(now - ENDED_TABLE_KEPT_S)
            if table is None:
                return
            if self._is_live(table) or any(key in self._workers for key in self._surfaces.known_of(table)):
                self._surfaces.note_use(table, now)  # to be looked at again
            else:
                self._surfaces.drop(table, keep=self._workers.__contains__)

    async def reload(self, table: int) -> None:
        """Begin to show a table that another process has shown: all that is known here is old."""
        await self.let_go(table)
        self._surfaces.acquired_at[table] = self._monotonic()

    async def wait_idle(self) -> None:
        """Wait until nothing is out of date."""
        while self._workers:
            await asyncio.wait([worker.task for worker in self._workers.values()])

    async def close(self, timeout_s: float = 3.0) -> None:
        """Deliver what is out of date if that is quick, and stop; what fails is left to the next start."""
        self._closing = self._delivery.closing = True
        for surface in self._surfaces.known().values():
            if surface.debounced:
                # Nobody waits for these, and the next start draws everything.
                surface.unmark()
        tasks = [worker.task for worker in self._workers.values()]
        for worker in self._workers.values():
            worker.woken.set()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # one surface

    async def _work(self, surface: Surface, woken: asyncio.Event) -> None:
        """Deliver a surface as long as it is out of date."""
        key = surface.key
        try:
            while surface.dirty:
                wait_s = surface.due_at - self._monotonic()
                if not self._shows(key.table):
                    surface.unmark()
                elif wait_s > 0 and not self._closing:
                    await _sleep(woken, wait_s)
                else:
                    self._due_since.setdefault(key, self._monotonic())
                    await self._deliver(surface)
                    if not surface.failures and not (surface.dirty and surface.due_at <= self._monotonic()):
                        del self._due_since[key]
                        self.shown_clock.shown(key)
        finally:
            del self._workers[key]
            self._due_since.pop(key, None)

    async def _deliver(self, surface: Surface) -> None:
        key = surface.key
        try:
            written = await self._delivery.deliver(surface)
            if written and key.kind is SurfaceKind.ENDING:
                await self.mark(table_key(key.table))  # it leads there
            if not written and key.kind is SurfaceKind.OPEN_HAND:
                await self.mark(hand_key(key.table, key.user))  # the copy may be gone
            for replaced in self._surfaces.take_replaced():
                await self.mark(replaced, AT_ONCE)
        except Exception as error:
            if key.user:  # the text may name what only this person may see
                log.error("could not deliver %s: %s", surface, place_of(error))
            else:
                log.exception("could not deliver %s", surface)


async def _sleep(woken: asyncio.Event, seconds: float) -> None:
    """Wait so long, or until the worker is woken."""
    woken.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()
