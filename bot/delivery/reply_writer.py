"""Edits of private answers: after everything else, and without a claim on Discord's budget."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.delivery.drawing import RenderedSurface
from bot.delivery.live_replies import LiveReplies
from bot.delivery.rate_limits import WriteLimiter
from bot.delivery.surface import Surface
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import DeliveryError, MessageGoneError, Wire
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)

REPLY_EDITS_PER_S = 20.0
"""Edits of private answers in a second, so that many of them at once hold nothing up."""


class ReplyWriter:
    """Writes surfaces into the private answers that show them.

    Nothing is tried again: the next change draws the screen again, and its reader can press for it.
    """

    def __init__(
        self, wire: Wire, replies: LiveReplies, limiter: WriteLimiter, monotonic: Callable[[], float]
    ) -> None:
        self._wire = wire
        self._replies = replies
        self._limiter = limiter
        self._monotonic = monotonic
        self._next_at = 0.0

    async def wait_for_turn(self) -> None:
        """Wait until no table and no hand waits for its own turn."""
        while True:
            busy_s = self._limiter.busy_s()
            if busy_s <= 0:
                break
            await asyncio.sleep(busy_s)
        now = self._monotonic()
        self._next_at = max(self._next_at, now) + 1 / REPLY_EDITS_PER_S
        if (wait := self._next_at - now - 1 / REPLY_EDITS_PER_S) > 0:
            await asyncio.sleep(wait)

    async def write(self, key: SurfaceKey, surface: Surface, drawn: RenderedSurface) -> bool:
        """Put a drawing into the answer that shows the surface; one that is gone is forgotten.

        Meanwhile another answer may have come to show it, or this one may have been pressed again. What
        comes of the edit says nothing of that one, which has to be drawn again.
        """
        reply = self._replies.find(key)
        if reply is None:
            return False
        try:
            with surface.writing():
                await self._wire.edit_reply(reply.handle, drawn.screen)
        except MessageGoneError:
            if self._replies.find(key) is reply:
                self._replies.end(key)
            else:
                surface.invalidate()
            return False
        except DeliveryError as trouble:
            log.info("%s of table %d stays as it is: %s", key.kind, key.table, type(trouble).__name__)
            return False
        handle, shown = reply.handle, self._replies.find(key)
        if shown is not reply:
            surface.invalidate()
        if shown is None or shown.handle.message != handle.message:
            return False
        if drawn.last and shown is reply:
            self._replies.end(key)
        row = SurfaceRow(key.table, key.name, handle.channel, handle.message, drawn.version)
        surface.written(row, drawn)
        return True
