"""When surfaces are delivered: one task for each that is out of date, none for the others.

However often a surface is marked before it is due, only its newest version goes out. Nothing here has to
survive a crash but the ids of the messages: everything else is drawn from the saved state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from bot.delivery.background_tasks import place_of
from bot.delivery.drawing import RenderedSurface
from bot.delivery.policy import AT_ONCE, SOON, Position, RedrawPolicy
from bot.delivery.results import (
    ChannelClosed,
    DeliveryReport,
    DeliveryResult,
    DmClosed,
    RetryLater,
    Superseded,
    Written,
)
from bot.delivery.surface import Surface
from bot.delivery.surface_delivery import SurfaceDelivery
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, table_key
from bot.delivery.surface_registry import SurfaceRegistry
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)

OWNERSHIP_RECHECK_S = 1.0
"""Seconds between two looks whether a table is still ours to show."""

LASTING_KINDS = (SurfaceKind.TABLE, SurfaceKind.ENDING)
"""Messages of a channel that have to be there, whatever happens next."""

ENDED_TABLE_KEPT_S = 900.0
"""Seconds for which an ended table is known after it was in use: longer than Discord knows a nonce."""

MAX_FORGOTTEN_AT_ONCE = 5
"""Tables that one mark looks at, to forget those that have ended."""

UNDELETED_RETRY_S = 15.0
"""Seconds until a replaced message that could not be deleted is tried again; its buttons answer meanwhile."""

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


class FailureHandler(Protocol):
    """Acts on what cannot be delivered."""

    async def dm_closed(self, key: SurfaceKey, user: int) -> None:
        """Take note that this person gets no direct messages."""
        ...

    async def channel_unreachable(self, key: SurfaceKey, closed: ChannelClosed) -> None:
        """Take note that the channel cannot be used."""
        ...

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        """Take note that Discord does not take this surface now; called once until it does."""
        ...

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        """Take note that Discord takes this surface again, or that nobody waits for it any more."""
        ...


@dataclass(slots=True)
class _Worker:
    """The task that delivers one surface, and what wakes it while it waits."""

    task: asyncio.Task[None] | None = None
    sleeps_until: float = 0.0
    waking: asyncio.Future[None] | None = None

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()

    async def sleep(self, now: float, seconds: float) -> None:
        """Wait so long, or until somebody wakes the worker."""
        loop = asyncio.get_running_loop()
        self.sleeps_until, self.waking = now + seconds, loop.create_future()
        timer = loop.call_later(seconds, self.wake)
        try:
            await self.waking
        finally:
            timer.cancel()
            self.waking = None

    def wake(self) -> None:
        """End its sleep, if it sleeps."""
        if self.waking is not None and not self.waking.done():
            self.waking.set_result(None)

    def wake_for(self, due_at: float, now: float) -> None:
        """Wake it if it would sleep for too long; if not, it looks again by itself."""
        if self.sleeps_until > due_at or self.sleeps_until <= now:
            self.wake()


class Scheduler:
    """Has every surface delivered that is marked, when it is due."""

    def __init__(
        self,
        delivery: SurfaceDelivery,
        registry: SurfaceRegistry,
        failures: FailureHandler,
        *,
        monotonic: Callable[[], float],
        batch_delay_s: float = 0.3,
        is_live: Callable[[int], bool] = lambda table: True,
    ) -> None:
        """``batch_delay_s`` is how long a change usually waits for the next one.

        A table that ``is_live`` no more is forgotten a while after everything on it has been delivered.
        """
        self._delivery = delivery
        self._registry = registry
        self._failures = failures
        self._monotonic = monotonic
        self._batch_delay_s = batch_delay_s
        self._is_live = is_live
        self._workers: dict[SurfaceKey, _Worker] = {}
        self._stalled: set[SurfaceKey] = set()
        self._leaving: dict[int, asyncio.Task[None]] = {}
        """The tables that are being let go, with the task that waits until nothing is delivered there."""
        self._put_off: dict[int, dict[SurfaceKey, RedrawPolicy]] = {}
        """What was marked on such a table meanwhile."""
        self._closing = False

    # marks

    async def mark(self, key: SurfaceKey, policy: RedrawPolicy = SOON) -> None:
        """Say that a surface is out of date. Raises ``StoreError``.

        While our heartbeat is late that waits; if the table is another's by then, we are told to let go.
        """
        if self._closing or not self._registry.keeps(key.table):
            return
        if key.table in self._leaving:
            self._put_mark_off(key, policy.resolve(self._batch_delay_s))
            return
        surface = await self._registry.get(key)
        if key.table in self._leaving or not self._registry.keeps(key.table):
            await self.mark(key, policy)  # that has changed while it was read
            return
        now = self._note_use(key.table)
        surface.mark_dirty(policy.resolve(self._batch_delay_s), now)
        worker = self._workers.setdefault(key, _Worker())
        worker.wake_for(surface.due_at, now)
        if not worker.running:
            worker.task = asyncio.create_task(self._work(key, surface, worker), name=f"deliver-{key.name}")

    def _put_mark_off(self, key: SurfaceKey, policy: RedrawPolicy) -> None:
        """Keep a mark until its table has been let go; it counts if the table is ours then."""
        marks = self._put_off.setdefault(key.table, {})
        marks[key] = marks[key].merge(policy) if key in marks else policy

    async def _mark_put_off(self, table: int) -> None:
        for key, policy in self._put_off.pop(table, {}).items():
            await self.mark(key, policy)

    async def invalidate(self, key: SurfaceKey) -> None:
        """Say that nobody knows what a surface shows: have it drawn again and sent in any case."""
        (await self._registry.get(key)).invalidate()
        await self.mark(key)

    async def invalidate_table(self, table: int) -> None:
        """Say that nobody knows what a table's messages show; marks none of them."""
        for surface in (await self._registry.of_table(table)).values():
            surface.invalidate()

    async def mark_known(self, table: int, policy: RedrawPolicy = SOON) -> None:
        """Mark every surface of a table that has a message."""
        for key, surface in (await self._registry.of_table(table)).items():
            if surface.row is not None:
                await self.mark(key, policy)

    # answers to clicks

    async def answer_started(
        self, key: SurfaceKey, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that an answer to a click is about to put this version into a message.

        Return True if it is the surface's own; then ``answer_finished`` has to be called in any case.
        """
        if not self._registry.owns(key.table):
            return False
        surface = await self._registry.get(key)
        self._note_use(key.table)
        if not surface.is_message(channel, message):
            return False
        surface.begin_answer(drawn)
        return True

    async def answer_finished(self, key: SurfaceKey) -> None:
        """Say that such an answer has been sent, or has failed."""
        surface = self._registry.get_known(key)
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
        if not self._registry.keeps(key.table):
            return
        surface = await self._registry.get(key)
        self._note_use(key.table)
        surface.written(row, drawn)
        if self._is_worked_on(key):
            surface.invalidate()
        elif is_newest:
            return
        await self.mark(key)

    # reading

    def keeps(self, table: int) -> bool:
        """Return True if this process shows the table, as far as it knows."""
        return self._registry.keeps(table)

    def note_reachable(self, channel: int, *, sure: bool = False) -> bool:
        """Note that somebody pressed something in a channel, or (``sure``) that its permissions changed.

        Return True if the channel was given up and is worth another try.
        """
        return self._delivery.note_reachable(channel, sure=sure)

    def note_requested(self, channel: int) -> None:
        """Note that somebody wants to go on in a channel: it is tried at once."""
        self._delivery.note_requested(channel)

    async def message_of(self, key: SurfaceKey) -> tuple[int, int] | None:
        """Return channel and message of a surface."""
        return await self._registry.message_of(key)

    def shown_keys(self) -> list[SurfaceKey]:
        """List the surfaces of live tables that were drawn since the process started."""
        known = self._registry.known().items()
        return [key for key, surface in known if surface.drawn_before and self._is_live(key.table)]

    # tables that come and go

    async def let_go(self, table: int) -> None:
        """Stop showing a table, which another process does now; deliveries under way end first.

        What they leave to be done is dropped.
        """
        await self._leave_once(table)
        await self._mark_put_off(table)

    async def _leave_once(self, table: int) -> None:
        leaving = self._leaving.get(table)
        if leaving is None:
            leaving = self._leaving[table] = asyncio.create_task(self._leave(table), name=f"leave-{table}")
        await asyncio.shield(leaving)

    async def _leave(self, table: int) -> None:
        self._delivery.let_go(table)
        try:
            tasks: list[asyncio.Task[None]] = []
            for key in self._registry.known_of(table):
                worker = self._workers.get(key)
                if worker is not None and worker.task is not None and worker.running:
                    worker.wake()
                    tasks.append(worker.task)
            if tasks:
                await asyncio.wait(tasks)
            for key in [key for key in self._stalled if key.table == table]:
                await self._resume(key)
            self._drop_idle_surfaces(table)
        finally:
            del self._leaving[table]

    def _drop_idle_surfaces(self, table: int) -> None:
        for key in self._registry.known_of(table):
            if not self._is_worked_on(key):
                self._registry.drop(key)
                self._workers.pop(key, None)
        self._registry.reload_if_empty(table)

    def _note_use(self, table: int) -> float:
        """Note that a table is in use, and return the time."""
        now = self._monotonic()
        self._registry.note_use(table, now)
        self._forget_ended_tables(now)
        return now

    def _forget_ended_tables(self, now: float) -> None:
        """Drop what is known of tables that have ended: few at a time, for people wait meanwhile."""
        for _ in range(MAX_FORGOTTEN_AT_ONCE):
            table = self._registry.next_idle(now - ENDED_TABLE_KEPT_S)
            if table is None:
                return
            if self._is_live(table) or any(map(self._is_worked_on, self._registry.known_of(table))):
                self._registry.note_use(table, now)  # to be looked at again
            else:
                self._drop_idle_surfaces(table)

    async def take_over(self, table: int) -> None:
        """Begin to show a table that another process has shown: all that is known here is old."""
        await self._leave_once(table)
        self._delivery.take_over(table)
        await self._mark_put_off(table)

    async def wait_idle(self) -> None:
        """Wait until nothing is out of date."""
        while tasks := self._running_tasks():
            await asyncio.wait(tasks)

    async def close(self, timeout_s: float = 3.0) -> None:
        """Deliver what is out of date if that is quick, and stop; what fails is left to the next start."""
        self._closing = True
        for surface in self._registry.known().values():
            if surface.debounced:
                # Nobody waits for these, and the next start draws everything.
                surface.unmark()
        tasks = self._running_tasks()
        for worker in self._workers.values():
            worker.wake()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _running_tasks(self) -> list[asyncio.Task[None]]:
        return [
            worker.task for worker in self._workers.values() if worker.task is not None and worker.running
        ]

    def _is_worked_on(self, key: SurfaceKey) -> bool:
        return key in self._workers and self._workers[key].running

    # one surface

    async def _work(self, key: SurfaceKey, surface: Surface, worker: _Worker) -> None:
        while surface.dirty:
            if key.table in self._leaving:
                surface.unmark()
                return
            now = self._monotonic()
            wait_s = surface.due_at - now
            if wait_s > 0 and not self._closing:
                await worker.sleep(now, wait_s)
                continue
            if not self._registry.owns(key.table):
                if self._closing:
                    return
                # We may only be late with our heartbeat. If not, we are told to let go.
                await worker.sleep(now, OWNERSHIP_RECHECK_S)
                continue
            try:
                await self._deliver(key, surface)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if key.user:  # the text may name what only this person may see
                    log.error("could not deliver %s of table %d: %s", key.name, key.table, place_of(error))
                else:
                    log.exception("could not deliver %s of table %d", key.name, key.table)

    async def _deliver(self, key: SurfaceKey, surface: Surface) -> None:
        """Deliver a surface once and act on the result."""
        policy = surface.begin_delivery()
        try:
            report = await self._delivery.deliver(key, surface, policy)
            result = report.result
            if isinstance(result, DmClosed):
                await self._failures.dm_closed(key, result.user)
            elif isinstance(result, ChannelClosed):
                result = await self._channel_closed(key, result)
            # A delivery that is tried again deletes afterwards.
            retried = isinstance(result, RetryLater)
            undeleted = None if retried else await self._delivery.delete_replaced(surface)
        except BaseException:
            surface.finish_delivery()
            raise
        if isinstance(result, RetryLater):
            retry_policy = replace(policy, position=Position.UNMOVED) if result.posted else policy
            await self._retry(key, surface, retry_policy, result)
        else:
            surface.delivery_succeeded()
            surface.finish_delivery()
            await self._follow_up(key, surface, policy, replace(report, result=result))
        if undeleted is not None and not self._closing:  # the new message stays where it is
            delay_s = max(UNDELETED_RETRY_S, undeleted.delay_s)
            surface.mark_dirty(RedrawPolicy(delay_s, position=Position.UNMOVED), self._monotonic())

    async def _channel_closed(self, key: SurfaceKey, closed: ChannelClosed) -> DeliveryResult:
        """Say that a channel is closed. What has to be there is tried again: it may heal silently."""
        if key in self._stalled:
            await self._resume(key)  # a refusal is an answer: Discord works
        if closed.news or key.kind is SurfaceKind.TABLE:
            await self._failures.channel_unreachable(key, closed)
        if key.kind not in LASTING_KINDS or closed.reason == "gone" or self._closing:
            return closed
        if closed.untried is not None and not self._delivery.is_closed(closed.channel):
            return Superseded()  # somebody has asked for another try meanwhile
        return RetryLater(f"channel {closed.channel} is closed ({closed.reason})", closed.retry_s)

    async def _follow_up(
        self, key: SurfaceKey, surface: Surface, policy: RedrawPolicy, report: DeliveryReport
    ) -> None:
        """Mark a surface again where its delivery has left something to do."""
        result: DeliveryResult = report.result
        if isinstance(result, Superseded) and not self._closing:
            surface.mark_dirty(replace(policy, delay_s=0.0), self._monotonic())
        if isinstance(result, Written) and not result.sure:
            surface.invalidate()
            surface.mark_dirty(AT_ONCE, self._monotonic())
        if isinstance(result, Written) and key.kind is SurfaceKind.ENDING:
            await self.mark(table_key(key.table))  # it leads there
        if surface.settle_conflict() and self._registry.keeps(key.table):
            # Also while we stop: the edit that has just ended may be older than the answer to a press.
            surface.mark_dirty(SOON.resolve(self._batch_delay_s), self._monotonic())
        if report.redraw_after_s is not None:
            await self.mark(key, RedrawPolicy(report.redraw_after_s))
        if key in self._stalled or (self._stalled and isinstance(result, Written)):
            await self._resume(key)

    async def _retry(
        self, key: SurfaceKey, surface: Surface, policy: RedrawPolicy, result: RetryLater
    ) -> None:
        step_s = RETRY_DELAYS_S[min(surface.failures, len(RETRY_DELAYS_S) - 1)]
        surface.delivery_failed(policy, max(step_s, result.delay_s), self._monotonic())
        if self._closing:
            surface.unmark()  # nothing waits while we stop, so it would be tried without a pause
            return
        if surface.failures == 1:
            log.info("%s of table %d will be retried: %s", key.name, key.table, result.reason)
        if result.down and key not in self._stalled:
            self._stalled.add(key)
            await self._failures.delivery_stalled(key)

    async def _resume(self, key: SurfaceKey) -> None:
        self._stalled.discard(key)
        await self._failures.delivery_resumed(key)
