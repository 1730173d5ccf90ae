"""What other processes say about the tables whose messages this one shows."""

from __future__ import annotations

from bot.delivery.background_tasks import BackgroundTasks, WorkQueue
from bot.delivery.changes import SurfaceChanges
from bot.delivery.channels import Channels
from bot.delivery.drawing import RenderedSurface
from bot.delivery.live_replies import LiveReplies, LiveScreen, ReplyListener
from bot.delivery.notices import parse_notice
from bot.delivery.policy import POST_AGAIN
from bot.delivery.scheduler import Scheduler
from bot.delivery.whispers import (
    ChannelRequested,
    ReplyGone,
    ReplyOpened,
    ReplyShown,
    UserForgotten,
    parse_whisper,
)
from bot.delivery.wire import ReplyHandle
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen

ACQUIRED_INTERVAL_S = 0.02
"""Seconds between two tables that are shown after they were taken over."""


class PeerMessages:
    """Turns messages from other processes into marks. A ``PeerListener``."""

    def __init__(
        self,
        changes: SurfaceChanges,
        scheduler: Scheduler,
        channels: Channels,
        background: BackgroundTasks,
        replies: LiveReplies,
        reply_opened: ReplyListener,
    ) -> None:
        """``reply_opened`` is told of private answers that other processes have given."""
        self._changes = changes
        self._scheduler = scheduler
        self._channels = channels
        self._background = background
        self._replies = replies
        self._reply_opened = reply_opened
        self._acquired = WorkQueue(
            self._show_acquired,
            background,
            title="could not show acquired table",
            interval_s=ACQUIRED_INTERVAL_S,
        )

    async def table_acquired(self, table: int) -> None:
        """Show a table soon, after those taken before."""
        self._acquired.add(table)

    async def table_changed_elsewhere(self, table: int) -> None:
        """Show a table now."""
        self._changes.show_soon(table)

    async def table_lost(self, table: int) -> None:
        """Leave a table to the other process."""
        self._acquired.discard(table)
        self._background.start(self._scheduler.let_go(table))

    async def notice_received(self, table: int, notice: str) -> None:
        """Do what another process asks for."""
        kind, key = parse_notice(table, notice)
        if kind == "repost":
            self._background.start(self._scheduler.mark(key, POST_AGAIN))
        else:
            self._background.start(self._scheduler.invalidate(key))

    def whisper_heard(self, text: str) -> None:
        """Do what a process says that looks after no tables; what another release says is passed over."""
        match parse_whisper(text):
            case ReplyShown(handle, live):
                self._replies.end_message(handle.message)
                if live is not None and self._scheduler.keeps(live.key.table):
                    self._keep_up_to_date(handle, live)
            case ReplyGone(message):
                self._replies.end_message(message)
            case UserForgotten(user):
                self._replies.end_user(user)
            case ChannelRequested(channel):
                self._channels.note_requested(channel)
            case ReplyOpened(user, channel, message):
                self._reply_opened(user, channel, message)
            case None:
                pass

    def _keep_up_to_date(self, handle: ReplyHandle, live: LiveScreen) -> None:
        """Let a private answer follow its table, as if its press had been answered here.

        What it shows is not known here, only which version of it.
        """
        key = live.key
        self._replies.begin(key, handle, live.until, live.name)
        row = SurfaceRow(key.table, key.name, handle.channel, handle.message, live.version)
        drawn = RenderedSurface(Screen(()), live.version)
        self._background.start(self._scheduler.reply_shown(key, row, drawn))

    async def deadlines_moved(self, tables: list[int]) -> None:
        """Draw these tables again: their clocks were put right."""
        self._changes.redraw(tables)

    async def _show_acquired(self, table: int) -> None:
        await self._scheduler.take_over(table)
        await self._changes.show(table)
