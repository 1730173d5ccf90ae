"""All tables of this process: who sits where, which ones are awake, and the clock that rings for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

from bot.store.port import Store, StoreError
from bot.store.rows import Brief
from bot.tables.actor import Actor, Surroundings
from bot.tables.awake import FORGED, Awake
from bot.tables.directory import Directory
from bot.tables.founding import Founding
from bot.tables.history import Unreadable, told
from bot.tables.intents import Create, Leave, Rematch, Request
from bot.tables.lobby import Context
from bot.tables.observer import Nobody, Observer
from bot.tables.outages import Outages
from bot.tables.results import Change, Listener, Nudge, PeerListener, Result, Sight
from bot.tables.robots import Robots
from bot.tables.rota import Rota
from bot.tables.sights import sight_of
from bot.tables.standing import Standing
from bot.tables.table import Table
from bot.tables.thinking import Pace, Thinkers
from bot.tables.timing import next_alarm
from bot.tables.uptime import RealTicker, Ticker, Uptime
from bot.tables.watch import NOTED, RINGS, Watch
from cards.kernel.events import Event
from cards.kernel.moves import Refusal

logger = logging.getLogger(__name__)


AGAIN = 1000
"""Milliseconds after which a clock rings again that could not be heard, perhaps because the disk is full."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Days for which tables are kept after their end, and after the last thing anybody did at a live one."""

    ended: int = 90
    idle: int = 365


def keeping(store: Store) -> Callable[[int], bool]:
    """Return what tells whether this process looks after a table."""
    peers = store.peers
    return (lambda _: True) if peers is None else peers.keeps


