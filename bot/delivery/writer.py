"""One surface brought to Discord: edited in place, posted, found again or deleted."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto

from cachetools import LRUCache
from discord.utils import snowflake_time

from bot.delivery.channels import Channels
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import MessageUpdate, Position, RenderedSurface
from bot.delivery.surface import Surface, Surfaces
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.delivery.wire import (
    CannotShowError,
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
)
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text

log = logging.getLogger(__name__)

MAX_EDIT_AGE_S = 3600.0
"""Seconds after which Discord limits edits sharply, so that a new message is better."""

MAX_FAILED_EDITS = 4
"""Failed edits after which a table is posted, in case only edits fail: after some 20 seconds."""

MAX_HELD_CHANNELS = 1000

REFUSED_EDITS_S = 300.0
"""Seconds for which new messages take the place of old ones in a channel that has refused an edit."""

NONCE_LIFETIME_S = 300.0
"""Seconds for which Discord surely finds a message by its nonce; later a search would post a second one.

So long after a start, or after taking a table over, a first post may have been made already.
"""

MOVED_TEXT = "📦 This table has moved: the game goes on in <#{channel}>."

BURYING_MESSAGES = 10
"""Messages below a surface that bury it."""

BURIED_CHECK_INTERVAL_S = 120.0
"""Seconds between two looks at how deep a surface lies."""


class WriteResult(Enum):
    """What came of a delivery."""

    WRITTEN = auto()
    """The message shows the surface, and its id is stored."""
    UNSURE = auto()
    """So it is, but the nonce may have found a message that an earlier try posted, with an older screen."""
    NOT_WRITTEN = auto()
    """There was nothing to write, or no use in trying."""
    SUPERSEDED = auto()
    """The surface may have another channel or owner by now: that changed while it waited for its turn."""


def _calling_once(surface: Surface, drawn: RenderedSurface) -> Screen:
    """Return the screen of a new message: whom alone the one before it has called is not called again."""
    if surface.called != drawn.awaits or drawn.screen.mentioned_users != (surface.called,):
        return drawn.screen
    return replace(drawn.screen, mentioned_users=(), silent=True)


class MessageWriter:
    """Writes messages.

    Its methods raise the errors of ``bot.delivery.wire``; what they did is noted in the surface.
    """

    def __init__(
        self,
        wire: DiscordWire,
        surfaces: Surfaces,
        channels: Channels,
        *,
        clock: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        """``clock`` gives seconds since 1970, ``monotonic`` seconds that never jump."""
        self._wire = wire
        self._surfaces = surfaces
        self._channels = channels
        self._clock = clock
        self._monotonic = monotonic
        self._started_at = monotonic()
        self._edits_held: LRUCache[int, float] = LRUCache(MAX_HELD_CHANNELS)
        """Until when channels take new messages, but no edits."""
        self._anchor = (0.0, 0.0)
        """When the newest message was posted: by Discord's clock, and by the one that never jumps."""

    # writing

    async def write(
        self, surface: Surface, drawn: RenderedSurface, channel: int, position: Position
    ) -> WriteResult:
        """Edit the surface's message, or post a new one where that is due or the old one cannot be edited."""
        row = surface.row
        stuck = surface.key.kind is SurfaceKind.TABLE and surface.failed_edits >= MAX_FAILED_EDITS
        if row is not None and not (stuck or await self._needs_new_message(surface, row, drawn, position)):
            try:
                return await self._edit(surface, row, drawn)
            except (MessageGoneError, MessageTooOldError, CannotShowError, DmClosedError) as refusal:
                if surface.key.user and isinstance(refusal, DmClosedError):
                    raise  # in a server it says nothing of anybody's direct messages
                log.debug("%s cannot be edited any more: %r", surface, refusal)
                await self._note_refused_edit(surface, row, refusal)
        surface.failed_edits = 0
        if position is Position.BOTTOM and surface.key.kind is SurfaceKind.HAND:
            drawn = replace(drawn, screen=replace(drawn.screen, silent=False))  # a call
        return await self._post_new(surface, drawn, channel, row)

    async def _begin_replacing(self, surface: Surface, row: SurfaceRow) -> bool:
        """Store that another message is about to be posted; False where another process shows the table.

        After a crash or a lost answer that message is found by its nonce, instead of the old one being edited
        above it. Until its id is known, the old one's row holds a negative version: the time in milliseconds.
        """
        begun = replace(row, version=-int(self._clock() * 1000))
        if not await self._surfaces.save(begun):
            return False
        surface.row = begun
        return True

    def _is_replacing(self, row: SurfaceRow) -> bool:
        """Return True if another message may have been posted that its nonce still finds."""
        return row.version < 0 and self._clock() + row.version / 1000 <= NONCE_LIFETIME_S

    async def _note_refused_edit(self, surface: Surface, row: SurfaceRow, refusal: DeliveryError) -> None:
        """Prepare for a new message in a channel. Raises ``ChannelUnreachableError`` where none stays."""
        if surface.key.user:
            return
        if not isinstance(refusal, MessageGoneError):
            held_s = getattr(refusal, "seconds", REFUSED_EDITS_S)
            self._edits_held[row.channel] = self._monotonic() + held_s
        elif not surface.may_be_posted:  # Discord's nonces find deleted messages, too
            again, surface.vanished = surface.vanished, True
            if again:
                await self._surfaces.abandon(row)  # if it is there after all, it has to go
                await self.forget_message(surface)
                raise ChannelUnreachableError("deleted")

    async def _needs_new_message(
        self, surface: Surface, row: SurfaceRow, drawn: RenderedSurface, position: Position
    ) -> bool:
        if self._is_replacing(row):
            return True
        if position is not Position.IN_SIGHT or drawn.update is MessageUpdate.EDIT_IN_PLACE:
            return position is Position.BOTTOM
        is_held = self._monotonic() < self._edits_held.get(row.channel, 0.0)
        if is_held or self._age_s(row.message) > MAX_EDIT_AGE_S:
            return True
        return drawn.update is MessageUpdate.EDIT_IN_SIGHT and await self._is_buried(surface, row)

    def _age_s(self, message: int) -> float:
        """Return how old a message is by Discord's clock; ours may be set wrongly."""
        there, here = self._anchor
        now = there + self._monotonic() - here if there else self._clock()
        return now - snowflake_time(message).timestamp()

    async def _edit(self, surface: Surface, row: SurfaceRow, drawn: RenderedSurface) -> WriteResult:
        try:
            with surface.writing():
                await self._wire.edit(row.channel, row.message, drawn.screen)
        except RetryLaterError:
            surface.failed_edits += 1
            raise
        surface.failed_edits = 0
        surface.vanished = surface.may_be_posted = False
        self._channels.succeeded(row.channel)
        if await self._save_row(surface, drawn, row.channel, row.message):
            return WriteResult.WRITTEN
        await self._surfaces.report_overwrite(row)
        return WriteResult.NOT_WRITTEN

    async def _post_new(
        self,
        surface: Surface,
        drawn: RenderedSurface,
        channel: int,
        old: SurfaceRow | None,
    ) -> WriteResult:
        found = old is not None and not self._is_replacing(old) and not drawn.post_once
        if surface.may_be_posted and found:
            # A nonce may have found the message that is replaced: this one is not looked for.
            surface.nonce_from, surface.may_be_posted = int(self._clock() * 1000), False
        doubtful = surface.may_be_posted or (old is not None and self._is_replacing(old))
        if old is not None and not self._is_replacing(old) and not await self._begin_replacing(surface, old):
            return WriteResult.SUPERSEDED
        try:
            message = await self._post(surface, channel, _calling_once(surface, drawn))
        except RetryLaterError:
            raise
        except DeliveryError:
            if old is not None and not doubtful and await self._surfaces.save(old):
                surface.row = old  # nothing was posted
            raise
        self._channels.succeeded(channel, posted=True)
        self._anchor = max(self._anchor, (snowflake_time(message).timestamp(), self._monotonic()))
        owned_s = self._monotonic() - self._surfaces.acquired_at.get(surface.key.table, self._started_at)
        # The nonce may have found a message that an earlier try made, with an older screen.
        unsure = doubtful or (not surface.drawn_before and owned_s < NONCE_LIFETIME_S)
        replaced = None if old is None or old.message == message else old
        if replaced is not None and await self._left_pointer(surface, replaced, channel):
            replaced = None
        surface.may_be_posted = True
        if not await self._save_row(surface, drawn, channel, message, replaced):
            await self._delete_unless_adopted(surface.row_of(channel, message, 0))
            return WriteResult.NOT_WRITTEN
        surface.may_be_posted = unsure
        return WriteResult.UNSURE if unsure else WriteResult.WRITTEN

    async def _left_pointer(self, surface: Surface, old: SurfaceRow, channel: int) -> bool:
        """Say where a table has been that it has moved; False where its old message has to be deleted."""
        if surface.key.kind is not SurfaceKind.TABLE or old.channel == channel:
            return False
        await self._channels.limiter.wait_for_call()
        try:
            await self._wire.edit(
                old.channel, old.message, Screen((Text(MOVED_TEXT.format(channel=channel)),))
            )
        except DeliveryError as refusal:
            log.debug("%s leaves nothing behind: %r", surface, refusal)
            return False
        return True

    async def _post(self, surface: Surface, channel: int, screen: Screen) -> int:
        """Post a message and return its id."""
        try:
            with surface.writing():
                return await self._wire.send(channel, screen, nonce(surface.key, surface.previous_message))
        except RetryLaterError:
            surface.may_be_posted = True
            raise

    async def _save_row(
        self,
        surface: Surface,
        drawn: RenderedSurface,
        channel: int,
        message: int,
        replaced: SurfaceRow | None = None,
    ) -> bool:
        """Store what a message shows; return False where another process shows the table by now."""
        row = surface.row_of(channel, message, drawn.version)
        if surface.row != row and not await self._surfaces.save(row, replaced):
            return False
        surface.written(row, drawn)
        return True

    async def _is_buried(self, surface: Surface, row: SurfaceRow) -> bool:
        """Look, now and then, whether people have written so much that the surface is out of sight."""
        if self._monotonic() - surface.depth_checked_at < BURIED_CHECK_INTERVAL_S:
            return False
        surface.depth_checked_at = self._monotonic()
        await self._channels.limiter.wait_for_call()
        try:
            return await self._wire.count_newer(row.channel, row.message) >= BURYING_MESSAGES
        except ChannelUnreachableError:
            raise
        except DeliveryError:
            return False

    # deleting

    async def delete_surface(self, surface: Surface) -> None:
        """Delete a surface's message; where we cannot, it stays known until we can again."""
        if surface.row is not None and await self._delete_message(surface.row):
            await self.forget_message(surface)

    async def forget_message(self, surface: Surface) -> None:
        """Drop what is known of a surface's message."""
        surface.forgotten()
        await self._surfaces.drop_row(surface.key)

    async def _delete_unless_adopted(self, late: SurfaceRow) -> None:
        """Delete a message that was posted too late, unless the other process has found it as its own."""
        if not any(row.message == late.message for row in await self._surfaces.rows(late.table)):
            await self._delete_message(late)

    async def _delete_message(self, row: SurfaceRow) -> bool:
        """Delete an old message; return True if it is gone.

        People who still press its buttons are told how things stand.
        """
        if not self._channels.allows(row.channel):
            return self._channels.closed_reason(row.channel) == "gone"
        await self._channels.limiter.wait_for_call()
        try:
            await self._wire.delete(row.channel, row.message)
        except ChannelUnreachableError as trouble:
            if trouble.asked:
                self._channels.refuse(row.channel, trouble.reason)
            return trouble.reason == "gone"
        except RetryLaterError:
            raise
        except MessageGoneError:
            log.debug("message %d is gone already", row.message)
        except DeliveryError as refusal:
            log.info("message %d cannot be deleted: %s", row.message, refusal)
            return False
        return True


def nonce(key: SurfaceKey, before: int) -> str:
    """Return the nonce for posting a surface after the message ``before`` (0: its first).

    It stays the same when a crash or a lost answer makes us try again, so Discord posts only once.
    """
    return hashlib.sha256(f"{key.table}/{key.name}/{before}".encode()).hexdigest()[:24]
