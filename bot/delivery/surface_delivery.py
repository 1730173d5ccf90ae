"""One delivery of one surface: draw it, wait for its turn, draw it again, write it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.delivery.drawing import Gone, MessageUpdate, Render, RenderedSurface, Unchanged
from bot.delivery.policy import Position, RedrawPolicy
from bot.delivery.reply_writer import ReplyWriter
from bot.delivery.results import (
    ChannelClosed,
    DeliveryReport,
    DeliveryResult,
    DmClosed,
    NotWritten,
    RetryLater,
    Superseded,
)
from bot.delivery.surface import MessageState, Surface
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.surface_store import SurfaceStore
from bot.delivery.wire import (
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    DmFloodError,
    InvalidMessageError,
    MessageGoneError,
    RetryLaterError,
)
from bot.delivery.writer import MessageWriter
from bot.store.api import StoreError
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)

DRAWN_AT_ONCE = 8
"""Surfaces drawn at the same time. Each takes some milliseconds, and thousands may be marked at once; presses
are answered beside. Not fewer: a drawing also waits for the database."""


class SurfaceDelivery:
    """Brings the newest version of a surface to Discord, and returns what came of it."""

    def __init__(
        self,
        render: Render,
        surface_store: SurfaceStore,
        writer: MessageWriter,
        reply_writer: ReplyWriter | None = None,
    ) -> None:
        self._render_surface = render
        self._surface_store = surface_store
        self._writer = writer
        self._reply_writer = reply_writer
        self._drawing = asyncio.Semaphore(DRAWN_AT_ONCE)

    async def deliver(self, key: SurfaceKey, surface: Surface, policy: RedrawPolicy) -> DeliveryReport:
        """Deliver a surface once."""
        attempt, row = _Attempt(key, surface), surface.row
        try:
            result = await self._deliver(attempt, policy.position)
        except RetryLaterError as trouble:
            posted = surface.message_state is MessageState.UNSAVED and surface.row is not row
            result = replace(self._retry_later(surface, trouble), posted=posted)
        return DeliveryReport(result, attempt.redraw_after_s)

    async def delete_replaced(self, surface: Surface) -> RetryLater | None:
        """Delete the messages that newer ones have replaced, or that are out of date for good."""
        try:
            await self._writer.delete_replaced(surface)
        except RetryLaterError as trouble:
            return self._retry_later(surface, trouble)
        return None

    def note_reachable(self, channel: int, *, sure: bool) -> bool:
        """Note that a channel may be usable; return True if it is worth another try."""
        return self._writer.note_reachable(channel, sure=sure)

    def is_closed(self, channel: int) -> bool:
        """Return True if a channel is not even tried, since it has refused us."""
        return bool(self._writer.closed_reason(channel))

    def note_requested(self, channel: int) -> None:
        """Note that somebody wants to go on in a channel: it is tried at once."""
        self._writer.note_requested(channel)

    def take_over(self, table: int) -> None:
        """Note that another process may just have posted this table's messages."""
        self._writer.take_over(table)

    def let_go(self, table: int) -> None:
        """Forget what was noted of a table."""
        self._writer.let_go(table)

    def _retry_later(self, surface: Surface, trouble: RetryLaterError) -> RetryLater:
        self._writer.hold(trouble, surface.row)
        return RetryLater(str(trouble), trouble.seconds, trouble.down)

    async def _deliver(self, attempt: _Attempt, position: Position) -> DeliveryResult:
        key, surface = attempt.key, attempt.surface
        if key.kind.in_reply:
            return await self._deliver_reply(attempt)
        if not await self._writer.save_posted(key, surface):
            return NotWritten()
        drawn = await self._render(attempt)
        if (unasked := await self._writer.resolve_intent(key, surface, drawn)) is not None:
            return self._closed(attempt, unasked, drawn)
        if isinstance(drawn, Unchanged):
            return NotWritten()
        if isinstance(drawn, Gone):
            await self._writer.delete_surface(key, surface)
            return NotWritten()
        if _wanted_position(surface, drawn, position) is None:
            return NotWritten()
        row = surface.row
        try:
            return await self._write(attempt, drawn, position)
        except DmClosedError:
            return await self._dm_closed(attempt, drawn.user, row)
        except DmFloodError:
            raise RetryLaterError("direct messages opened too fast", self._writer.dm_pause_s()) from None
        except (ChannelUnreachableError, MessageGoneError) as trouble:
            if not drawn.channel:
                return await self._dm_refused(attempt, drawn.user, row, trouble)
            return self._channel_refused(attempt, drawn.channel, trouble)
        except InvalidMessageError as mistake:
            log.error("Discord refuses %s of table %d: %s", key.name, key.table, mistake)
        return NotWritten()

    async def _write(self, attempt: _Attempt, drawn: RenderedSurface, position: Position) -> DeliveryResult:
        """Wait until the surface may be written, and write what it shows by then."""
        key, surface = attempt.key, attempt.surface
        channel = await self._writer.wait_for_channel(surface, drawn)
        if channel is None:
            return self._not_tried(attempt, drawn)
        newest = await self._render(attempt)
        if not self._surface_store.owns(key.table):
            return Superseded()
        if not isinstance(newest, RenderedSurface) or newest.channel != drawn.channel:
            return Superseded()
        wanted = _wanted_position(surface, newest, position)
        if wanted is None:
            return NotWritten()
        return await self._writer.write(key, surface, newest, channel, wanted)

    def _channel_refused(self, attempt: _Attempt, channel: int, trouble: DeliveryError) -> DeliveryResult:
        """Note that a channel takes no message."""
        if isinstance(trouble, ChannelUnreachableError):
            news = self._writer.note_unreachable(channel, trouble)
            return ChannelClosed(channel, trouble.reason, news, self._writer.retry_in_s(channel))
        # An answer that should not come. Nothing follows from it: the next change tries again.
        log.error("%s of table %d has no place in its channel", attempt.key.name, attempt.key.table)
        return NotWritten()

    def _not_tried(self, attempt: _Attempt, drawn: RenderedSurface) -> DeliveryResult:
        """Return what it means that the channel of a drawing is not even tried."""
        row = attempt.surface.row
        own = self._writer.dm_channel(drawn.user) if row is None else row.channel
        return self._closed(attempt, drawn.channel or own, drawn)

    def _closed(
        self, attempt: _Attempt, channel: int, drawn: RenderedSurface | Unchanged | Gone
    ) -> DeliveryResult:
        """Return what it means that this channel is not even tried; nobody hears of a person's own one."""
        reason, retry_s = self._writer.closed_reason(channel), self._writer.retry_in_s(channel)
        if reason and not attempt.key.user:
            untried = drawn.version if isinstance(drawn, RenderedSurface) else None
            return ChannelClosed(channel, reason, False, retry_s, untried)
        return RetryLater(reason or "Discord has refused too much elsewhere", retry_s)

    async def _dm_closed(self, attempt: _Attempt, user: int, row: SurfaceRow | None) -> DmClosed:
        """Forget a message that cannot be renewed, because the person takes no direct messages."""
        await self._writer.forget_message(attempt.key, attempt.surface)
        if row is not None:
            # Out of date for good: no hand there is better than an old one.
            attempt.surface.message_replaced(row)
        return DmClosed(user)

    async def _dm_refused(
        self, attempt: _Attempt, user: int, row: SurfaceRow | None, trouble: DeliveryError
    ) -> DmClosed:
        """Treat direct messages that are refused for another reason, or that nobody gets, as closed ones."""
        log.info("%s of table %d is refused: %r", attempt.key.name, attempt.key.table, trouble)
        if row is None:  # else the old message has to be deleted first
            self._writer.note_dm_refused(user)
        return await self._dm_closed(attempt, user, row)

    async def _deliver_reply(self, attempt: _Attempt) -> DeliveryResult:
        """Bring a surface up to date that a private answer shows."""
        key, surface, writer = attempt.key, attempt.surface, self._reply_writer
        drawn = await self._render(attempt)
        if writer is None or not isinstance(drawn, RenderedSurface) or surface.shows(drawn):
            return NotWritten()
        await writer.wait_for_turn()
        newest = await self._render(attempt)
        if not isinstance(newest, RenderedSurface) or surface.shows(newest):
            return NotWritten()
        return await writer.write(key, surface, newest)

    async def _render(self, attempt: _Attempt) -> RenderedSurface | Unchanged | Gone:
        try:
            async with self._drawing:
                drawing = await self._render_surface(attempt.key, attempt.surface.row)
        except StoreError as error:
            raise RetryLaterError(str(error)) from error
        attempt.redraw_after_s = drawing.redraw_after_s
        return drawing.content


class _Attempt:
    """A surface during one delivery, with what the renderer asked for last."""

    def __init__(self, key: SurfaceKey, surface: Surface) -> None:
        self.key = key
        self.surface = surface
        self.redraw_after_s: float | None = None


def _wanted_position(surface: Surface, drawn: RenderedSurface, position: Position) -> Position | None:
    """Return where the drawing has to go; None where the message shows it already."""
    row = surface.row
    if row is None:
        return position
    if drawn.channel and row.channel != drawn.channel:
        return Position.BOTTOM
    if drawn.post_once:
        return None if row.version == drawn.version else Position.BOTTOM
    if drawn.update is MessageUpdate.EDIT_VERSION and row.version != drawn.version:
        return Position.BOTTOM
    return None if position is not Position.BOTTOM and surface.shows(drawn) else position
