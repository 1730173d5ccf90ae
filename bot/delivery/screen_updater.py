"""Which surfaces a table has, and when they are out of date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from zlib import crc32

from bot.delivery.attention import DUE_NOW, Attention, Due, Slack, affects_everyone
from bot.delivery.delivery_failures import ClockPauser, DeliveryFailures
from bot.delivery.outbox import Outbox
from bot.delivery.surface_store import DatabaseSurfaceStore
from bot.delivery.surfaces import (
    CALL_SURFACE,
    TABLE_SURFACE,
    UNCHANGED,
    RenderedSurface,
    SurfaceKey,
    Unchanged,
)
from bot.delivery.wire import RetryLaterError, Wire
from bot.store.api import Store, StoreError
from bot.tables.api import TableApi
from bot.tables.game_kinds import GameLookup
from bot.tables.results import Change, Reminder, TableView
from bot.tables.table import Table
from bot.views import screens
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

RECENT_PRESS_FACTOR = 4
"""How many times longer people are not called who pressed something lately: they see it anyway."""

REDRAW_INTERVAL_S = 0.2
"""Seconds between two tables drawn after a start: a handful of calls each, while people want to play."""

RETRY_DELAY_S = 10.0
"""Seconds after which tables are tried again that could not be read then."""

DRAIN_TIMEOUT_S = 1.5
"""Seconds for which a stop waits for answers to presses that are under way."""

DAMAGED_VERSION = 0
"""The version of a message that says that its table cannot be read: every other one is greater."""

TROUBLE_PREFIX = "trouble."
HAND_PREFIX = "hand."
REMINDER_PREFIX = "remind."


class ScreenUpdater:
    """Draws every surface of every table, and listens to the tables to know when.

    A table has its message in the channel (``table``), a call to the one person everybody waits for
    (``call``), and for each person a hand (``hand.<user>``) and perhaps a reminder (``remind.<user>``)
    as direct messages. The host is told of trouble with the channel there, too (``trouble.<user>``).
    """

    def __init__(
        self,
        wire: Wire,
        tables: TableApi,
        games: GameLookup,
        store: Store,
        *,
        clock: Callable[[], float],
        monotonic: Callable[[], float] | None = None,
        call_delay_s: float = 4.0,
        batch_delay_s: float = 0.3,
        dm_interval_s: float = 1.0,
        slack: Slack | None = None,
        clock_pauser: ClockPauser | None = None,
    ) -> None:
        """``call_after`` seconds pass before somebody is mentioned: who is there acts sooner."""
        self._tables = tables
        self._games = games
        self._store = store
        self._call_delay_s = call_delay_s
        self._monotonic = monotonic or clock
        self._attention = Attention(self._monotonic, slack or Slack())
        self._deadlines: dict[tuple[int, int], int] = {}
        self._answering = 0
        self._answered = asyncio.Event()
        self._answered.set()
        self._waits: dict[int, tuple[int, float]] = {}
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._peers = store.peers
        self._acquired: dict[int, None] = {}
        self._failures = DeliveryFailures(
            tables, store, clock=clock, clock_pauser=clock_pauser, restore=self.reconcile
        )
        self.outbox = Outbox(
            wire,
            self,
            DatabaseSurfaceStore(store),
            self._failures,
            clock=clock,
            monotonic=monotonic,
            batch_delay_s=batch_delay_s,
            dm_interval_s=dm_interval_s,
        )

    # listening

    async def table_changed(self, change: Change) -> None:
        """Mark all surfaces of the table; drawing happens later and elsewhere, perhaps in another process."""
        if self._owns(change.table.id):
            self._start_task(self._mark_all(change.table, change.before, change.user))

    async def table_nudged(self, nudge: Reminder) -> None:
        """Remind these seats in private."""
        for seat in nudge.seats:
            user = nudge.table.seats[seat].user
            if user:
                self._deadlines[nudge.table.id, user] = nudge.deadline
                self._start_task(self.outbox.mark(SurfaceKey(nudge.table.id, f"{REMINDER_PREFIX}{user}")))

    async def table_renamed(self, table: int) -> None:
        """Mark what is there: whoever was forgotten must not stay on a screen that was drawn just before.

        Of a game that ended long ago, too; nobody wants its messages again below everything else.
        """
        if self._owns(table):
            self._start_task(self._mark_known(table, keep_position=True))

    # among processes that share the tables

    async def table_acquired(self, table: int) -> None:
        """Draw it anew soon, after those taken before."""
        if not self._acquired:
            self._start_task(self._show_acquired())
        self._acquired[table] = None

    async def table_changed_elsewhere(self, table: int) -> None:
        """Draw it anew now."""
        self._start_task(self._show(table))

    async def table_lost(self, table: int) -> None:
        """Leave it to the other process."""
        self._acquired.pop(table, None)
        self._start_task(self.outbox.let_go(table))

    async def notice_received(self, table: int, notice: str) -> None:
        """Do what another process asks for: ``doubt`` or ``repost``, and the name of a surface."""
        asked, _, name = notice.partition(" ")
        if asked == "repost":
            self._start_task(self.outbox.mark(SurfaceKey(table, name), delay_s=0.0, repost=True))
        else:
            self._start_task(self.outbox.invalidate(SurfaceKey(table, name)))

    def _owns(self, table: int) -> bool:
        return self._peers.owns(table)

    async def _show_acquired(self) -> None:
        while self._acquired:
            table = next(iter(self._acquired))
            await self.outbox.take_over(table)
            await self._show(table)
            self._acquired.pop(table, None)
            await asyncio.sleep(0.02)

    async def _show(self, table: int) -> None:
        view = await self._tables.view_for(table, None)
        # Also those of people who have left meanwhile: their screens have to go.
        await self._mark_known(table)
        if isinstance(view, TableView) and view.table.halt != "asleep":
            await self._mark_all(view.table, None)

    async def _invalidate(self, table: int, name: str) -> None:
        if self._peers.owns(table):
            await self.outbox.invalidate(SurfaceKey(table, name))
        else:
            await self._peers.notify_owner(table, f"doubt {name}")

    # for the cogs

    async def reconcile(self, tables: list[int]) -> None:
        """Draw everything anew after a start: whatever was missed or deleted meanwhile comes back.

        A table that cannot be read holds up no other; it is tried once more, without anybody waiting for it.
        """
        if missed := await self._redraw(tables):
            asyncio.get_running_loop().call_later(RETRY_DELAY_S, self._redraw_later, missed)

    def _redraw_later(self, tables: list[int]) -> None:
        if not self._closing:
            self._start_task(self._redraw(tables))

    async def _redraw(self, tables: list[int]) -> list[int]:
        """Draw these tables anew; return those that could not be read."""
        missed: list[int] = []
        for number in tables:
            try:
                view = await self._tables.view_for(number, None)
                if isinstance(view, TableView) and view.table.halt != "asleep":
                    await self.outbox.invalidate_table(number)
                    await self._mark_all(view.table, None)
                    await asyncio.sleep(REDRAW_INTERVAL_S)
            except StoreError as error:
                log.warning("table %d not drawn anew: %s", number, error)
                missed.append(number)
            except Exception:
                log.exception("table %d not drawn anew", number)  # the others are
            else:
                if isinstance(view, Refusal) and view.code == "unreadable":
                    await self._mark_damaged(number)
                if isinstance(view, Refusal) and view.code == "not_saved":
                    missed.append(number)  # how the tables say that the database does not answer
        return missed

    async def _mark_damaged(self, table: int) -> None:
        """Say in its channel and to its host that a table is set aside."""
        damaged = await self._tables.damaged_table(table)
        if damaged is not None:
            await self.outbox.mark(SurfaceKey(table, TABLE_SURFACE))
            if damaged.host:
                await self.outbox.mark(SurfaceKey(table, f"{TROUBLE_PREFIX}{damaged.host}"))

    async def repost(self, table: int) -> None:
        """Post the table's message again below everything else."""
        if self._peers.owns(table):
            await self.outbox.mark(SurfaceKey(table, TABLE_SURFACE), delay_s=0.0, repost=True)
        else:
            await self._peers.notify_owner(table, f"repost {TABLE_SURFACE}")

    async def invalidate_table(self, table: Table) -> None:
        """Draw all messages of a table again in any case: some may have been deleted."""
        await self._invalidate(table.id, TABLE_SURFACE)
        if table.phase == "playing":
            for user in sorted({seat.user for seat in table.seats} - {0}):
                await self._invalidate(table.id, f"{HAND_PREFIX}{user}")

    async def message_of(self, table: int) -> tuple[int, int] | None:
        """Return channel and message of the table's own message."""
        return await self.outbox.message_of(SurfaceKey(table, TABLE_SURFACE))

    async def invalidate_hand(self, table: int, user: int) -> None:
        """Draw somebody's hand again in any case."""
        await self._invalidate(table, f"{HAND_PREFIX}{user}")

    async def answer_started(
        self, table: int, user: int, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that the answer to a click is about to show this (``user`` 0: on the table's message).

        True: ``settled`` has to be called when the answer is through, whatever became of it.
        """
        key = SurfaceKey(table, f"{HAND_PREFIX}{user}" if user else TABLE_SURFACE)
        return await self.outbox.answer_started(key, drawn, channel, message)

    async def answer_finished(self, table: int, user: int) -> None:
        """Say that such an answer is through."""
        await self.outbox.answer_finished(
            SurfaceKey(table, f"{HAND_PREFIX}{user}" if user else TABLE_SURFACE)
        )

    async def answer_delivered(self, table: int, user: int) -> None:
        """Say that such an answer has arrived: who else writes into the message has to know."""
        if not self._owns(table):
            await self._invalidate(table, f"{HAND_PREFIX}{user}" if user else TABLE_SURFACE)

    async def answer_failed(self, table: int, user: int) -> None:
        """Say that such an answer did not arrive, or perhaps not."""
        await self._log_store_errors(
            self._invalidate(table, f"{HAND_PREFIX}{user}" if user else TABLE_SURFACE)
        )

    def note_press(self, user: int, *, in_hand: bool) -> None:
        """Note where somebody plays: in direct messages (``in_hand``) or in a server."""
        self._attention.note_press(user, in_hand=in_hand)

    def note_reachable(self, channel: int, *, sure: bool = False) -> None:
        """Note that somebody pressed something in a channel, or (``sure``) changed what we may do there.

        If we had given it up, it is tried again.
        """
        if self.outbox.note_reachable(channel, sure=sure):
            self._start_task(self._mark_channel(channel))

    async def _mark_channel(self, channel: int) -> None:
        table = await self._tables.table_in_channel(channel)
        if table is not None:
            await self._mark_all(table, None)

    async def is_text_only(self, user: int) -> bool:
        """Return True if a person wants words instead of pictures; a host's wish goes for the table too."""
        return (await self._store.user(user)).text_only

    async def set_text_only(self, user: int, wanted: bool) -> None:
        """Remember whether a person wants words instead of pictures."""
        row = await self._store.user(user)
        await self._store.save_user(replace(row, text_only=wanted))

    def take_dm_hint(self, user: int) -> bool:
        """Tell, once, whether this person should hear that direct messages are closed."""
        return self._failures.take_dm_hint(user)

    async def retry_dms(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        await self._failures.retry_dms(table)

    async def close(self) -> None:
        """Say on every table shown lately that we are back soon, deliver what is quick, and stop."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)
        self._closing = True
        for key in self.outbox.shown_keys():
            if key.name == TABLE_SURFACE and self._owns(key.table):
                await self.outbox.mark(key)
        await self.outbox.close()
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT_S):
                await self._answered.wait()
        except TimeoutError:
            log.info("%d presses stay without an answer", self._answering)

    @contextmanager
    def answering(self) -> Generator[None]:
        """Keep the connection while a press is being answered."""
        self._answering += 1
        self._answered.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self._answered.set()

    def _start_task(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(self._log_store_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _log_store_errors(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except StoreError as error:
            log.warning("surfaces not read: %s", error)

    async def _mark_all(self, table: Table, before: Table | None, actor: int = 0) -> None:
        view = await self._tables.view_for(table.id, None)
        board, hands = DUE_NOW, dict[int, Due]()
        if isinstance(view, TableView) and view.table.phase == "playing":
            board, hands = self._attention.table_due(view), self._attention.hands_due(view, actor)
        else:
            self._attention.forget(table.id)
        if affects_everyone(before, table):
            board, hands = DUE_NOW, {}
        await self._mark(TABLE_SURFACE, table.id, board)
        await self._mark_call(table.id, view)
        await self.outbox.mark(SurfaceKey(table.id, f"{TROUBLE_PREFIX}{table.host}"))
        users = {seat.user for seat in table.seats}
        if before is not None:
            users |= {seat.user for seat in before.seats}
        for user in sorted(users - {0}):
            await self._mark(f"{HAND_PREFIX}{user}", table.id, hands.get(user, DUE_NOW))
            if (table.id, user) in self._deadlines:
                await self.outbox.mark(SurfaceKey(table.id, f"{REMINDER_PREFIX}{user}"))

    async def _mark_known(self, table: int, *, keep_position: bool = False) -> None:
        for name in await self.outbox.known(table):
            await self.outbox.mark(SurfaceKey(table, name), keep_position=keep_position)

    async def _mark(self, name: str, table: int, due: Due) -> None:
        await self.outbox.mark(SurfaceKey(table, name), delay_s=due.delay_s, debounce=due.debounce)

    async def _mark_call(self, table: int, view: TableView | Refusal) -> None:
        """Have somebody mentioned once all have waited for him for a while, or no longer."""
        key = SurfaceKey(table, CALL_SURFACE)
        user = 0 if isinstance(view, Refusal) else _called(view)
        if not user:
            self._waits.pop(table, None)
        elif self._waits.get(table, (0, 0.0))[0] != user:
            self._waits[table] = user, self._monotonic()
        if await self.outbox.message_of(key) is not None:
            await self.outbox.mark(key, delay_s=self._call_delay_s)
        elif user:
            await self.outbox.mark(key, delay_s=self._call_delay(table, user))

    def _call_delay(self, table: int, user: int) -> float:
        """Return in how many seconds it is time to mention somebody, who is perhaps there anyway."""
        since = self._waits.get(table, (user, 0.0))[1]
        last = self._attention.last_press_at(user)
        due = (
            since + self._call_delay_s
            if last is None
            else max(since, last) + RECENT_PRESS_FACTOR * self._call_delay_s
        )
        return due - self._monotonic()

    # drawing

    async def render(self, key: SurfaceKey) -> RenderedSurface | Unchanged | None:
        """Return a surface as it should be now."""
        try:
            if key.name == TABLE_SURFACE:
                return await self._draw_table(key.table)
            if key.name == CALL_SURFACE:
                return await self._draw_call(key.table)
            kind, _, number = key.name.partition(".")
            user = int(number)
            if f"{kind}." == HAND_PREFIX:
                return await self._draw_hand(key, user)
            if f"{kind}." == TROUBLE_PREFIX:
                return await self._draw_trouble(key.table, user)
            return await self._draw_reminder(key.table, user)
        except StoreError as error:
            raise RetryLaterError(str(error)) from error

    async def render_table(self, table: int) -> RenderedSurface | None:
        """Draw the table's message, for the answer to a click on it."""
        drawn = await self._draw_table(table)
        return drawn if isinstance(drawn, RenderedSurface) else None

    async def _draw_table(self, table: int) -> RenderedSurface | None:
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            damaged = await self._tables.damaged_table(table) if view.code == "unreadable" else None
            if damaged is None:
                return None
            return RenderedSurface(screens.damaged_table_screen(), DAMAGED_VERSION, channel=damaged.channel)
        kind = self._games.find(view.table.game)
        if kind is None:
            return None
        screen = screens.table_screen(view, kind)
        if self._closing and view.table.phase == "playing":  # a lobby loses nothing by waiting
            screen = screens.restarting(screen)
        if await self.is_text_only(view.table.host):
            screen = screen.without_pictures()
        return RenderedSurface(
            screen, view.table.revision, channel=view.table.channel, repost_when_buried=True
        )

    async def _draw_call(self, table: int) -> RenderedSurface | Unchanged | None:
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return None
        user = _called(view)
        if user is None:
            return UNCHANGED
        if not user:
            return None
        if (left := self._call_delay(table, user)) > 0.0:
            # It is somebody else's turn by now, and only just.
            key = SurfaceKey(table, CALL_SURFACE)
            self._start_task(self.outbox.mark(key, delay_s=left))
            if await self.outbox.version(key) != user:
                return None
        screen = screens.call_screen(view, user)
        return RenderedSurface(screen, user, channel=view.table.channel, post_once=True)

    async def _draw_hand(self, key: SurfaceKey, user: int) -> RenderedSurface | Unchanged | None:
        view = await self._tables.view_for(key.table, user)
        if isinstance(view, Refusal) or view.seat is None or view.table.phase == "lobby":
            return None
        row = await self._store.user(user)
        # A hand that is there can be edited even where nothing new gets through.
        if self._failures.is_dm_closed(row) and await self.outbox.message_of(key) is None:
            return UNCHANGED
        screen = screens.hand_screen(view, auto_updated=True)
        if row.text_only:
            screen = screen.without_pictures()
        return RenderedSurface(screen, view.table.revision, user=user)

    async def _draw_reminder(self, table: int, user: int) -> RenderedSurface | Unchanged | None:
        view = await self._tables.view_for(table, user)
        deadline = self._deadlines.get((table, user))
        if isinstance(view, Refusal) or view.seat is None or deadline is None:
            return None
        pending = view.pending
        if pending is None or view.seat not in pending.awaited or view.deadline != deadline:
            self._deadlines.pop((table, user), None)
            return None
        if self._failures.is_dm_closed(await self._store.user(user)):
            return UNCHANGED
        return RenderedSurface(screens.reminder_screen(view, deadline), deadline, user=user, post_once=True)

    async def _draw_trouble(self, table: int, user: int) -> RenderedSurface | Unchanged | None:
        """Draw what the host has to mend, once for each suspension and reason."""
        view = await self._tables.view_for(table, user)
        if isinstance(view, Refusal) and view.code == "unreadable":
            return await self._draw_damage(table, user)
        if isinstance(view, Refusal) or view.seat is None or not view.table.live:
            return None
        if view.table.halt != "suspended" or view.table.host != user or not view.table.trouble:
            return None
        if self._failures.is_dm_closed(await self._store.user(user)):
            return UNCHANGED
        reason = crc32(view.table.trouble.encode())
        return RenderedSurface(screens.trouble_screen(view), reason, user=user, post_once=True)

    async def _draw_damage(self, table: int, user: int) -> RenderedSurface | Unchanged | None:
        """Tell the host that the table is set aside."""
        damaged = await self._tables.damaged_table(table)
        if damaged is None or damaged.host != user:
            return None
        if self._failures.is_dm_closed(await self._store.user(user)):
            return UNCHANGED
        screen = screens.damaged_table_screen(damaged.channel)
        return RenderedSurface(screen, DAMAGED_VERSION, user=user, post_once=True)


def _called(view: TableView) -> int | None:
    """Return the one person for whom everybody waits; 0 if it is nobody, None if they are several."""
    pending = view.pending
    if view.table.phase != "playing" or view.table.halt or pending is None:
        return 0
    if len(pending.awaited) != 1:
        return None
    seat = view.table.seats[pending.awaited[0]]
    return seat.user if seat.human and not seat.away else 0
