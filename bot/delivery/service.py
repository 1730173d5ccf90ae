"""What the cogs may ask of the screens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

from bot.delivery.attention import Attention
from bot.delivery.background_tasks import BackgroundTasks, log_store_errors
from bot.delivery.changes import SurfaceChanges
from bot.delivery.channels import Channels
from bot.delivery.drawing import POST_AGAIN, RenderedSurface
from bot.delivery.live_replies import LiveReplies, LiveScreen, ReplyListener
from bot.delivery.people import People
from bot.delivery.renderer import SurfaceRenderer
from bot.delivery.scheduler import Scheduler
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, hand_key, table_key, watch_key
from bot.delivery.wire import ReplyHandle
from bot.store.api import Store, StoreError
from bot.store.rows import SurfaceRow
from bot.tables.table import Table
from bot.views.base.layout import Screen

log = logging.getLogger(__name__)

BACKGROUND_TIMEOUT_S = 1.0
"""Seconds to wait for pending marks on shutdown."""

DRAIN_TIMEOUT_S = 1.5
"""Seconds for which a stop waits for answers to presses that are under way."""


class ScreenService:
    """The screens of all tables."""

    def __init__(
        self,
        store: Store,
        changes: SurfaceChanges,
        renderer: SurfaceRenderer,
        scheduler: Scheduler,
        channels: Channels,
        attention: Attention,
        people: People,
        background: BackgroundTasks,
        replies: LiveReplies,
        unseen: Mapping[int, str],
    ) -> None:
        """``unseen`` says why tables cannot be shown now."""
        self.unseen = unseen
        self._changes = changes
        self._renderer = renderer
        self._scheduler = scheduler
        self._channels = channels
        self._attention = attention
        self._background = background
        self._replies = replies
        self._answers_under_way = 0
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self.note_press = attention.note_press
        self.redraw = changes.redraw
        self.answer_started = scheduler.answer_started
        self.answer_finished = scheduler.answer_finished
        self.has_moved = scheduler.has_moved
        self.reading_of = people.reading_of
        self.set_reading = people.set_reading
        self.outbox = scheduler.outbox
        self.note_answered: Callable[[str, float], None] = lambda kind, seconds: None
        """Called with where a press was made and how long its person waited for the answer."""
        self.take_dm_hint = people.take_dm_hint
        self.retry_dms = people.retry_dms

    def note_reachable(self, channel: int, *, sure: bool = False) -> None:
        """Note that somebody pressed something in a channel, or (``sure``) that its permissions changed.

        If the channel was given up, it is tried again.
        """
        if self._channels.note_reachable(channel, sure=sure):
            self._changes.channel_usable(channel)

    # drawing again

    async def repost(self, key: SurfaceKey) -> None:
        """Post a message again below everything else."""
        await self._scheduler.mark(key, POST_AGAIN)

    async def invalidate_table(self, table: Table) -> None:
        """Draw all messages of a table again in any case: some may have been deleted."""
        await self.invalidate_board(table.id)
        if table.phase == "playing":
            for user in sorted({seat.user for seat in table.seats} - {0}):
                await self.invalidate(hand_key(table.id, user))

    async def invalidate_board(self, table: int) -> None:
        """Draw the table's own message again in any case."""
        await self.invalidate(table_key(table))

    async def invalidate_hand(self, table: int, user: int) -> None:
        """Draw somebody's hand again in any case."""
        await self.invalidate(hand_key(table, user))

    async def message_of(self, table: int) -> tuple[int, int] | None:
        """Return channel and message of the table's own message."""
        return await self._scheduler.message_of(table_key(table))

    async def invalidate(self, key: SurfaceKey) -> None:
        """Draw a surface again in any case: nobody knows what it shows."""
        await self._scheduler.invalidate(key)

    # answers to clicks

    async def render(self, key: SurfaceKey) -> RenderedSurface | None:
        """Draw a surface, for the answer to a click on it; None where its message should not be there."""
        try:
            drawing = await self._renderer.render(key, None)
        except StoreError as error:
            log.warning("no screen for an answer: %s", error)  # what was pressed is saved all the same
            return None
        return drawing.content if isinstance(drawing.content, RenderedSurface) else None

    @contextmanager
    def answering(self) -> Generator[None]:
        """Keep the connection while a press is being answered."""
        self._answers_under_way += 1
        self._all_answered.clear()
        try:
            yield
        finally:
            self._answers_under_way -= 1
            if not self._answers_under_way:
                self._all_answered.set()

    async def answer_delivered(self, key: SurfaceKey) -> None:
        """Say that such an answer has arrived: the process that shows the table has to know."""

    async def answer_failed(self, key: SurfaceKey) -> None:
        """Say that such an answer did not arrive, or may not have."""
        await log_store_errors(self.invalidate(key))

    # private answers that are kept up to date

    async def render_watch(self, table: int, user: int, live_until: int) -> RenderedSurface | None:
        """Draw a spectator's screen; None where there is nothing to watch."""
        try:
            return await self._renderer.render_watch(watch_key(table, user), live_until)
        except StoreError as error:
            log.warning("nothing to watch: %s", error)
            return None

    async def reply_shown(self, reply: ReplyHandle, live: LiveScreen | None, screen: Screen) -> None:
        """Note what a private answer shows: a screen that is kept up to date from now on, or any other."""
        self._replies.end_message(reply.message)
        if live is None:
            return
        self._replies.begin(live.key, reply, live.until, live.name)
        await log_store_errors(self._note_shown(reply, live, screen))

    async def _note_shown(self, reply: ReplyHandle, live: LiveScreen, screen: Screen) -> None:
        key = live.key
        is_newest = await self._renderer.is_newest(key, live.version)
        row = SurfaceRow(key.table, key.name, reply.channel, reply.message, live.version)
        drawn = RenderedSurface(screen, live.version)
        await self._scheduler.reply_shown(key, row, drawn, is_newest=is_newest)

    def reply_gone(self, message: int) -> None:
        """Note that a private answer is about to be deleted, or to show something else."""
        self._replies.end_message(message)

    def reply_opened(self, user: int, channel: int, message: int) -> None:
        """Note a new private answer of a person in a channel; it replaces those of other processes."""

    def watch_replies(self, listener: ReplyListener) -> None:
        """Have a listener called when another process says so."""

    # people

    def forget_user(self, user: int) -> None:
        """Drop what is remembered of a person."""
        self._replies.end_user(user)
        self._attention.forget_user(user)

    # the end

    async def close(self) -> None:
        """Say on every table shown lately that we are back soon, deliver what is quick, and stop."""
        self._background.stop()
        await self._background.wait(BACKGROUND_TIMEOUT_S)
        self._renderer.announce_restart()
        for key in self._scheduler.shown_keys():
            if key.kind is SurfaceKind.TABLE or key.kind.in_reply:
                await self._scheduler.mark(key)
        await self._scheduler.close()
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await self._all_answered.wait()
        except TimeoutError:
            log.info("%d presses were left without an answer", self._answers_under_way)
