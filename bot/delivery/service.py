"""What the cogs may ask of the screens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot import languages
from bot.delivery.attention import Attention, Slack
from bot.delivery.background_tasks import BackgroundTasks, log_store_errors
from bot.delivery.changes import SurfaceChanges
from bot.delivery.channels import Channels
from bot.delivery.delivery_failures import DeliveryFailures
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import POST_AGAIN, RenderedSurface
from bot.delivery.live_replies import LiveReplies, LiveScreen, ReplyListener
from bot.delivery.people import People, Waits
from bot.delivery.renderer import EndingLines, SurfaceRenderer
from bot.delivery.scheduler import Scheduler
from bot.delivery.surface import Surfaces
from bot.delivery.surface_delivery import SurfaceDelivery
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, hand_key, table_key, watch_key
from bot.delivery.wire import ReplyHandle
from bot.store.api import Store, StoreError
from bot.store.rows import SurfaceRow
from bot.tables.maintenance import TableMaintenance
from bot.tables.results import Observer
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.views.base.layout import Screen
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

BACKGROUND_TIMEOUT_S = 1.0
"""Seconds to wait for pending marks on shutdown."""

DRAIN_TIMEOUT_S = 1.5
"""Seconds for which a stop waits for answers to presses that are under way."""


@dataclass(frozen=True)
class Pace:
    """How soon people are shown what has changed."""

    call_delay_s: float = 4.0
    """Seconds before somebody is mentioned: people who are there act sooner."""
    batch_delay_s: float = 0.3
    """Seconds for which a change waits for the next one."""
    dm_interval_s: float = 1.0
    slack: Slack = field(default_factory=Slack)


class ScreenService:
    """The screens of all tables. It starts nothing before a table changes."""

    def __init__(
        self,
        wire: DiscordWire,
        tables: TableService,
        games: GameRegistry,
        store: Store,
        *,
        clock: Callable[[], float],
        monotonic: Callable[[], float] | None = None,
        pace: Pace | None = None,
        clock_pauser: TableMaintenance | None = None,
        ending_lines: EndingLines | None = None,
        surfaces: Surfaces | None = None,
        observer: Observer | None = None,
    ) -> None:
        """``surfaces`` are given where another process shows some of the tables."""
        monotonic, pace, observer = monotonic or clock, pace or Pace(), observer or Observer()
        surfaces = surfaces or Surfaces(store)
        self._background = background = BackgroundTasks()
        self._attention = attention = Attention(monotonic, pace.slack)
        self._channels = channels = Channels(wire, monotonic, pace.dm_interval_s)
        self._replies = replies = LiveReplies(wire, channels.limiter, monotonic)
        waits = Waits(attention.last_press_at, monotonic, pace.call_delay_s)
        self._people = people = People(store, clock)
        failures = DeliveryFailures(tables, people, clock_pauser)
        self.unseen = unseen = failures.unseen
        """Why tables cannot be shown now."""
        self.renderer = SurfaceRenderer(
            tables, games, store, waits, people, replies, attention.plays_at, unseen, ending_lines
        )
        render = self.renderer.render
        delivery = SurfaceDelivery(render, wire, surfaces, channels, replies, failures, clock, monotonic)
        self.scheduler = Scheduler(
            delivery, surfaces, monotonic, pace.batch_delay_s, tables.is_live, observer.on_shown
        )
        self.changes = SurfaceChanges(tables, self.scheduler, channels, attention, waits, background, replies)
        failures.on_unseen = self.changes.tell_host
        self.note_answered = observer.on_press
        """Called with where a press was made and how long its person waited for the answer."""
        self._lend()

    def _lend(self) -> None:
        """Lend what the parts do to those who ask."""
        self._answers_under_way = 0
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self.note_press = self._attention.note_press
        self.redraw = self.changes.redraw
        self.answer_started = self.scheduler.answer_started
        self.answer_finished = self.scheduler.answer_finished
        self.has_moved = self.scheduler.has_moved
        self.outbox = self.scheduler.outbox
        self.message_of = self.scheduler.message_of
        self.reading_of = self._people.reading_of
        self.set_reading = self._people.set_reading
        self.take_dm_hint = self._people.take_dm_hint
        self.retry_dms = self._people.retry_dms

    def note_reachable(self, channel: int, *, sure: bool = False) -> None:
        """Note that somebody pressed something in a channel, or (``sure``) that its permissions changed.

        If the channel was given up, it is tried again.
        """
        if self._channels.note_reachable(channel, sure=sure):
            self.changes.channel_usable(channel)

    # drawing again

    async def repost(self, key: SurfaceKey) -> None:
        """Post a message again below everything else."""
        await self.scheduler.mark(key, POST_AGAIN)

    async def invalidate_table(self, table: Table) -> None:
        """Draw all messages of a table again in any case: some may have been deleted."""
        await self.invalidate(table_key(table.id))
        if table.phase == "playing":
            for user in sorted({seat.user for seat in table.seats} - {0}):
                await self.invalidate(hand_key(table.id, user))

    async def invalidate(self, key: SurfaceKey) -> None:
        """Draw a surface again in any case: nobody knows what it shows."""
        await self.scheduler.invalidate(key)

    # answers to clicks

    async def render(self, key: SurfaceKey) -> RenderedSurface | None:
        """Draw a surface, for the answer to a click on it; None where its message should not be there."""
        try:
            drawing = await self.renderer.render(key, None)
        except StoreError as error:
            log.warning("no screen for an answer: %s", error)  # what was pressed is saved all the same
            return None
        return drawing if isinstance(drawing, RenderedSurface) else None

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
            return await self.renderer.render_watch(watch_key(table, user), live_until)
        except StoreError as error:
            log.warning("nothing to watch: %s", error)
            return None

    async def reply_shown(self, reply: ReplyHandle, live: LiveScreen | None, screen: Screen) -> None:
        """Note what a private answer shows: a screen that is kept up to date from now on, or any other."""
        self._replies.end_message(reply.message)
        if live is None:
            return
        self._replies.begin(reply, live)
        await log_store_errors(self._note_shown(reply, live, screen))

    async def _note_shown(self, reply: ReplyHandle, live: LiveScreen, screen: Screen) -> None:
        key = live.key
        is_newest = await self.renderer.is_newest(key, live.version)
        row = SurfaceRow(key.table, key.name, reply.channel, reply.message, live.version)
        drawn = RenderedSurface(screen, live.version)
        await self.scheduler.reply_shown(key, row, drawn, is_newest=is_newest)

    def reply_gone(self, message: int, *, deleted: bool = False) -> None:
        """Note that a private answer is about to show something else, or to be ``deleted``.

        Whose hand it has shown then plays from direct messages again.
        """
        key = self._replies.end_message(message)
        if deleted and key is not None and key.kind is SurfaceKind.OPEN_HAND:
            self._background.start(self.scheduler.mark(hand_key(key.table, key.user)))

    def reply_opened(self, user: int, channel: int, message: int) -> None:
        """Note a new private answer of a person in a channel; it replaces those of other processes."""

    def watch_replies(self, listener: ReplyListener) -> None:
        """Have a listener called when another process says so."""

    # people

    def forget_user(self, user: int) -> None:
        """Drop what is remembered of a person."""
        self._replies.end_user(user)
        self._attention.forget_user(user)
        languages.forget(user)

    # the end

    async def close(self) -> None:
        """Say on every table shown lately that we are back soon, deliver what is quick, and stop."""
        self._background.stop()
        await self._background.wait(BACKGROUND_TIMEOUT_S)
        self.renderer.restarting = True
        for key in self.scheduler.shown_keys():
            if key.kind is SurfaceKind.TABLE or key.kind.in_reply:
                await self.scheduler.mark(key)
        await self.scheduler.close()
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await self._all_answered.wait()
        except TimeoutError:
            log.info("%d presses were left without an answer", self._answers_under_way)
