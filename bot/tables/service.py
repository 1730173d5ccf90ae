"""All tables of one process: takes requests, keeps actors in memory, notifies listeners."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Executor

from bot.store.api import Store, StoreError
from bot.tables.actor import Actor, ActorDeps
from bot.tables.actor_cache import TABLE_ID_LIMIT, ActorCache
from bot.tables.computer_players import ComputerPlayers, Hold, ThinkingTime
from bot.tables.history import DamagedTable, UnreadableTableError, find_host, past_of, read_or
from bot.tables.intents import Create, End, Leave, Rematch, Request
from bot.tables.live_table_index import LiveTableIndex, TableLocation
from bot.tables.lobby import TableConfig
from bot.tables.maintenance import Retention, TableMaintenance
from bot.tables.ownership import Ownership
from bot.tables.past import PastRevision, without_undone
from bot.tables.results import Change, Listener, Observer, RefusedError, Reminder, Result, TableView
from bot.tables.table import Table
from bot.tables.table_factory import TableFactory
from bot.tables.table_view import TableViews
from bot.tables.uptime import Ticker, Uptime
from cards.kernel.moves import Action, Advice, Refusal

log = logging.getLogger(__name__)

MANY_ROWS = 100
"""Rows of a log from which it is decoded beside the event loop."""


class TableService:
    """The tables as cogs and screens know them. Make it with ``open``.

    It answers for any table of the database; ``maintenance`` looks after those that are this process's.
    Whatever is asked, the answer is a value: nothing raises for what people can do.
    """

    def __init__(
        self,
        store: Store,
        config: TableConfig,
        computers: ComputerPlayers,
        uptime: Uptime,
        ticker: Ticker,
        keep: Retention,
        observer: Observer,
        ownership: Ownership,
    ) -> None:
        self._store = store
        self._games = config.games
        self._uptime = uptime
        self._computers = computers
        self._observer = observer
        self._listeners: list[Listener] = []
        self._directory = LiveTableIndex()
        self._views = TableViews(uptime, config.games)
        around = ActorDeps(store, config, uptime, self._on_change, self._on_reminder, observer)
        self._actors = ActorCache(around, self._directory, computers)
        self._factory = TableFactory(store, config, self._actors, self._directory)
        self._ownership = ownership
        self.maintenance = TableMaintenance(
            store, uptime, ticker, self._actors, self._directory, computers, keep, ownership, self._listeners
        )
        self._closing = False

    @classmethod
    async def open(
        cls,
        store: Store,
        config: TableConfig,
        *,
        ticker: Ticker | None = None,
        pace: ThinkingTime | None = None,
        executor: Executor | None = None,
        keep: Retention | None = None,
        observer: Observer | None = None,
        connected: bool = True,
        ownership: Ownership | None = None,
        hold_s: Hold = lambda game, events: 0.0,
    ) -> TableService:
        """Index every live table, without reading any, and start the alarms.

        Unless ``connected``, all clocks stand still until ``maintenance.connection_ready`` is called.
        ``executor`` is where computer players think; without one they think inside the event loop. They leave
        what happened in sight for ``hold_s``.
        """
        ticker, ownership = ticker or Ticker(), ownership or Ownership()
        uptime = Uptime(ticker, await store.uptime())
        thinkers = ComputerPlayers(
            config.games, ticker, pace or ThinkingTime(), executor, ownership.owns, hold_s
        )
        service = cls(
            store,
            config,
            thinkers,
            uptime,
            ticker,
            keep or Retention(),
            observer or Observer(),
            ownership,
        )
        if not connected:
            service.maintenance.connection_lost()
        await service.maintenance.start()
        return service

    async def close(self) -> None:
        """Refuse new requests, finish those that are queued, save the uptime. The store stays open."""
        self._closing = True
        await self.maintenance.stop()
        for actor in list(self._actors.actors()):
            await actor.wait_idle()

    # the way in

    def add_listener(self, listener: Listener) -> None:
        """Tell this one, too, of every change from now on."""
        self._listeners.append(listener)

    async def create(self, interaction_id: int, user: int, intent: Create) -> Result:
        """Open a lobby. Refuses with ``occupied`` where the channel has a live table."""
        return await self._answered(
            interaction_id, lambda: self._factory.create(interaction_id, user, intent)
        )

    async def send(self, table: int, request: Request) -> Result:
        """Put a request into the table's queue and wait until it is refused or saved.

        A request is answered from the revision its maker saw: it counts while the wait of that moment
        lasts, so that a neighbor's pass or a trade elsewhere spoils no click, while anything material
        (which re-opens the window or puts a new question, and so starts a new wait) makes it ``stale``.
        The next steps of a turn (``GameModule.valid_when_stale``) count whenever they are legal.
        The move itself is spelled out in the request and has to be legal now. A request without ``seen``
        is taken as made for the present moment. Only ``Act``, ``Vote`` and ``Start`` look at ``seen``.
        """
        return await self._answered(request.interaction_id, lambda: self._send(table, request))

    async def _answered(self, interaction_id: int, work: Callable[[], Awaitable[Result]]) -> Result:
        try:
            result = Refusal("closing") if self._closing else await work()
        except RefusedError as refused:
            result = refused.refusal
        # A person's refusal is counted, but not the bot's own question whether they were away.
        if interaction_id and isinstance(result, Refusal) and result.code != "not_away":
            self._observer.on_refused(result.code)
        return result

    async def view_for(self, table: int, user: int | None) -> TableView | Refusal:
        """Show the table as this person (None: an onlooker) may see it now.

        Refuses with ``no_table``, ``unreadable`` or ``not_saved`` where there is nothing to show.
        """
        state = await self._actors.state_of(table)
        if isinstance(state, Refusal):
            return state
        return self._views.view(state, self._actors.actor(table).past, user)

    async def why_idle(self, table: int, user: int, card: int, verbs: Sequence[str]) -> Refusal | None:
        """Return why this person cannot use a card now in any of these ways.

        None if the game has no more to say than that it is not the time.
        """
        view = await self.view_for(table, user)
        if isinstance(view, Refusal) or view.seat is None or view.game is None:
            return None
        state = await self._actors.state_of(table)
        if isinstance(state, Refusal):
            return None
        tried = (view.game.step(state.game_state, Action(view.seat, verb, card)) for verb in verbs)
        # A game says why to whoever tries; what it tells them depends on nothing that their seat cannot see.
        return next((why for why in tried if isinstance(why, Refusal) and why.code != "not_now"), None)

    async def hint(self, table: int, user: int) -> Advice | None:
        """Return what a cunning player would do with what this person's seat sees; None if it would wait."""
        state = await self._actors.state_of(table)
        seat = None if isinstance(state, Refusal) else state.table.seat_of(user)
        if isinstance(state, Refusal) or seat is None:
            return None
        return await self._computers.advise(state, seat)

    async def passing_unasked(self, table: int) -> frozenset[int]:
        """Return the people who pass the present wait by themselves, as things stand.

        It depends on what they hold: only their own screens may depend on it.
        """
        state = await self._actors.state_of(table)
        if isinstance(state, Refusal):
            return frozenset()

        past = self._actors.actor(table).past
        there = [seat.user for seat in state.table.seats if seat.present]
        return frozenset(user for user in there if self._views.view(state, past, user).passes_unasked)

    async def is_open_to(self, table: int, user: int, guild: int) -> bool:
        """Return True if a press counts at a table: from its server, or from none (0) by who sits there.

        A lesson has no server and comes along with its learner.

        A table that cannot be read says so to everybody.
        """
        found = await self._actors.table(table)
        if found is None or guild == found.guild:
            return True
        return not (guild and found.guild) and found.seat_of(user) is not None

    async def table(self, table: int) -> Table | None:
        """Return the seats and settings of a table, None if it cannot be had."""
        return await self._actors.table(table)

    async def tables_in_guild(self, guild: int) -> list[int]:
        """Return the live tables of a server."""
        if self._store.exclusive:
            return sorted(self._directory.tables_in(guild))
        # Where this fails, opening one more fails, too, and says why.
        return await read_or(self._store.tables_in_guild(guild), [])

    async def past_since(self, table: int, user: int | None, revision: int) -> tuple[PastRevision, ...]:
        """Return what has happened after a revision, oldest first, as this person may know it.

        What was taken back is left out.
        """
        state = await self._actors.state_of(table)
        if isinstance(state, Refusal):
            return ()
        seat = None if user is None else state.table.seat_of(user)
        rows = await read_or(self._store.log(table, after=revision), [])

        def read() -> tuple[PastRevision, ...]:
            past = without_undone(past_of(row, state.game) for row in rows)
            return tuple(each.redacted_for(seat) for each in past)

        # A long game's log takes longer than anybody else should wait.
        return read() if len(rows) < MANY_ROWS else await asyncio.to_thread(read)

    async def table_in_channel(self, channel: int) -> Table | None:
        """Return the live table of the channel, if there is one."""
        number = await read_or(self._factory.live_at(channel), None)
        found = None if number is None else await self._actors.table(number)
        return found if found is not None and found.live else None

    async def tables_of_user(self, user: int) -> list[Table]:
        """Return the live tables at which the user sits, the one used last first."""
        numbers = await read_or(self._store.tables_of(user), [])
        tables = [await self._actors.table(number) for number in numbers]
        return [table for table in tables if table is not None and table.seat_of(user) is not None]

    async def last_table_in_channel(self, channel: int) -> Table | None:
        """Return the table of the channel that was opened last, live or ended."""
        number = await read_or(self._store.last_at(channel), None)
        return None if number is None else await self._actors.table(number)

    async def forget_user(self, user: int) -> bool:
        """Take a person out of all tables, and their id and name out of all that is kept; others keep theirs.

        False: something could not be erased now, and nothing but asking again helps. Damaged tables are
        passed over, see ``tables_knowing``.
        """
        unreadable: list[int] = []
        unsaved = 0
        try:
            if not await self._ownership.is_looked_after():
                log.error("no process shows the tables now, so nobody can be forgotten on their screens")
                return False
            for number in await self._store.all_tables_of(user):
                try:
                    await self._forget_at(number, user)
                except UnreadableTableError as error:
                    self._actors.log_damage(number, error)
                    unreadable.append(number)
                except StoreError as error:
                    log.error("a person could not be forgotten at table %d: %s", number, error)
                    unsaved += 1
            if unsaved:
                return False  # the log still leads to those tables
            await self._store.forget_user(user, unreadable)
        except StoreError as error:
            log.error("a person could not be forgotten everywhere: %s", error)
            return False
        if unreadable:
            log.error("a person could not be forgotten at the damaged tables %s", unreadable)
        return True

    async def _forget_at(self, number: int, user: int) -> None:
        """Take a person out of one table. Raises ``StoreError`` and ``UnreadableTableError``."""
        actor = self._actors.actor(number)
        # Handing the seat over needs no rules: where they fail they must not hold anybody.
        await actor.handle(Request(0, user, Leave(robot=True)))
        await actor.erase_user(user)  # not if they still sit there
        if actor.state is not None:
            self._ownership.wrote(number, actor.state.table.guild)
        await self._notify_listeners(number, lambda listener: listener.table_renamed(number))

    async def tables_knowing(self, user: int) -> list[int]:
        """Return the tables that know a person; of somebody forgotten, those that could not be reached."""
        return await read_or(self._store.all_tables_of(user), [])

    def is_live(self, table: int) -> bool:
        """Return True if this process looks after the table and it has not ended."""
        return table in self._directory

    async def damaged_table(self, table: int) -> DamagedTable | None:
        """Return what is known of a live table that is set aside because it cannot be read."""
        place = self._directory.location(table)
        if place is None and not self._store.exclusive:  # another process looks after it
            row = await read_or(self._store.table(table), None)
            place = None if row is None or not row.live else TableLocation(row.channel, row.guild)
        if place is None or await self._actors.state_of(table) != Refusal("unreadable"):
            return None
        return DamagedTable(table, place.channel, place.guild, await find_host(self._store, table))

    async def damaged_table_in_channel(self, channel: int) -> DamagedTable | None:
        """Return such a table by its channel. ``End`` frees the channel, for its host and stewards."""
        number = await read_or(self._factory.live_at(channel), None)
        return None if number is None else await self.damaged_table(number)

    # for the host program

    def table_counts(self) -> dict[str, int]:
        """Return how many tables there are, and how many of them are awake."""
        awake = [actor.state.table for actor in self._actors.actors() if actor.state is not None]
        return {
            "live": len(self._directory),
            "awake": len(awake),
            "lobby": sum(table.phase == "lobby" for table in awake),
            "playing": sum(table.phase == "playing" and not table.halt for table in awake),
            "halted": sum(table.phase == "playing" and bool(table.halt) for table in awake),
        }

    @property
    def computers_thinking(self) -> bool:
        """Return True if any computer player is about to move."""
        return self._computers.busy

    def actors(self) -> Iterable[Actor]:
        """Return the tables that are awake, for measurements."""
        return self._actors.actors()

    # inside

    async def _send(self, table: int, request: Request) -> Result:
        if not 0 < table < TABLE_ID_LIMIT:
            return Refusal("no_table")
        if isinstance(request.intent, Rematch):
            return await self._factory.rematch(table, request)
        await self.maintenance.correct_clock(table)
        actor = self._actors.actor(table)
        result = await actor.handle(request)
        self._actors.drop_if_unneeded(actor)
        if isinstance(request.intent, End) and result == Refusal("unreadable"):
            return await self._end_damaged(table, request, request.intent)
        return result

    async def _end_damaged(self, number: int, request: Request, intent: End) -> Result:
        """Free the channel of a table that cannot be read, for its host or who manages the channel."""
        damaged = await self.damaged_table(number)
        if damaged is None:
            return Refusal("unreadable")
        if not intent.steward and request.user != damaged.host:
            return Refusal("not_host")
        try:
            await self.maintenance.close_damaged(number)
        except StoreError as error:
            log.error("table %d: its channel cannot be freed: %s", number, error)
            return Refusal("not_saved")
        log.warning("table %d, which cannot be read, was ended; its bytes are kept for 90 days", number)
        gone = Table(number, damaged.channel, damaged.guild, damaged.host, "", phase="ended")
        await self._notify_listeners(number, lambda listener: listener.table_renamed(number))
        return Change(None, gone, intent, user=request.user, interaction_id=request.interaction_id)

    async def _on_change(self, actor: Actor, change: Change) -> None:
        await self.maintenance.update(actor, change.table)
        await self._notify_listeners(actor.number, lambda listener: listener.table_changed(change))

    async def _notify_listeners(self, number: int, tell: Callable[[Listener], Awaitable[None]]) -> None:
        """Notify all listeners, even if some of them fail."""
        for listener in self._listeners:
            try:
                await tell(listener)
            except Exception:
                # The action is saved; the next change redraws the screens.
                log.exception("a listener failed on table %d", number)

    async def _on_reminder(self, nudge: Reminder) -> None:
        await self._notify_listeners(nudge.table.id, lambda listener: listener.table_nudged(nudge))
