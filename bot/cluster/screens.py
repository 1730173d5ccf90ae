"""The screens of one process among several: it asks the others for what they show, and does what they ask.

Private answers are kept up to date by the process that draws the table, with the token of a press that
another process was given. PostgreSQL passes the token on and writes it into no table. A word that gets lost
costs a screen that stays as it is until the next change or press.
"""

from __future__ import annotations

from typing import Any

from bot.cluster.cluster import Cluster, SharedView
from bot.delivery.background_tasks import WorkQueue, log_store_errors
from bot.delivery.drawing import RenderedSurface
from bot.delivery.live_replies import LiveScreen, ReplyListener
from bot.delivery.service import ScreenService
from bot.delivery.surface import Surfaces
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import ReplyHandle
from bot.store.api import Store
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen

ACQUIRED_INTERVAL_S = 0.02
"""Seconds between two tables that are shown after they were another process's."""


class SharedSurfaces(Surfaces):
    """The surfaces of this process's tables."""

    def __init__(self, store: Store, cluster: Cluster) -> None:
        super().__init__(store)
        self._cluster = cluster

    def owns(self, table: int) -> bool:
        return self._cluster.owns(table)

    async def report_overwrite(self, row: SurfaceRow) -> None:
        await self._cluster.tell("invalidate", row.table, row.key)


class SharedScreens(ScreenService, SharedView):
    """The screens beside other processes."""

    def __init__(self, cluster: Cluster, *parts: Any, **how: Any) -> None:
        super().__init__(*parts, **how)
        self._cluster = cluster
        self._reply_listener: ReplyListener | None = None
        self._acquired = WorkQueue(
            self._show_acquired,
            self._background,
            title="could not show acquired table",
            interval_s=ACQUIRED_INTERVAL_S,
        )
        cluster.show_on(self)

    # what the cogs ask

    async def repost(self, key: SurfaceKey) -> None:
        if self._cluster.owns(key.table):
            await super().repost(key)
        else:
            await self._cluster.tell("repost", key.table, key.name)

    async def invalidate(self, key: SurfaceKey) -> None:
        if self._cluster.owns(key.table):
            await super().invalidate(key)
        else:
            await self._cluster.tell("invalidate", key.table, key.name)

    async def answer_delivered(self, key: SurfaceKey) -> None:
        if not self._cluster.owns(key.table):
            await self.invalidate(key)

    async def reply_shown(self, reply: ReplyHandle, live: LiveScreen | None, screen: Screen) -> None:
        if self._cluster.looks_after_tables:
            await super().reply_shown(reply, live, screen)
            return
        shown = [] if live is None else [live.key.table, live.key.name, live.version, live.until, live.name]
        handle = (reply.channel, reply.message, reply.application, reply.token)
        await log_store_errors(self._cluster.tell("shown", *handle, *shown))

    def reply_gone(self, message: int, *, deleted: bool = False) -> None:
        super().reply_gone(message, deleted=deleted)
        self._tell_owners("gone", message)

    def reply_opened(self, user: int, channel: int, message: int) -> None:
        self._tell_owners("opened", user, channel, message)

    def watch_replies(self, listener: ReplyListener) -> None:
        self._reply_listener = listener  # a new connection's, in place of the one before

    def forget_user(self, user: int) -> None:
        super().forget_user(user)
        self._tell_owners("forgotten", user)

    def _tell_owners(self, *word: object) -> None:
        """Tell the other processes, if this one looks after no tables."""
        if not self._cluster.looks_after_tables:
            self._background.start(self._cluster.tell(*word))

    # what other processes do and say (see ``SharedView``)

    def table_acquired(self, table: int) -> None:
        self._acquired.add(table)

    async def _show_acquired(self, table: int) -> None:
        await self.scheduler.reload(table)
        await self.changes.show(table)

    def table_written(self, table: int, resumed_in: int | None = None) -> None:
        if resumed_in is not None:
            self._channels.note_requested(resumed_in)
        self.changes.show_soon(table)

    def table_released(self, table: int) -> None:
        self._acquired.discard(table)
        self._background.start(self.scheduler.let_go(table))

    def hear(self, word: list[Any]) -> None:
        match word:
            case ["opened", user, channel, message] if self._reply_listener is not None:
                self._reply_listener(user, channel, message)
            case ["gone", message]:
                self._replies.end_message(message)
            case ["forgotten", user]:
                self._replies.end_user(user)
            case ["repost", table, name] if self._cluster.owns(table):
                self._background.start(super().repost(SurfaceKey(table, name)))
            case ["invalidate", table, name] if self._cluster.owns(table):
                self._background.start(super().invalidate(SurfaceKey(table, name)))
            case ["shown", channel, message, application, token, *live]:
                self._replies.end_message(message)
                if live and self._cluster.owns(live[0]):
                    self._keep_up_to_date(ReplyHandle(channel, message, application, token), *live)
            case _:
                pass  # for processes of another kind, or from another release

    def _keep_up_to_date(
        self, reply: ReplyHandle, table: int, name: str, version: int, until: int, person: str
    ) -> None:
        """Let a private answer follow its table, as if its press had been answered here.

        What it shows is not known here, only which version of it.
        """
        key = SurfaceKey(table, name)
        self._replies.begin(reply, LiveScreen(key, version, until, person))
        row = SurfaceRow(table, name, reply.channel, reply.message, version)
        drawn = RenderedSurface(Screen(()), version)
        self._background.start(self.scheduler.reply_shown(key, row, drawn))
