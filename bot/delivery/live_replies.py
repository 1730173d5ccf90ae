"""Private answers that are kept up to date: one person sees them, an interaction's token edits them.

Discord takes such edits for fifteen minutes after the press, and does not count them among a bot's calls. A
token is a key to that one message, so it is kept in memory alone: after a restart the next press begins
again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from bot.delivery.channels import WriteLimiter
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import RenderedSurface
from bot.delivery.surface import Surface
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.delivery.wire import DeliveryError, MessageGoneError, ReplyHandle

log = logging.getLogger(__name__)

REPLY_LIFETIME_S = 14 * 60
"""Seconds after a press for which its answer can be changed or deleted; Discord gives fifteen minutes."""

REPLY_EDITS_PER_S = 20.0
"""Edits of private answers in a second, so that many of them at once hold nothing up."""

ReplyListener = Callable[[int, int, int], None]
"""Gets the person, the channel and the message of a private answer that another process has given."""


@dataclass(frozen=True, slots=True)
class LiveScreen:
    """What a private answer is to show from now on, as it was drawn for the press.

    ``until`` is what a spectator is told, in seconds since 1970; ``name`` is theirs.
    """

    key: SurfaceKey
    version: int
    until: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class LiveReply:
    """A private answer that shows a surface."""

    handle: ReplyHandle
    screen: LiveScreen
    expires_at: float


class LiveReplies:
    """Knows which private answer shows which surface, one for each surface, the latest, and writes into it.

    Nothing is tried again: the next change draws the screen again, and its reader can press for it.
    """

    def __init__(self, wire: DiscordWire, limiter: WriteLimiter, monotonic: Callable[[], float]) -> None:
        self._wire = wire
        self._limiter = limiter
        self._monotonic = monotonic
        self._next_at = 0.0
        self._tables: dict[int, dict[SurfaceKey, LiveReply]] = {}
        self._keys: dict[int, SurfaceKey] = {}
        """What each message shows, by when they expire, the first one first."""

    def begin(self, handle: ReplyHandle, screen: LiveScreen) -> None:
        """Note that an answer shows a surface from now on, in place of any other answer."""
        key = screen.key
        self.end(key)
        for expired in list(takewhile(lambda shown: self.find(shown) is None, self._keys.values())):
            self.end(expired)
        expires_at = self._monotonic() + REPLY_LIFETIME_S
        self._tables.setdefault(key.table, {})[key] = LiveReply(handle, screen, expires_at)
        self._keys[handle.message] = key

    def end(self, key: SurfaceKey) -> None:
        """Note that no answer shows a surface any more."""
        shown = self._tables.get(key.table, {})
        found = shown.pop(key, None)
        if found is not None:
            self._keys.pop(found.handle.message, None)
            if not shown:
                del self._tables[key.table]

    def end_message(self, message: int) -> SurfaceKey | None:
        """Note that a private message shows something else, or is gone; return what it has shown."""
        if (key := self._keys.get(message)) is not None:
            self.end(key)
        return key

    def end_user(self, user: int) -> None:
        """Keep nothing up to date for a person any more, and forget their name."""
        for key in [key for key in self._keys.values() if key.user == user]:
            self.end(key)

    def find(self, key: SurfaceKey) -> LiveReply | None:
        """Return the answer that shows a surface, while it can be edited."""
        found = self._tables.get(key.table, {}).get(key)
        return None if found is None or found.expires_at <= self._monotonic() else found

    def keys_of(self, table: int) -> list[SurfaceKey]:
        """List the surfaces of a table that an answer shows."""
        return [key for key in self._tables.get(table, ()) if self.find(key) is not None]

    def spectators(self, table: int) -> tuple[str, ...]:
        """Return the names of the people who watch a table."""
        shown = self._tables.get(table, {})
        return tuple(shown[key].screen.name for key in self.keys_of(table) if key.kind is SurfaceKind.WATCH)

    # writing

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

    async def write(self, surface: Surface, drawn: RenderedSurface) -> bool:
        """Put a drawing into the answer that shows the surface; one that is gone is forgotten.

        Meanwhile another answer may have come to show it, or this one may have been pressed again. What
        comes of the edit says nothing of that one, which has to be drawn again.
        """
        key, reply = surface.key, self.find(surface.key)
        if reply is None:
            return False
        try:
            with surface.writing():
                await self._wire.edit_reply(reply.handle, drawn.screen)
        except MessageGoneError:
            if self.find(key) is reply:
                self.end(key)
            else:
                surface.invalidate()
            return False
        except DeliveryError as trouble:
            log.info("%s of table %d stays as it is: %s", key.kind, key.table, type(trouble).__name__)
            return False
        handle, shown = reply.handle, self.find(key)
        if shown is not reply:
            surface.invalidate()
        if shown is None or shown.handle.message != handle.message:
            return False
        if drawn.last and shown is reply:
            self.end(key)
        surface.written(surface.row_of(handle.channel, handle.message, drawn.version), drawn)
        return True