class Hall:
    """The ``Tables`` of one process. Make it with ``open``.

    Alone on its database it looks after every live table. Where several processes share one, it answers for
    any table, but rings clocks and lets computers think only at those that it keeps (see ``Peers``), and
    ``_directory`` and ``_watch`` know only these.
    """

    def __init__(
        self,
        store: Store,
        context: Context,
        thinkers: Thinkers,
        uptime: Uptime,
        ticker: Ticker,
        keep: Keep,
        observer: Observer,
    ) -> None:
        self._store = store
        self._uptime = uptime
        self._peers = store.peers
        self._kept = keeping(store)
        self._thinkers = thinkers
        self._observer = observer
        self._listeners: list[Listener] = []
        self._peer_listeners: list[PeerListener] = []
        self._rota = None if self._peers is None else Rota(self._peers, uptime, self)
        self._watch = Watch(store, uptime, ticker, self._ring, self._clean)
        self._directory = Directory()
        around = Surroundings(store, context, uptime, self._changed, self._nudged, observer)
        self._awake = Awake(around, self._directory, thinkers)
        self._founding = Founding(store, context, self._awake, self._directory)
        self._outages = Outages(uptime.now)
        self._keep = keep
        self._closing = False

    @classmethod
    async def open(
        cls,
        store: Store,
        context: Context,
        *,
        robots: Robots | None = None,
        ticker: Ticker | None = None,
        pace: Pace | None = None,
        executor: Executor | None = None,
        keep: Keep | None = None,
        observer: Observer | None = None,
    ) -> Hall:
        """Take note of every live table, without reading any, and start the clock.

        ``executor`` is where computer players think; without one they think inside the event loop.
        """
        ticker = ticker or RealTicker()
        uptime = Uptime(ticker, await store.uptime())
        thinkers = Thinkers(robots or {}, ticker, pace or Pace(), executor, keeping(store))
        hall = cls(store, context, thinkers, uptime, ticker, keep or Keep(), observer or Nobody())
        if hall._rota is None:
            for brief in await store.briefs():
                await hall.take(brief)
        else:
            hall._rota.start()
        hall._watch.start()
        return hall

    async def close(self) -> None:
        """Refuse what comes from now on, finish what is queued, note the time. The store stays open."""
        self._closing = True
        if self._rota is not None:
            await self._rota.stop()
        await self._watch.stop()
        await self._thinkers.close()
        for actor in list(self._awake.all()):
            await actor.settled()

    # the way in (see ``front.Tables``)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def listen_to_peers(self, listener: PeerListener) -> None:
        """Tell this one, too, what other processes do at the tables that this one looks after."""
        self._peer_listeners.append(listener)

    async def create(self, press: int, user: int, wish: Create) -> Result:
        began = time.monotonic()
        result = Refusal("closing") if self._closing else await self._founding.create(press, user, wish)
        self._observer.answered(wish, result, time.monotonic() - began)
        return result

    async def send(self, table: int, request: Request) -> Result:
        began = time.monotonic()
        result = Refusal("closing") if self._closing else await self._send(table, request)
        self._observer.answered(request.intent, result, time.monotonic() - began)
        return result

    async def sight(self, table: int, user: int | None) -> Sight | Refusal:
        if not 0 < table < FORGED:
            return Refusal("no_table")
        actor = self._awake.actor(table)
        standing = await self._awake.look(actor)
        if isinstance(standing, Refusal):
            return standing
        return sight_of(standing, actor.events, user, self._uptime)

    async def events_since(self, table: int, user: int, revision: int) -> tuple[Event, ...]:
        found = await self._awake.table(table)
        if found is None:
            return ()
        seat = found.seat_of(user)
        try:
            rows = await self._store.log(table, after=revision)
        except StoreError:
            return ()
        return tuple(event.seen_by(seat) for row in rows for event in told(row))

    async def at(self, channel: int) -> Table | None:
        try:
            number = await self._founding.live_at(channel)
        except StoreError:
            return None
        found = None if number is None else await self._awake.table(number)
        return found if found is not None and found.live else None

    async def of(self, user: int) -> list[Table]:
        try:
            numbers = await self._store.tables_of(user)
        except StoreError:
            return []
        tables = [await self._awake.table(number) for number in numbers]
        return [table for table in tables if table is not None]

    async def last_at(self, channel: int) -> Table | None:
        try:
            number = await self._store.last_at(channel)
        except StoreError:
            return None
        return None if number is None else await self._awake.table(number)

    async def forget(self, user: int) -> bool:
        try:
            for number in await self._store.all_tables_of(user):
                actor = self._awake.actor(number)
                await self._leave(actor, user)
                if self._peers is not None:
                    # Its messages have to change, and nobody takes over what has ended.
                    await self._peers.adopt(number)
                await actor.erase(user)
                await self._renamed(number)
            await self._store.forget(user)
        except (StoreError, Unreadable) as error:
            logger.error("a person could not be forgotten everywhere: %s", error)
            return False
        return True

    async def _leave(self, actor: Actor, user: int) -> None:
        standing = await actor.look()
        if standing is not None and standing.table.live and standing.table.seat_of(user) is not None:
            await actor.ask(Request(0, user, Leave()))

    # for the host program

    def figures(self) -> dict[str, int]:
        """Return how many tables there are, and how many of them are awake."""
        return {"live": len(self._directory), "awake": len(self._awake)}

    def live(self) -> list[tuple[int, int]]:
        """List all live tables with their channels."""
        return self._directory.all()

    def tables_in(self, guild: int) -> list[int]:
        """List the live tables of a guild."""
        return self._directory.tables_in(guild)

    def freeze(self, reason: str) -> None:
        """Let all clocks stand still, as while there is no connection to Discord.

        Not where processes share them: there a clock stands still while nobody hears its shard.
        """
        if self._rota is None:
            self._uptime.freeze(reason)

    def thaw(self, reason: str) -> None:
        """Let the clocks go on, unless there is another reason for standing still."""
        self._uptime.thaw(reason)

    def drift(self) -> float | None:
        """Return the date minus the uptime, in seconds; None while time stands still.

        Where it changes, deadlines on the screens have become wrong: the clock was set, the machine slept, or
        time stood still for a while.
        """
        return None if self._uptime.frozen else self._uptime.wall() - self._uptime.now() / 1000

    def shard_back(self, shard: int, shards: int) -> None:
        """Note that we hear what happens on a shard's servers, one of so many shards."""
        if self._rota is None:
            self.thaw(f"shard {shard}")
        else:
            self._rota.arrive(shard, shards)

    def shard_lost(self, shard: int) -> None:
        """Charge nobody on this shard's servers from now on: nobody there can press anything."""
        if self._rota is None:
            self.freeze(f"shard {shard}")
        else:
            self._rota.part(shard)

    async def evicted(self) -> None:
        """Return when other processes have taken this one's place, which can only be after it was stopped."""
        if self._rota is None:
            await asyncio.Event().wait()
        else:
            await self._rota.evicted.wait()

    # among peers (see ``rota.Household``)

    async def take(self, brief: Brief) -> None:
        self._directory.put(brief.id, brief.channel, brief.guild)
        self._watch.set(brief.id, brief.wake)
        for listener in self._peer_listeners:
            await listener.table_taken(brief.id)

    async def let_go(self, table: int) -> None:
        self._directory.drop(table)
        self._watch.set(table, None)
        for listener in self._peer_listeners:
            await listener.table_gone(table)

    async def hear(self, table: int, word: str) -> None:
        for listener in self._peer_listeners:
            await (listener.word_left(table, word) if word else listener.table_elsewhere(table))
        actor = self._awake.actor(table)
        standing = None if word else await self._awake.look(actor)
        if isinstance(standing, Standing) and self._keeps(table):
            self._directory.follow(standing.table)
            self._set_alarm(actor)
            self._thinkers.look(actor)

    async def give_back(self, table: int, milliseconds: int) -> None:
        actor = self._awake.actor(table)
        try:
            await actor.shift(milliseconds)
        except Unreadable as error:
            logger.error("table %d: clock not put right: %s", table, error)
        if self._keeps(table):
            self._set_alarm(actor)

    def guild_lost(self, guild: int, reason: str) -> None:
        """Charge nobody in this guild from now on: it has an outage, perhaps for several reasons."""
        self._outages.begin(guild, reason)

    async def guild_back(self, guild: int, reason: str) -> bool:
        """Take back one reason; if it was the last, give back what the outage took and return True."""
        lost = self._outages.end(guild, reason)
        if lost is None:
            return False
        for number in self.tables_in(guild):
            actor = self._awake.actor(number)
            try:
                await actor.shift(lost)
            except (StoreError, Unreadable) as error:
                logger.error("table %d: clock not put right: %s", number, error)
            self._set_alarm(actor)
        return True

    # inside

    async def _send(self, table: int, request: Request) -> Result:
        if not 0 < table < FORGED:
            return Refusal("no_table")
        if isinstance(request.intent, Rematch):
            return await self._founding.rematch(table, request)
        actor = self._awake.actor(table)
        result = await actor.ask(request)
        self._awake.release(actor)
        return result

    def _keeps(self, number: int) -> bool:
        """Tell whether this process looks after the table."""
        return self._kept(number)

    async def _changed(self, actor: Actor, change: Change) -> None:
        if self._keeps(actor.number):
            self._directory.follow(change.table)
            self._set_alarm(actor)
            self._thinkers.look(actor)
        else:
            await self._tell_keeper(actor.number)
        await self._tell(actor.number, lambda listener: listener.table_changed(change))

    async def _tell(self, number: int, tell: Callable[[Listener], Awaitable[None]]) -> None:
        """Tell all listeners something about a table, whichever of them fail."""
        for listener in self._listeners:
            try:
                await tell(listener)
            except Exception:
                # What is saved is saved; screens are drawn anew with the next change.
                logger.exception("a listener failed on table %d", number)

    async def _tell_keeper(self, number: int) -> None:
        """Say that a table has changed of which we do not know now whether we still look after it."""
        if self._peers is None or number not in self._directory:
            return
        try:
            await self._peers.tell(number, "")
        except StoreError as error:
            logger.warning("table %d: not told to its keeper: %s", number, error)

    async def _renamed(self, number: int) -> None:
        if not self._keeps(number):
            await self._tell_keeper(number)
        await self._tell(number, lambda listener: listener.table_renamed(number))

    async def _nudged(self, nudge: Nudge) -> None:
        await self._tell(nudge.table.id, lambda listener: listener.table_nudged(nudge))

    # the clock

    def _set_alarm(self, actor: Actor, least: int = 0) -> None:
        """Set the table's alarm; ``least``: an overdue one rings then at the soonest."""
        if actor.standing is not None:
            alarm = next_alarm(actor.standing.timer)
            self._watch.set(actor.number, None if alarm is None else max(alarm, least))

    async def _clean(self) -> None:
        """Delete what nobody has come back to for long, a little at a time."""
        now = self._uptime.wall()
        ended, idle = (now - days * 86_400 for days in (self._keep.ended, self._keep.idle))
        while numbers := await self._store.purge(ended, idle, RINGS):
            for number in numbers:
                self._directory.drop(number)
                self._watch.set(number, None)
                self._awake.drop(number)
            logger.info("deleted %d old tables", len(numbers))

    async def _ring(self, number: int) -> None:
        if not self._keeps(number):
            # Others ring for it, or a round brings it back to us.
            self._watch.set(number, self._uptime.now() + NOTED if number in self._directory else None)
            return
        actor = self._awake.actor(number)
        if self._silent(self._directory.guild_of(number)):
            self._watch.set(number, self._uptime.now() + NOTED)
            if self._rota is not None and isinstance(await self._awake.look(actor), Standing):
                self._thinkers.look(actor)
            return
        try:
            await actor.ring()
        except (StoreError, Unreadable) as error:
            logger.error("table %d: clock not heard: %s", number, error)
        if actor.standing is None:
            self._watch.set(number, self._uptime.now() + NOTED)
            return
        self._set_alarm(actor, least=self._uptime.now() + AGAIN)
        self._thinkers.look(actor)

    def _silent(self, guild: int | None) -> bool:
        """Tell whether nothing can be heard from a server now, so that nobody there may be charged."""
        if guild in self._outages:
            return True
        return self._rota is not None and guild is not None and not self._rota.heard(guild)

    @property
    def thinking(self) -> bool:
        """Tell whether any computer player is about to move."""
        return self._thinkers.busy

    def actors(self) -> Iterable[Actor]:
        """Return the tables that are awake, for measurements."""
        return self._awake.all()
