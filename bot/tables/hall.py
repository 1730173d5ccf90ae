"""All tables: who asks what of which, which ones are awake, and who hears of what has become of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor

from bot.store.port import Store, StoreError
from bot.tables.actor import Actor, Surroundings
from bot.tables.awake import FORGED, Awake
from bot.tables.directory import Directory
from bot.tables.founding import Founding
from bot.tables.history import Unreadable, told
from bot.tables.intents import Create, Leave, Rematch, Request
from bot.tables.lobby import Context
from bot.tables.observer import Nobody, Observer
from bot.tables.results import Change, Listener, Nudge, Result, Sight
from bot.tables.robots import Robots
from bot.tables.sights import sight_of
from bot.tables.table import Table
from bot.tables.thinking import Pace, Thinkers
from bot.tables.upkeep import Keep, Upkeep, keeping
from bot.tables.uptime import RealTicker, Ticker, Uptime
from cards.kernel.events import Event
from cards.kernel.moves import Refusal

logger = logging.getLogger(__name__)


class Hall:
    """The ``Tables`` of one process. Make it with ``open``.

    It answers for any table of the database; ``upkeep`` looks after those that this process keeps.
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
        self._thinkers = thinkers
        self._observer = observer
        self._listeners: list[Listener] = []
        self._directory = Directory()
        around = Surroundings(store, context, uptime, self._changed, self._nudged, observer)
        self._awake = Awake(around, self._directory, thinkers)
        self._founding = Founding(store, context, self._awake, self._directory)
        self.upkeep = Upkeep(store, uptime, ticker, self._awake, self._directory, thinkers, keep)
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
        await hall.upkeep.start()
        return hall

    async def close(self) -> None:
        """Refuse what comes from now on, finish what is queued, note the time. The store stays open."""
        self._closing = True
        await self.upkeep.stop()
        for actor in list(self._awake.all()):
            await actor.settled()

    # the way in (see ``front.Tables``)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

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
                await self.upkeep.adopt(number)
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

    @property
    def thinking(self) -> bool:
        """Tell whether any computer player is about to move."""
        return self._thinkers.busy

    def actors(self) -> Iterable[Actor]:
        """Return the tables that are awake, for measurements."""
        return self._awake.all()

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

    async def _changed(self, actor: Actor, change: Change) -> None:
        await self.upkeep.follow(actor, change.table)
        await self._tell(actor.number, lambda listener: listener.table_changed(change))

    async def _tell(self, number: int, tell: Callable[[Listener], Awaitable[None]]) -> None:
        """Tell all listeners something about a table, whichever of them fail."""
        for listener in self._listeners:
            try:
                await tell(listener)
            except Exception:
                # What is saved is saved; screens are drawn anew with the next change.
                logger.exception("a listener failed on table %d", number)

    async def _renamed(self, number: int) -> None:
        await self.upkeep.tell_keeper(number)
        await self._tell(number, lambda listener: listener.table_renamed(number))

    async def _nudged(self, nudge: Nudge) -> None:
        await self._tell(nudge.table.id, lambda listener: listener.table_nudged(nudge))
