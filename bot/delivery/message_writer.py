"""One surface brought to Discord: edited in place, posted, found again or taken away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.delivery.dms import DmOpener
from bot.delivery.rate_limits import CircuitBreaker, WriteLimiter
from bot.delivery.surfaces import (
    FailureListener,
    RenderedSurface,
    Surface,
    SurfaceKey,
    SurfaceRenderer,
    SurfaceStore,
    Unchanged,
    nonce,
    posted_at_s,
    screen_hash,
)
from bot.delivery.wire import (
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    DmFloodError,
    InvalidMessageError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
    Wire,
)
from bot.store.rows import SurfaceRow
from bot.views.layout import Screen, Text

log = logging.getLogger(__name__)

MAX_EDIT_AGE_S = 3600.0
"""Seconds after which Discord limits edits sharply, so that a new message is better."""

UNSURE_AFTER_START_S = 120.0
"""Seconds after a start, or after taking a table over, in which a first post may have been made already."""

NONCE_LIFETIME_S = 300.0
"""Seconds for which Discord surely finds a message by its nonce; later a search would post a second one."""

PLACEHOLDER_SCREEN = Screen((Text("…"),))
"""What a search for a message posts where there is none; it is taken away at once."""

BURYING_MESSAGES = 10
"""Messages below a surface that bury it."""

BURIED_CHECK_INTERVAL_S = 120.0
"""Seconds between two looks at how deep a surface lies."""


class MessageWriter:
    """Writes surfaces, one at a time each, and knows which channels and people can be written to."""

    def __init__(
        self,
        wire: Wire,
        renderer: SurfaceRenderer,
        surface_store: SurfaceStore,
        failures: FailureListener,
        *,
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        dm_interval_s: float,
        on_written: Callable[[SurfaceKey, Surface], Awaitable[None]],
    ) -> None:
        """``landed`` is told of each message that has been written and noted; the clocks as for an outbox."""
        self._wire = wire
        self._renderer = renderer
        self._surface_store = surface_store
        self._failures = failures
        self._clock = clock
        self._monotonic = monotonic
        self._on_written = on_written
        self._dms = DmOpener(wire, dm_interval_s, monotonic)
        self._limiter = WriteLimiter(monotonic)
        self._breaker = CircuitBreaker(monotonic)
        self._barred: set[int] = set()
        self._born = monotonic()
        self._since: dict[int, float] = {}
        self._promised = 0
        self._anchor = (0.0, 0.0)
        """When Discord says that our newest message was posted, and how steady time stood then."""

    def note_reachable(self, channel: int, *, sure: bool) -> bool:
        """Note that a channel may be usable; return True if to try it again. ``sure`` as for an outbox."""
        barred = channel in self._barred
        self._barred.discard(channel)
        return self._breaker.open(channel, sure=sure) or barred or sure

    def hold(self, trouble: RetryLaterError, row: SurfaceRow | None) -> None:
        """Write nothing there, or nowhere, for as long as a passing trouble asks for."""
        if trouble.everywhere:
            self._limiter.hold(None, trouble.seconds)
        elif trouble.seconds and row is not None:
            self._limiter.hold(row.channel, trouble.seconds)

    def take_over(self, table: int) -> None:
        """Note that another process may just have posted this table's messages."""
        self._since[table] = self._monotonic()

    def let_go(self, table: int) -> None:
        """Forget what was noted of a table."""
        self._since.pop(table, None)

    async def deliver(self, key: SurfaceKey, surface: Surface, *, repost: bool, keep_position: bool) -> None:
        """Bring the newest version of a surface to Discord. Raises ``Later`` for passing troubles.

        ``anew`` posts it again in any case, ``still`` only where it cannot be edited.
        """
        await self._delete_replaced(surface)
        drawn = await self._renderer.render(key)
        row = surface.row
        if row is not None and row.message < 0:
            await self._resolve_intent(key, surface, row, drawn)
        if isinstance(drawn, Unchanged):
            return
        if drawn is None:
            await self._delete_surface(key, surface)
            return
        row = surface.row
        if row is not None and drawn.channel and row.channel != drawn.channel:
            repost = True
        if row is not None and drawn.post_once:
            if row.version == drawn.version and drawn.channel in (0, row.channel):
                return
            repost = True
        wanted = screen_hash(drawn.screen)
        if row is not None and not repost and wanted == surface.shown:
            return
        try:
            await self._write(key, surface, drawn, repost=repost, keep_position=keep_position)
        except DmClosedError:
            await self._forget_row(key, surface)
            if row is not None:
                # Out of date for good: better no hand there than an old one.
                surface.replaced.append(row)
            await self._failures.dm_closed(key, drawn.user)
            await self._delete_replaced(surface)
        except DmFloodError:
            raise RetryLaterError("direct messages opened too fast", self._dms.blocked_s()) from None
        except ChannelUnreachableError as trouble:
            channel = drawn.channel or (row.channel if row is not None else 0)
            if self._note_closed(channel, trouble):
                await self._failures.channel_unreachable(key, channel, trouble.reason)
        except InvalidMessageError as mistake:
            log.error("Discord refuses %s of table %d: %s", key.name, key.table, mistake)

    async def _record_intent(self, key: SurfaceKey, surface: Surface, channel: int, version: int) -> bool:
        """Note that a message is about to be posted; False where another process shows the table by now.

        Nobody knows after a crash whether such a message was wanted, so unlike others it would not be
        posted again and found by its nonce. Until its id is known, the row bears a negative number instead:
        the time in milliseconds, which goes into the nonce.
        """
        old = surface.row
        if old is not None and not await self._delete_message(old):
            surface.replaced.append(old)
        self._promised = min(self._promised - 1, -int(self._clock() * 1000))  # no two alike
        row = SurfaceRow(key.table, key.name, channel, self._promised, version)
        if not await self._surface_store.save(row):
            return False
        surface.row = row
        return True

    async def _resolve_intent(
        self, key: SurfaceKey, surface: Surface, row: SurfaceRow, drawn: RenderedSurface | Unchanged | None
    ) -> None:
        """Learn what became of a promised message; one that is not exactly what should be there goes away."""
        if isinstance(drawn, RenderedSurface) and drawn.version == row.version:
            await self._find_posted(key, surface, row, drawn.screen)
        else:
            await self._find_posted(key, surface, row, PLACEHOLDER_SCREEN)
            await self._delete_surface(key, surface)

    async def _find_posted(self, key: SurfaceKey, surface: Surface, row: SurfaceRow, screen: Screen) -> None:
        """Learn which message an earlier try has posted; else post ``screen``. Raises ``Later``."""
        if self._clock() + row.message / 1000 > NONCE_LIFETIME_S:
            await self._forget_row(key, surface)
            return
        try:
            message = await self._post(key, surface, row.channel, screen)
        except RetryLaterError:
            raise
        except DeliveryError as refusal:
            log.info("no %s of table %d to be found: %s", key.name, key.table, refusal)
            return
        found = replace(row, message=message)
        await self._surface_store.save(found)
        surface.row = found

    async def _post(self, key: SurfaceKey, surface: Surface, channel: int, screen: Screen) -> int:
        """Post a message and return its id; a promised one that Discord refuses is promised no more."""
        before = surface.last if surface.row is None else surface.row.message
        try:
            with surface.writing():
                return await self._wire.send(channel, screen, nonce(key, before))
        except RetryLaterError:
            raise
        except DeliveryError:
            if before < 0:
                await self._forget_row(key, surface)
            raise

    def _note_closed(self, channel: int, trouble: ChannelUnreachableError) -> bool:
        """Return True if it is news that the channel cannot be used."""
        if trouble.asked:
            return self._breaker.refuse(channel)
        news = channel not in self._barred
        self._barred.add(channel)
        return news

    async def _write(
        self, key: SurfaceKey, surface: Surface, drawn: RenderedSurface, *, repost: bool, keep_position: bool
    ) -> None:
        row = surface.row
        channel = drawn.channel or (row.channel if row is not None else 0)
        if not channel:
            await self._limiter.wait_for_channel(drawn.user)
            channel = await self._dms.open(drawn.user)
        if not self._breaker.allows(channel):
            return
        await self._limiter.wait_for_channel(channel)
        newest = await self._renderer.render(key)
        if not self._surface_store.owns(key.table):
            surface.dirty = True
            return
        if not isinstance(newest, RenderedSurface) or newest.channel != drawn.channel:
            surface.dirty = True
            return
        drawn = newest
        if (
            row is not None
            and not repost
            and not drawn.post_once
            and screen_hash(drawn.screen) == surface.shown
        ):
            return
        old = row is not None and not keep_position and self._age(row.message) > MAX_EDIT_AGE_S
        if row is not None and not (repost or keep_position or old) and drawn.repost_when_buried:
            old = await self._is_buried(surface, row)
        if row is not None and not repost and not old:
            try:
                with surface.writing():
                    await self._wire.edit(row.channel, row.message, drawn.screen)
                if not await self._save_row(key, surface, drawn, row.channel, row.message):
                    await self._surface_store.report_overwrite(row)
                return
            except (MessageGoneError, MessageTooOldError):
                pass
        if drawn.post_once:
            if not await self._record_intent(key, surface, channel, drawn.version):
                surface.dirty = True
                return
            row = None
        message = await self._post(key, surface, channel, drawn.screen)
        self._barred.discard(channel)
        self._anchor = max(self._anchor, (posted_at_s(message), self._monotonic()))
        since = self._monotonic() - self._since.get(key.table, self._born)
        unsure = surface.failures > 0 or (surface.version < 0 and since < UNSURE_AFTER_START_S)
        if not await self._save_row(key, surface, drawn, channel, message):
            await self._delete_unless_adopted(key, channel, message)
            return
        if unsure and not drawn.post_once:
            # The nonce may have found a message that an earlier try made, with an older screen.
            surface.shown = ""
            surface.dirty = True
        if row is not None and row.message != message:
            surface.replaced.append(row)
            await self._delete_replaced(surface)

    def _age(self, message: int) -> float:
        """Return how old a message is by Discord's clock; ours may be set wrongly."""
        there, here = self._anchor
        now = there + self._monotonic() - here if there else self._clock()
        return now - posted_at_s(message)

    async def _is_buried(self, surface: Surface, row: SurfaceRow) -> bool:
        """Look, now and then, whether people have written so much that the surface is out of sight."""
        if self._monotonic() - surface.looked < BURIED_CHECK_INTERVAL_S:
            return False
        surface.looked = self._monotonic()
        await self._limiter.wait_for_call()
        try:
            return await self._wire.count_newer(row.channel, row.message) >= BURYING_MESSAGES
        except ChannelUnreachableError:
            raise
        except DeliveryError:
            return False

    async def _save_row(
        self, key: SurfaceKey, surface: Surface, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Note what a message shows; False where another process shows the table by now."""
        row = SurfaceRow(key.table, key.name, channel, message, drawn.version)
        if surface.row != row and not await self._surface_store.save(row):
            return False
        surface.row = row
        surface.shown = screen_hash(drawn.screen)
        surface.version = drawn.version
        surface.writes += 1
        await self._on_written(key, surface)
        return True

    async def _delete_unless_adopted(self, key: SurfaceKey, channel: int, message: int) -> None:
        """Take back a message that was posted too late, unless the other process has found it as its own."""
        rows = await self._surface_store.load(key.table)
        if not any(row.message == message for row in rows):
            await self._delete_message(SurfaceRow(key.table, key.name, channel, message, 0))

    async def _delete_surface(self, key: SurfaceKey, surface: Surface) -> None:
        """Take a surface away; where we cannot, it stays known for when we can again."""
        if surface.row is not None and await self._delete_message(surface.row):
            await self._forget_row(key, surface)

    async def _forget_row(self, key: SurfaceKey, surface: Surface) -> None:
        if surface.row is not None and surface.row.message > 0:
            surface.last = surface.row.message
        surface.row = None
        surface.shown = ""
        await self._surface_store.drop(key.table, key.name)

    async def _delete_message(self, row: SurfaceRow) -> bool:
        """Take an old message away; return True if it is gone. Raises ``Later``.

        Whoever still presses its buttons is told how things stand.
        """
        if not self._breaker.allows(row.channel):
            return False
        await self._limiter.wait_for_call()
        try:
            await self._wire.delete(row.channel, row.message)
        except ChannelUnreachableError as trouble:
            if trouble.asked:
                self._breaker.refuse(row.channel)
            return False
        except (MessageGoneError, MessageTooOldError, InvalidMessageError, DmClosedError):
            pass
        return True

    async def _delete_replaced(self, surface: Surface) -> None:
        """Take away what newer messages have replaced."""
        while surface.replaced:
            await self._delete_message(surface.replaced[0])
            surface.replaced.pop(0)
