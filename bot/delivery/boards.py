"""Which surfaces a table has, and when they are out of date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from zlib import crc32

from bot.delivery.attention import NOW, Attention, Due, Slack, weighty
from bot.delivery.mishaps import Mishaps, Outages
from bot.delivery.outbox import Outbox
from bot.delivery.store_shelf import StoreShelf
from bot.delivery.surfaces import CALL, KEEP, TABLE, Drawn, Keep, Key
from bot.delivery.wire import Later, Wire
from bot.store.port import Store, StoreError
from bot.tables.front import Tables
from bot.tables.games import Games
from bot.tables.results import Change, Nudge, Sight
from bot.tables.table import Table
from bot.views import gallery
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

THERE = 4
"""How many times longer people are not called who pressed something lately: they see it anyway."""

EASY = 0.2
"""Seconds between two tables drawn after a start: a handful of calls each, while people want to play."""

AGAIN = 10.0
"""Seconds after which tables are tried again that could not be read then."""

LAST = 1.5
"""Seconds for which a stop waits for answers to presses that are under way."""

TROUBLE = "trouble."
HAND = "hand."
REMINDER = "remind."


class Boards:
    """Draws every surface of every table, and listens to the tables to know when.

    A table has its message in the channel (``table``), a call to the one person everybody waits for
    (``call``), and for each person a hand (``hand.<user>``) and perhaps a reminder (``remind.<user>``)
    as direct messages. The host is told of trouble with the channel there, too (``trouble.<user>``).
    """

    def __init__(
        self,
        wire: Wire,
        tables: Tables,
        games: Games,
        store: Store,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float] | None = None,
        call_after: float = 4.0,
        calm: float = 0.3,
        dm_gap: float = 1.0,
        slack: Slack | None = None,
        outages: Outages | None = None,
    ) -> None:
        """``call_after`` seconds pass before somebody is mentioned: who is there acts sooner."""
        self._tables = tables
        self._games = games
        self._store = store
        self._call_after = call_after
        self._steady = steady or clock
        self._attention = Attention(self._steady, slack or Slack())
        self._deadlines: dict[tuple[int, int], int] = {}
        self._answering = 0
        self._answered = asyncio.Event()
        self._answered.set()
        self._waits: dict[int, tuple[int, float]] = {}
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._peers = store.peers
        self._taken: dict[int, None] = {}
        self._mishaps = Mishaps(tables, store, clock=clock, outages=outages, restore=self.reconcile)
        self.outbox = Outbox(
            wire, self, StoreShelf(store), self._mishaps, clock=clock, steady=steady, calm=calm, dm_gap=dm_gap
        )

    # listening

    async def table_changed(self, change: Change) -> None:
        """Mark all surfaces of the table; drawing happens later and elsewhere, perhaps in another process."""
        if self._ours(change.table.id):
            self._soon(self._mark_all(change.table, change.before, change.user))

    async def table_nudged(self, nudge: Nudge) -> None:
        """Remind these seats in private."""
        for seat in nudge.seats:
            user = nudge.table.seats[seat].user
            if user:
                self._deadlines[nudge.table.id, user] = nudge.deadline
                self._soon(self.outbox.mark(Key(nudge.table.id, f"{REMINDER}{user}")))

    async def table_renamed(self, table: int) -> None:
        """Mark what is there: whoever was forgotten must not stay on a screen that was drawn just before.

        Of a game that ended long ago, too; nobody wants its messages again below everything else.
        """
        if self._ours(table):
            self._soon(self._mark_known(table, still=True))

    # among processes that share the tables

    async def table_taken(self, table: int) -> None:
        """Draw it anew soon, after those taken before."""
        if not self._taken:
            self._soon(self._show_taken())
        self._taken[table] = None

    async def table_elsewhere(self, table: int) -> None:
        """Draw it anew now."""
        self._soon(self._show(table))

    async def table_gone(self, table: int) -> None:
        """Leave it to the other process."""
        self._taken.pop(table, None)
        self._soon(self.outbox.let_go(table))

    async def word_left(self, table: int, word: str) -> None:
        """Do what another process asks for: ``doubt`` or ``repost``, and the name of a surface."""
        asked, _, name = word.partition(" ")
        if asked == "repost":
            self._soon(self.outbox.mark(Key(table, name), after=0.0, anew=True))
        else:
            self._soon(self.outbox.doubt(Key(table, name)))

    def _ours(self, table: int) -> bool:
        return self._peers is None or self._peers.keeps(table)

    async def _show_taken(self) -> None:
        while self._taken:
            table = next(iter(self._taken))
            await self.outbox.take_over(table)
            await self._show(table)
            self._taken.pop(table, None)
            await asyncio.sleep(0.02)

    async def _show(self, table: int) -> None:
        sight = await self._tables.sight(table, None)
        # Also those of people who have left meanwhile: their screens have to go.
        await self._mark_known(table)
        if isinstance(sight, Sight) and sight.table.halt != "asleep":
            await self._mark_all(sight.table, None)

    async def _doubt(self, table: int, name: str) -> None:
        if self._peers is None or self._peers.keeps(table):
            await self.outbox.doubt(Key(table, name))
        else:
            await self._peers.tell(table, f"doubt {name}")

    # for the cogs

    async def reconcile(self, tables: list[int]) -> None:
        """Draw everything anew after a start: whatever was missed or deleted meanwhile comes back.

        A table that cannot be read holds up no other; it is tried once more, without anybody waiting for it.
        """
        if missed := await self._redraw(tables):
            asyncio.get_running_loop().call_later(AGAIN, self._redraw_later, missed)

    def _redraw_later(self, tables: list[int]) -> None:
        if not self._closing:
            self._soon(self._redraw(tables))

    async def _redraw(self, tables: list[int]) -> list[int]:
        """Draw these tables anew; return those that could not be read."""
        missed: list[int] = []
        for number in tables:
            try:
                sight = await self._tables.sight(number, None)
                if isinstance(sight, Sight) and sight.table.halt != "asleep":
                    await self.outbox.distrust(number)
                    await self._mark_all(sight.table, None)
                    await asyncio.sleep(EASY)
            except StoreError as error:
                log.warning("table %d not drawn anew: %s", number, error)
                missed.append(number)
            else:
                if isinstance(sight, Refusal) and sight.code == "not_saved":
                    missed.append(number)  # how the tables say that the database does not answer
        return missed

    async def repost(self, table: int) -> None:
        """Post the table's message again below everything else."""
        if self._peers is None or self._peers.keeps(table):
            await self.outbox.mark(Key(table, TABLE), after=0.0, anew=True)
        else:
            await self._peers.tell(table, f"repost {TABLE}")

    async def doubt(self, table: Table) -> None:
        """Draw all messages of a table again in any case: some may have been deleted."""
        await self._doubt(table.id, TABLE)
        if table.phase == "playing":
            for user in sorted({seat.user for seat in table.seats} - {0}):
                await self._doubt(table.id, f"{HAND}{user}")

    async def where(self, table: int) -> tuple[int, int] | None:
        """Return channel and message of the table's own message."""
        return await self.outbox.where(Key(table, TABLE))

    async def doubt_hand(self, table: int, user: int) -> None:
        """Draw somebody's hand again in any case."""
        await self._doubt(table, f"{HAND}{user}")

    async def presenting(self, table: int, user: int, drawn: Drawn, channel: int, message: int) -> bool:
        """Say that the answer to a click is about to show this (``user`` 0: on the table's message).

        True: ``settled`` has to be called when the answer is through, whatever became of it.
        """
        key = Key(table, f"{HAND}{user}" if user else TABLE)
        return await self.outbox.presenting(key, drawn, channel, message)

    async def settled(self, table: int, user: int) -> None:
        """Say that such an answer is through."""
        await self.outbox.presented(Key(table, f"{HAND}{user}" if user else TABLE))

    async def presented(self, table: int, user: int) -> None:
        """Say that such an answer has arrived: who else writes into the message has to know."""
        if not self._ours(table):
            await self._doubt(table, f"{HAND}{user}" if user else TABLE)

    async def failed(self, table: int, user: int) -> None:
        """Say that such an answer did not arrive, or perhaps not."""
        await self._guarded(self._doubt(table, f"{HAND}{user}" if user else TABLE))

    def pressed(self, user: int, *, in_hand: bool) -> None:
        """Note where somebody plays: in direct messages (``in_hand``) or in a server."""
        self._attention.pressed(user, in_hand=in_hand)

    def reachable(self, channel: int, *, sure: bool = False) -> None:
        """Note that somebody pressed something in a channel, or (``sure``) changed what we may do there.

        If we had given it up, it is tried again.
        """
        if self.outbox.reachable(channel, sure=sure):
            self._soon(self._mark_channel(channel))

    async def _mark_channel(self, channel: int) -> None:
        table = await self._tables.at(channel)
        if table is not None:
            await self._mark_all(table, None)

    async def words_only(self, user: int) -> bool:
        """Tell whether a person wants words instead of pictures; a host's wish goes for the table too."""
        return (await self._store.user(user)).text_only

    async def want_words(self, user: int, wanted: bool) -> None:
        """Remember whether a person wants words instead of pictures."""
        row = await self._store.user(user)
        await self._store.save_user(replace(row, text_only=wanted))

    def take_hint(self, user: int) -> bool:
        """Tell, once, whether this person should hear that direct messages are closed."""
        return self._mishaps.take_hint(user)

    async def invited(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        await self._mishaps.invited(table)

    async def close(self) -> None:
        """Say on every table shown lately that we are back soon, deliver what is quick, and stop."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)
        self._closing = True
        for key in self.outbox.shown():
            if key.name == TABLE and self._ours(key.table):
                await self.outbox.mark(key)
        await self.outbox.close()
        try:
            async with asyncio.timeout(LAST):
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

    def _soon(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except StoreError as error:
            log.warning("surfaces not read: %s", error)

    async def _mark_all(self, table: Table, before: Table | None, actor: int = 0) -> None:
        sight = await self._tables.sight(table.id, None)
        board, hands = NOW, dict[int, Due]()
        if isinstance(sight, Sight) and sight.table.phase == "playing":
            board, hands = self._attention.table(sight), self._attention.hands(sight, actor)
        else:
            self._attention.forget(table.id)
        if weighty(before, table):
            board, hands = NOW, {}
        await self._mark(TABLE, table.id, board)
        await self._mark_call(table.id, sight)
        await self.outbox.mark(Key(table.id, f"{TROUBLE}{table.host}"))
        users = {seat.user for seat in table.seats}
        if before is not None:
            users |= {seat.user for seat in before.seats}
        for user in sorted(users - {0}):
            await self._mark(f"{HAND}{user}", table.id, hands.get(user, NOW))
            if (table.id, user) in self._deadlines:
                await self.outbox.mark(Key(table.id, f"{REMINDER}{user}"))

    async def _mark_known(self, table: int, *, still: bool = False) -> None:
        for name in await self.outbox.known(table):
            await self.outbox.mark(Key(table, name), still=still)

    async def _mark(self, name: str, table: int, due: Due) -> None:
        await self.outbox.mark(Key(table, name), after=due.after, patient=due.patient)

    async def _mark_call(self, table: int, sight: Sight | Refusal) -> None:
        """Have somebody mentioned once all have waited for him for a while, or no longer."""
        key = Key(table, CALL)
        user = 0 if isinstance(sight, Refusal) else _called(sight)
        if not user:
            self._waits.pop(table, None)
        elif self._waits.get(table, (0, 0.0))[0] != user:
            self._waits[table] = user, self._steady()
        if await self.outbox.where(key) is not None:
            await self.outbox.mark(key, after=self._call_after)
        elif user:
            await self.outbox.mark(key, after=self._call_in(table, user))

    def _call_in(self, table: int, user: int) -> float:
        """Return in how many seconds it is time to mention somebody, who is perhaps there anyway."""
        since = self._waits.get(table, (user, 0.0))[1]
        last = self._attention.last(user)
        due = since + self._call_after if last is None else max(since, last) + THERE * self._call_after
        return due - self._steady()

    # drawing

    async def draw(self, key: Key) -> Drawn | Keep | None:
        """Return a surface as it should be now."""
        try:
            if key.name == TABLE:
                return await self._draw_table(key.table)
            if key.name == CALL:
                return await self._draw_call(key.table)
            kind, _, number = key.name.partition(".")
            user = int(number)
            if f"{kind}." == HAND:
                return await self._draw_hand(key, user)
            if f"{kind}." == TROUBLE:
                return await self._draw_trouble(key.table, user)
            return await self._draw_reminder(key.table, user)
        except StoreError as error:
            raise Later(str(error)) from error

    async def table_drawn(self, table: int) -> Drawn | None:
        """Draw the table's message, for the answer to a click on it."""
        drawn = await self._draw_table(table)
        return drawn if isinstance(drawn, Drawn) else None

    async def _draw_table(self, table: int) -> Drawn | None:
        sight = await self._tables.sight(table, None)
        if isinstance(sight, Refusal):
            return None
        kind = self._games.find(sight.table.game)
        if kind is None:
            return None
        screen = gallery.table_screen(sight, kind)
        if self._closing and sight.table.phase == "playing":  # a lobby loses nothing by waiting
            screen = gallery.restarting(screen)
        if await self.words_only(sight.table.host):
            screen = screen.in_words()
        return Drawn(screen, sight.table.revision, channel=sight.table.channel, afloat=True)

    async def _draw_call(self, table: int) -> Drawn | Keep | None:
        sight = await self._tables.sight(table, None)
        if isinstance(sight, Refusal):
            return None
        user = _called(sight)
        if user is None:
            return KEEP
        if not user:
            return None
        if (left := self._call_in(table, user)) > 0.0:
            # It is somebody else's turn by now, and only just.
            key = Key(table, CALL)
            self._soon(self.outbox.mark(key, after=left))
            if await self.outbox.version(key) != user:
                return None
        screen = gallery.nudge_screen(sight, user)
        return Drawn(screen, user, channel=sight.table.channel, once=True)

    async def _draw_hand(self, key: Key, user: int) -> Drawn | Keep | None:
        sight = await self._tables.sight(key.table, user)
        if isinstance(sight, Refusal) or sight.seat is None or sight.table.phase == "lobby":
            return None
        row = await self._store.user(user)
        # A hand that is there can be edited even where nothing new gets through.
        if self._mishaps.is_closed(row) and await self.outbox.where(key) is None:
            return KEEP
        screen = gallery.hand_screen(sight, lasting=True)
        if row.text_only:
            screen = screen.in_words()
        return Drawn(screen, sight.table.revision, user=user)

    async def _draw_reminder(self, table: int, user: int) -> Drawn | Keep | None:
        sight = await self._tables.sight(table, user)
        deadline = self._deadlines.get((table, user))
        if isinstance(sight, Refusal) or sight.seat is None or deadline is None:
            return None
        pending = sight.pending
        if pending is None or sight.seat not in pending.awaited or sight.deadline != deadline:
            self._deadlines.pop((table, user), None)
            return None
        if self._mishaps.is_closed(await self._store.user(user)):
            return KEEP
        return Drawn(gallery.reminder_screen(sight, deadline), deadline, user=user, once=True)

    async def _draw_trouble(self, table: int, user: int) -> Drawn | Keep | None:
        """Draw what the host has to mend, once for each suspension and reason."""
        sight = await self._tables.sight(table, user)
        if isinstance(sight, Refusal) or sight.seat is None or not sight.table.live:
            return None
        if sight.table.halt != "suspended" or sight.table.host != user or not sight.table.trouble:
            return None
        if self._mishaps.is_closed(await self._store.user(user)):
            return KEEP
        reason = crc32(sight.table.trouble.encode())
        return Drawn(gallery.trouble_screen(sight), reason, user=user, once=True)


def _called(sight: Sight) -> int | None:
    """Return the one person for whom everybody waits; 0 if it is nobody, None if they are several."""
    pending = sight.pending
    if sight.table.phase != "playing" or sight.table.halt or pending is None:
        return 0
    if len(pending.awaited) != 1:
        return None
    seat = sight.table.seats[pending.awaited[0]]
    return seat.user if seat.human and not seat.away else 0
