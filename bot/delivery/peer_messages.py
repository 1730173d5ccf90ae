"""What other processes say about the tables whose messages this one shows."""

from __future__ import annotations

import asyncio

from bot.delivery.background_tasks import BackgroundTasks
from bot.delivery.changes import SurfaceChanges
from bot.delivery.notices import parse_notice
from bot.delivery.policy import POST_AGAIN
from bot.delivery.scheduler import Scheduler

ACQUIRED_INTERVAL_S = 0.02
"""Seconds between two tables that are shown after they were taken over."""


class PeerMessages:
    """Turns messages from other processes into marks. A ``PeerListener``."""

    def __init__(self, changes: SurfaceChanges, scheduler: Scheduler, background: BackgroundTasks) -> None:
        self._changes = changes
        self._scheduler = scheduler
        self._background = background
        self._acquired: dict[int, None] = {}

    async def table_acquired(self, table: int) -> None:
        """Show a table soon, after those taken before."""
        if not self._acquired:
            self._background.start(self._show_acquired())
        self._acquired[table] = None

    async def table_changed_elsewhere(self, table: int) -> None:
        """Show a table now."""
        self._background.start(self._changes.show(table))

    async def table_lost(self, table: int) -> None:
        """Leave a table to the other process."""
        self._acquired.pop(table, None)
        self._background.start(self._scheduler.let_go(table))

    async def notice_received(self, table: int, notice: str) -> None:
        """Do what another process asks for."""
        kind, key = parse_notice(table, notice)
        if kind == "repost":
            self._background.start(self._scheduler.mark(key, POST_AGAIN))
        else:
            self._background.start(self._scheduler.invalidate(key))

    async def deadlines_moved(self, tables: list[int]) -> None:
        """Draw these tables again: their clocks were put right."""
        self._background.start(self._changes.redraw(tables))

    async def _show_acquired(self) -> None:
        while self._acquired:
            table = next(iter(self._acquired))
            await self._scheduler.take_over(table)
            await self._changes.show(table)
            self._acquired.pop(table, None)
            await asyncio.sleep(ACQUIRED_INTERVAL_S)
