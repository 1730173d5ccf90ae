"""One delivery of one surface, draw, wait for its turn, draw again, write, and what follows from it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.delivery.channels import Channels
from bot.delivery.delivery_failures import DeliveryFailures
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import (
    AT_ONCE,
    Drawing,
    Gone,
    Position,
    RedrawPolicy,
    RenderedSurface,
)
from bot.delivery.live_replies import LiveReplies
from bot.delivery.surface import Surface, Surfaces
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.delivery.wire import (
    CannotShowError,
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    RetryLaterError,
)
from bot.delivery.writer import MessageWriter, WriteResult
from bot.store.api import StoreError
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)

Render = Callable[[SurfaceKey, SurfaceRow | None], Awaitable[Drawing]]
"""Draws a surface from the newest saved state, without side effects; the row is its present message.

Raises ``StoreError``.
"""

DRAWN_AT_ONCE = 8
"""Surfaces drawn at the same time. Each takes some milliseconds, and thousands may be marked at once; presses
are answered beside. Not fewer: a drawing also waits for the database."""

Outcome = WriteResult | RetryLaterError
"""What came of a delivery; an error has it tried again."""

UNDELETED_RETRY_S = 60.0
"""Seconds until a replaced message is tried again that we may not delete; its buttons answer meanwhile."""

CHECK_AFTER_S = 5.0
"""Seconds after which we look whether a message stays that replaces a deleted one."""

UNSEEN_S = 20.0
"""Seconds after which clocks stop for a table whose message is still on its way."""

FAILURES_TOLD = 4
"""Failures in a row after which the host hears that a table cannot be shown: after some 20 seconds."""

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 10.0)
"""Seconds until what failed is tried again. Not longer: where one refusal follows another, a try has to fall
between two, or a table is silent for half a minute."""


class SurfaceDelivery:
    """Brings the newest version of a surface to Discord, and marks it again where that leaves work to do."""

    def __init__(
        self,
        render: Render,
        wire: DiscordWire,
        surfaces: Surfaces,
        channels: Channels,
        replies: LiveReplies,
        failures: DeliveryFailures,
        clock: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        """``clock`` gives seconds since 1970, ``monotonic`` seconds that never jump."""
        self._render_surface = render
        self._surfaces = surfaces
        self._channels = channels
        self._writer = MessageWriter(wire, surfaces, channels, clock=clock, monotonic=monotonic)
        self._replies = replies
        self._monotonic = monotonic
        self._drawing = asyncio.Semaphore(DRAWN_AT_ONCE)
        self.failures = failures
        self._stopping: asyncio.Task[None] | None = None
        self.closing = False
        """While the process stops nothing waits, so nothing is tried again."""

    async def deliver(self, surface: Surface) -> bool:
        """Deliver a surface once; return True if it was written."""
        policy = surface.begin_delivery()
        watch = asyncio.get_running_loop().call_later(UNSEEN_S, self._stop_clocks, surface.key)
        try:
            result = await self._try(surface, policy.position)
        except RetryLaterError as trouble:
            self._channels.hold(trouble, surface.row)
            result = trouble
        except BaseException:
            surface.finish_delivery()
            raise
        finally:
            watch.cancel()
        if isinstance(result, WriteResult):
            surface.finish_delivery(succeeded=True)
            await self._follow_up(surface, policy, result)
        else:
            await self._retry(surface, policy, result)
        return result in (WriteResult.WRITTEN, WriteResult.UNSURE)

    # what follows

    def _stop_clocks(self, key: SurfaceKey) -> None:
        """Stop the clocks for a table that nobody can see while its message is on its way."""
        if key.kind is SurfaceKind.TABLE:
            self._stopping = asyncio.create_task(self.failures.delivery_stalled(key))

    async def _follow_up(self, surface: Surface, policy: RedrawPolicy, result: WriteResult) -> None:
        """Mark a surface again where its delivery has left something to do."""
        key, now = surface.key, self._monotonic()
        if result is WriteResult.SUPERSEDED and not self.closing:
            surface.mark_dirty(replace(policy, delay_s=0.0), now)
        if result is WriteResult.UNSURE:
            surface.invalidate()
            surface.mark_dirty(AT_ONCE, now)
        if surface.vanished and result is WriteResult.WRITTEN and not self.closing:
            surface.invalidate()
            surface.mark_dirty(RedrawPolicy(CHECK_AFTER_S, position=Position.UNMOVED), now)
        if surface.settle_conflict() and self._surfaces.owns(key.table):
            # Also while we stop: the edit that has just ended may be older than the answer to a press.
            surface.mark_dirty(AT_ONCE, now)
        if result in (WriteResult.WRITTEN, WriteResult.UNSURE) or self.failures.is_stalled(key):
            await self.failures.delivery_resumed(key)

    async def _retry(self, surface: Surface, policy: RedrawPolicy, trouble: RetryLaterError) -> None:
        known, failures = trouble.seconds and not trouble.down, surface.failures
        step_s = 0.0 if known else RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)]
        # A refusal is an answer: an outage that follows begins with its shortest pause.
        delay_s = max(step_s, trouble.seconds)
        surface.delivery_failed(policy, delay_s, self._monotonic(), in_a_row=not known)
        if self.closing:
            surface.unmark()
            return
        if not failures:
            log.info("%s will be retried: %s", surface, trouble)
        if trouble.down and surface.key.kind is not SurfaceKind.REPLACED:
            await self.failures.delivery_stalled(surface.key)

    # one attempt

    async def _try(self, surface: Surface, position: Position) -> Outcome:
        if surface.key.kind.in_reply:
            return await self._deliver_reply(surface)
        drawn = await self._render(surface)
        if drawn is None:
            return WriteResult.NOT_WRITTEN
        if isinstance(drawn, Gone):
            await self._writer.delete_surface(surface)
            if surface.row is not None and surface.key.kind is SurfaceKind.REPLACED:
                return RetryLaterError("it cannot be deleted", UNDELETED_RETRY_S)
            return WriteResult.NOT_WRITTEN
        if _wanted_position(surface, drawn, position) is None:
            return WriteResult.NOT_WRITTEN
        row = surface.row
        try:
            return await self._write(surface, drawn, position)
        except RetryLaterError:
            raise
        except DeliveryError as refusal:
            if not drawn.channel:
                return await self._dm_refused(surface, drawn.user, row, refusal)
            if isinstance(refusal, ChannelUnreachableError):
                news = self._channels.note_unreachable(drawn.channel, refusal)
                return await self._channel_closed(surface.key, drawn.channel, refusal.reason, news=news)
            return await self._not_shown(surface, refusal)

    async def _not_shown(self, surface: Surface, refusal: DeliveryError) -> Outcome:
        """Try again what Discord takes neither in words nor as a new message; nobody's time runs unseen."""
        is_table = surface.key.kind is SurfaceKind.TABLE
        reason = refusal.reason if isinstance(refusal, CannotShowError) else "refused"
        if not surface.failures:
            level = logging.ERROR if reason == "fault" else logging.WARNING
            log.log(level, "Discord refuses %s: %r", surface, refusal)
        if is_table and surface.failures >= FAILURES_TOLD:
            await self.failures.table_unseen(surface.key, reason)
        return RetryLaterError(str(refusal), down=is_table)

    async def _write(self, surface: Surface, drawn: RenderedSurface, position: Position) -> Outcome:
        """Wait until the surface may be written, and write what it shows by then."""
        channel = await self._channels.wait_for(drawn, surface.row)
        if channel is None:
            own = 0 if surface.row is None else surface.row.channel
            return await self._not_tried(surface, drawn, drawn.channel or own)
        newest = await self._render(surface)
        if not self._surfaces.owns(surface.key.table):
            return WriteResult.SUPERSEDED
        if not isinstance(newest, RenderedSurface) or newest.channel != drawn.channel:
            return WriteResult.SUPERSEDED
        wanted = _wanted_position(surface, newest, position)
        if wanted is None:
            return WriteResult.NOT_WRITTEN
        result = await self._writer.write(surface, newest, channel, wanted)
        if newest.heals and not surface.vanished:
            await self.failures.channel_healed(surface.key)
        return result

    async def _not_tried(self, surface: Surface, drawn: RenderedSurface, channel: int) -> Outcome:
        """Return what it means that a channel is not even tried; nobody hears of a person's own one."""
        reason = self._channels.closed_reason(channel)
        if reason and not surface.key.user:
            return await self._channel_closed(surface.key, channel, reason, news=False, untried=drawn.version)
        retry_s = self._channels.retry_in_s(channel)
        return RetryLaterError(reason or "Discord has refused too much elsewhere", retry_s, down=not reason)

    async def _channel_closed(
        self, key: SurfaceKey, channel: int, reason: str, *, news: bool, untried: int | None = None
    ) -> Outcome:
        """Say that a channel is closed, and have it tried again: it may heal silently."""
        retry_s = self._channels.retry_in_s(channel)
        if self.failures.is_stalled(key):
            await self.failures.delivery_resumed(key)  # a refusal is an answer: Discord works
        if news or key.kind is SurfaceKind.TABLE:
            await self.failures.channel_closed(key, channel, reason, news=news, untried=untried)
        if reason == "gone" or self.closing:
            return WriteResult.NOT_WRITTEN
        if untried is not None and not self._channels.closed_reason(channel):
            return WriteResult.SUPERSEDED  # somebody has asked for another try meanwhile
        return RetryLaterError(f"channel {channel} is closed ({reason})", max(retry_s, 1.0))

    async def _dm_refused(
        self, surface: Surface, user: int, row: SurfaceRow | None, refusal: DeliveryError
    ) -> WriteResult:
        """Forget a message that cannot be renewed, and leave the person's direct messages alone."""
        if not isinstance(refusal, DmClosedError):
            log.info("%s is refused: %r", surface, refusal)
        if row is not None:  # out of date for good: no hand there is better than an old one
            await self._surfaces.abandon(row)
        await self._writer.forget_message(surface)
        await self.failures.dm_closed(user)
        return WriteResult.NOT_WRITTEN

    async def _deliver_reply(self, surface: Surface) -> WriteResult:
        """Bring a surface up to date that a private answer shows."""
        drawn = await self._render(surface)
        if not isinstance(drawn, RenderedSurface) or surface.shows(drawn):
            return WriteResult.NOT_WRITTEN
        await self._replies.wait_for_turn()
        newest = await self._render(surface)
        if not isinstance(newest, RenderedSurface) or surface.shows(newest):
            return WriteResult.NOT_WRITTEN
        written = await self._replies.write(surface, newest)
        return WriteResult.WRITTEN if written else WriteResult.NOT_WRITTEN

    async def _render(self, surface: Surface) -> Drawing:
        try:
            async with self._drawing:
                drawing = await self._render_surface(surface.key, surface.row)
        except StoreError as error:
            raise RetryLaterError(str(error)) from error
        again_s = drawing.redraw_after_s if isinstance(drawing, RenderedSurface) else None
        if again_s is not None and not self.closing:
            surface.mark_dirty(RedrawPolicy(again_s), self._monotonic())
        return drawing


def _wanted_position(surface: Surface, drawn: RenderedSurface, position: Position) -> Position | None:
    """Return where the drawing has to go; None where the message shows it already."""
    row = surface.row
    if row is None:
        return position
    if drawn.channel and row.channel != drawn.channel:
        return Position.BOTTOM
    if drawn.calls and surface.called != drawn.awaits:
        return Position.BOTTOM
    if drawn.post_once:
        return None if row.version == drawn.version else Position.BOTTOM
    replacing = row.version < 0
    shown = position is not Position.BOTTOM and surface.shows(drawn) and not drawn.heals and not replacing
    return None if shown else position
