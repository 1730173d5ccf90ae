"""Which surfaces a change at a table makes out of date, and how urgent each of them is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from functools import partial

from bot.delivery.attention import (
    CALLED,
    NOTHING_HAPPENED,
    Attention,
    WatchPace,
    affects_everyone,
    newly_away,
)
from bot.delivery.background_tasks import BackgroundTasks, WorkQueue
from bot.delivery.channels import Channels
from bot.delivery.drawing import AT_ONCE, SOON, Position, RedrawPolicy
from bot.delivery.live_replies import LiveReplies
from bot.delivery.people import Waits, called_user, is_reminder_due
from bot.delivery.renderer import view_of
from bot.delivery.scheduler import Scheduler
from bot.delivery.surface_keys import (
    SurfaceKey,
    SurfaceKind,
    ending_key,
    hand_key,
    reminder_key,
    table_key,
    trouble_key,
)
from bot.store.api import StoreError
from bot.tables.intents import React, Resume, Say
from bot.tables.past import PastRevision
from bot.tables.results import Change, Listener, Reminder, TableView
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.views import screens
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

REDRAW_INTERVAL_S = 0.2
"""Seconds between two tables drawn after a start: a handful of calls each, while people want to play."""


class SurfaceChanges(Listener):
    """Listens to the tables and marks their surfaces.

    A table has its message in the channel and one about the end, and for each person a hand and sometimes a
    reminder as direct messages. The host is told of trouble with the channel there, too. Who watches has a
    private answer.
    """

    def __init__(
        self,
        tables: TableService,
        scheduler: Scheduler,
        channels: Channels,
        attention: Attention,
        waits: Waits,
        background: BackgroundTasks,
        replies: LiveReplies,
    ) -> None:
        self._tables = tables
        self._scheduler = scheduler
        self._channels = channels
        self._attention = attention
        self._waits = waits
        self._background = background
        self._replies = replies
        self._pace = WatchPace(attention.slack.spectators)
        self._to_redraw = WorkQueue(self._redraw, background, title="could not draw again table")
        self._to_show = WorkQueue(self.show, background, title="could not show table")
        self._usable_again = WorkQueue(
            self._mark_channel, background, title="could not draw the table again in channel"
        )

    # what the tables tell

    async def table_changed(self, change: Change) -> None:
        """Mark all surfaces of the table. They are drawn later, by the process that shows the table.

        A line that is not sent yet shows nowhere else; a reaction is worth no call, and comes with the next
        move.
        """
        if isinstance(change.intent, Say | React):
            return
        if isinstance(change.intent, Resume):
            self._channels.note_requested(change.table.channel)
        if self._scheduler.owns(change.table.id):
            began = self._attention.last_press_at(change.user) if change.interaction_id else None
            self._background.start(self._or_show_later(change.table.id, self._mark_change(change, began)))

    async def _mark_change(self, change: Change, began: float | None) -> None:
        """Mark what a change makes out of date; of a press that ``began`` then, note when it is shown."""
        table, awaited = change.table.id, self._waits.awaited(change.table.id)
        actor = change.user if change.interaction_id else 0  # what the clock does for somebody is no hurry
        await self.mark_table(change.table, change.before, actor, change.seen_by(None))
        if began is None:
            return
        out_of_date = self._scheduler.out_of_date(table)
        self._scheduler.shown_clock.pressed(table, "everybody", began, out_of_date)
        if (user := self._waits.awaited(table)) not in (0, awaited, change.user):
            theirs = {table_key(table), hand_key(table, user)}
            self._scheduler.shown_clock.pressed(table, "turn", began, theirs.intersection(out_of_date))

    async def table_nudged(self, nudge: Reminder) -> None:
        """Remind these seats in private."""
        for seat in nudge.seats:
            user = nudge.table.seats[seat].user
            if user:
                self._waits.reminders[nudge.table.id, user] = nudge.deadline
                self._background.start(self._scheduler.mark(reminder_key(nudge.table.id, user)))

    async def table_renamed(self, table: int) -> None:
        """Mark the messages that are there: a person who was forgotten must not stay on any of them.

        The game may have ended long ago; nobody wants its messages again below everything else.
        """
        if self._scheduler.owns(table):
            policy = RedrawPolicy(position=Position.UNMOVED)
            self._background.start(self._scheduler.mark_known(table, policy))

    async def deadlines_moved(self, tables: list[int]) -> None:
        """Draw these tables again: their clocks were put right."""
        self.redraw(tables)

    # drawing whole tables again

    def redraw(self, tables: Iterable[int]) -> None:
        """Draw these tables again in any case: what was missed or deleted meanwhile comes back.

        One after the other, however many servers or shards come back together.
        """
        for table in tables:
            self._to_redraw.add(table)

    async def _redraw(self, table: int) -> None:
        view = await view_of(self._tables, table, None)
        if isinstance(view, Refusal):
            if view.code == "unreadable":
                await self._mark_damaged(table)
        elif view.table.halt != "asleep":
            await self._scheduler.invalidate_table(table)
            # Also what an earlier process has left: a reminder, the hand of who has gone.
            await self._scheduler.mark_known(table)
            await self.mark_table(view.table)
            await asyncio.sleep(REDRAW_INTERVAL_S)

    async def _mark_damaged(self, table: int) -> None:
        """Say in its channel and to its host that a table is set aside."""
        damaged = await self._tables.damaged_table(table)
        if damaged is not None:
            await self._scheduler.mark(table_key(table))
            if damaged.host:
                await self._scheduler.mark(trouble_key(table, damaged.host))

    def show_soon(self, table: int) -> None:
        """Mark all surfaces of a table, again and again until the database answers."""
        self._to_show.add(table)

    async def _or_show_later(self, table: int, marking: Awaitable[None]) -> None:
        """Finish marking a table; all of it is marked later where the database does not answer."""
        try:
            await marking
        except StoreError:
            self._background.retry_later(partial(self.show_soon, table))
            raise

    async def show(self, table: int) -> None:
        """Mark all surfaces of a table of which anything may be out of date. Raises ``StoreError``."""
        view = await view_of(self._tables, table, None)
        # Also the surfaces of people who have left meanwhile: their messages have to go.
        await self._scheduler.mark_known(table)
        if isinstance(view, TableView) and view.table.halt != "asleep":
            await self.mark_table(view.table)

    def channel_usable(self, channel: int) -> None:
        """Mark all surfaces of the table in a channel that can be used again, after those of others."""
        self._usable_again.add(channel)

    async def _mark_channel(self, channel: int) -> None:
        table = await self._tables.table_in_channel(channel)
        if table is not None:
            await self.mark_table(table)

    # marking

    async def mark_table(
        self,
        table: Table,
        before: Table | None = None,
        actor: int = 0,
        past: PastRevision = NOTHING_HAPPENED,
    ) -> None:
        """Mark all surfaces of a table. ``before`` is the table before the change, ``actor`` pressed for it.

        ``past`` is what happened, as everybody may know it. Raises ``StoreError``.
        """
        view = await view_of(self._tables, table.id, None)
        users = {seat.user for seat in (*table.seats, *(before.seats if before else ()))} - {0}
        if table.alone:  # only one person sees it, on their own screens
            for user in users:
                await self._scheduler.mark(hand_key(table.id, user), SOON)
            await self._mark_replies(table.id, view, actor)
            return
        passes_for_s = 0.0 if isinstance(view, Refusal) else view.passes_for_s
        self._waits.note_awaited(table.id, called_user(view), passes_for_s)
        table_policy, hand_policies = SOON, dict[int, RedrawPolicy]()
        if isinstance(view, TableView) and view.table.phase == "playing":
            table_policy = self._attention.table_policy(view, past)
            passing = await self._tables.passing_unasked(table.id) if view.passes_for_s else frozenset[int]()
            hand_policies = self._attention.hand_policies(view, actor, passing, past)
        if affects_everyone(before, table):
            hand_policies = dict.fromkeys(newly_away(before, table), CALLED)
            table_policy = SOON
        if isinstance(view, TableView) and screens.has_ending(view):
            await self._scheduler.mark(ending_key(table.id), AT_ONCE)
        if isinstance(view, TableView) and self._attention.calls(view, before, past):
            table_policy = CALLED
        await self._scheduler.mark(table_key(table.id), table_policy)
        for host in sorted({table.host, table.host if before is None else before.host}):
            await self._mark_trouble(table, host)
        for user in sorted(users):
            await self._scheduler.mark(hand_key(table.id, user), hand_policies.get(user, SOON))
            await self._mark_reminder(table.id, user, view)
        await self._mark_replies(table.id, view, actor)

    async def _mark_trouble(self, table: Table, host: int) -> None:
        """Have a host told of trouble with the channel, or what they were told deleted: also a former one."""
        key = trouble_key(table.id, host)
        if (table.trouble and host == table.host) or await self._scheduler.message_of(key) is not None:
            await self._scheduler.mark(key)

    async def tell_host(self, table: int) -> None:
        """Have the host told why nobody can see a table, or what they were told deleted."""
        view = await view_of(self._tables, table, None)
        if isinstance(view, TableView) and view.table.host:
            await self._scheduler.mark(trouble_key(table, view.table.host))

    async def _mark_replies(self, table: int, view: TableView | Refusal, actor: int) -> None:
        """Have the private answers follow that show the table or a hand."""
        if isinstance(view, Refusal):
            return
        keys = self._replies.keys_of(table)
        for key in keys:
            if key.kind is SurfaceKind.OPEN_HAND:
                await self._scheduler.mark(key, self._attention.open_hand_policy(view, key.user, actor))
        await self._mark_watchers(view, [key for key in keys if key.kind is SurfaceKind.WATCH])

    async def _mark_watchers(self, view: TableView, keys: list[SurfaceKey]) -> None:
        """Have the spectators' screens follow; who has sat down sees that at once."""
        policy = self._pace.policy(view, watched=bool(keys))
        for key in keys:
            if view.table.seat_of(key.user) is not None:
                await self._scheduler.mark(key)
            elif policy is not None:
                await self._scheduler.mark(key, policy)

    async def _mark_reminder(self, table: int, user: int, view: TableView | Refusal) -> None:
        """Have a reminder drawn again, or deleted once its wait is over."""
        deadline = self._waits.reminders.get((table, user))
        if deadline is None:
            return
        seat = None if isinstance(view, Refusal) else view.table.seat_of(user)
        if isinstance(view, TableView) and (seat is None or not is_reminder_due(view, seat, deadline)):
            del self._waits.reminders[table, user]
        await self._scheduler.mark(reminder_key(table, user))
