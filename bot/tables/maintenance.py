"""What a process does for its tables without being asked: alarms, computers, outages."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from bot.store.api import Store, StoreError
from bot.store.rows import LiveTable
from bot.tables.actor import Actor
from bot.tables.actor_cache import ActorCache
from bot.tables.alarm_scheduler import (
    ALARM_BATCH_SIZE,
    RETRY_DELAY_MS,
    UPTIME_NOTE_INTERVAL_MS,
    AlarmScheduler,
)
from bot.tables.computer_players import ComputerPlayers
from bot.tables.guild_outages import GuildOutages, Outage
from bot.tables.history import UnreadableTableError
from bot.tables.live_table_index import LiveTableIndex
from bot.tables.ownership import Ownership
from bot.tables.results import Listener
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.timing import next_alarm
from bot.tables.uptime import Ticker, Uptime
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

CORRECTIONS_AT_ONCE = 4
"""Tables whose clocks are put right at the same time, although hundreds of servers may come back together."""

SETTLINGS_PER_WAIT = 20
"""How often in a long wait is saved what an outage takes from it."""

SETTLE_TIMEOUT_S = 1.0
"""Seconds at the end for saving what outages have taken since it was last saved: the end has to be quick."""

MAX_UNTOLD_AGE_S = 86_400
"""Seconds after which an ending that nobody was told is told no more: it would come out of the blue."""

CONNECTION_REASON = "connection"
"""Why all clocks stand still: nobody has logged in to Discord."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Days for which tables are kept after their end, and after the last thing anybody did at a live one."""

    ended_days: int = 90
    idle_days: int = 365


class TableMaintenance:
    """Looks after the tables of this process, without being asked by a player.

    ``directory`` and ``_scheduler`` know only these; ``ownership`` says which they are.
    """

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        ticker: Ticker,
        actors: ActorCache,
        directory: LiveTableIndex,
        computers: ComputerPlayers,
        keep: Retention,
        ownership: Ownership,
        listeners: list[Listener],
    ) -> None:
        self._store = store
        self._uptime = uptime
        self._actors = actors
        self.directory = directory
        self._computers = computers
        self._retention = keep
        self._ownership = ownership
        self._listeners = listeners
        self._scheduler = AlarmScheduler(store, uptime, ticker, self._on_alarm, self._purge_old_tables)
        self._outages = GuildOutages(uptime.now)
        self._correcting = asyncio.Semaphore(CORRECTIONS_AT_ONCE)
        self._true_time_s = 0.0

    async def start(self) -> None:
        """Index every live table, without reading any, and start the alarms."""
        if self._ownership.alone:
            for brief in await self._store.live_tables():
                await self.acquire_table(brief)
        await self._ownership.start(self, self._uptime)
        self._scheduler.start()

    async def stop(self) -> None:
        """Stop the alarms; save the uptime, and what is lost so far where servers are out of reach."""
        await self._ownership.stop()
        await self._scheduler.stop()
        await self._computers.close()
        try:
            async with asyncio.timeout(SETTLE_TIMEOUT_S):
                await self._settle_outages()
        except TimeoutError:
            log.warning("some tables of servers out of reach lose a part of their wait")

    # what goes on outside

    def freeze(self, reason: str) -> None:
        """Stop all clocks, e.g. while there is no connection to Discord.

        With several processes this does nothing: there a clock stands still while nobody hears its shard.
        """
        if self._ownership.alone:
            self._uptime.freeze(reason)

    def thaw(self, reason: str) -> None:
        """Let the clocks go on, unless there is another reason to stop them."""
        self._uptime.thaw(reason)

    def connection_lost(self) -> None:
        """Stop the clocks: there is no connection to Discord, and perhaps none for long.

        Where the library ends a connection, no shard says that it is disconnected.
        """
        self.freeze(CONNECTION_REASON)
        self._ownership.disconnected()

    def connection_ready(self) -> None:
        """Let the clocks go on: every shard is connected."""
        self.thaw(CONNECTION_REASON)

    def note_true_time(self, seconds: float) -> None:
        """Note what a clock of Discord's says: only a day that has come there as well makes tables old."""
        self._true_time_s = max(self._true_time_s, seconds)

    def clock_drift_s(self) -> float | None:
        """Return the date minus the uptime, in seconds; None while time stands still.

        Where it changes, deadlines on the screens have become wrong: the clock was set, the machine slept, or
        time stood still for a while.
        """
        return None if self._uptime.frozen else self._uptime.wall() - self._uptime.now() / 1000

    def shard_connected(self, shard: int, shards: int) -> None:
        """Note that we hear what happens on a shard's servers, one of so many shards."""
        self.thaw(f"shard {shard}")
        self._ownership.shard_connected(shard, shards)

    def shard_disconnected(self, shard: int) -> None:
        """Stop the clocks on this shard's servers: nobody there can press anything."""
        self.freeze(f"shard {shard}")
        self._ownership.shard_disconnected(shard)

    def guild_lost(self, guild: int, reason: str) -> None:
        """Stop the clocks of this guild: it has an outage, for one reason or several."""
        self._outages.begin(guild, reason)
        for number in self.directory.tables_in(guild):
            if (alarm := self._scheduler.due_at(number)) is not None:
                self._scheduler.bring_forward(number, self._next_settling(alarm))

    async def guild_back(self, guild: int, reason: str) -> bool:
        """Take back one reason; if it was the last, give back what the outage took and return True."""
        outage = self._outages.end(guild, reason)
        if outage is None:
            return False
        tables = self.directory.tables_in(guild)
        # Until all its clocks are right an overdue one must not ring; a new outage may begin meanwhile.
        try:
            for number in tables:
                async with self._correcting:
                    # Only now: while we waited, the table may have been dropped from memory and read again.
                    actor = self._actors.actor(number)
                    await self._try_to_return_time(outage, actor)
                    self._set_alarm(actor)
        finally:
            self._outages.corrected(guild, outage)
        for listener in self._listeners:
            await listener.deadlines_moved(tables)
        return True

    async def correct_clock(self, number: int) -> None:
        """Give a table back what outages of its server have taken so far.

        So its clock is right when somebody stops it: one that stands still gets nothing back.
        """
        for outage in self._outages.owing(self.directory.guild_of(number)):
            await self._try_to_return_time(outage, self._actors.actor(number))

    async def _settle_outages(self) -> None:
        """Save what outages have taken so far, shortest waits first; the next life knows nothing of it."""
        waits = [
            (alarm, number)
            for guild in self._outages.guilds()
            for number in self.directory.tables_in(guild)
            if (alarm := self._scheduler.due_at(number)) is not None
        ]
        for _, number in sorted(waits):
            await self.correct_clock(number)

    async def _try_to_return_time(self, outage: Outage, actor: Actor) -> None:
        try:
            await _return_time(outage, actor)
        except (StoreError, UnreadableTableError) as error:
            log.error("table %d: clock not corrected: %s", actor.number, error)

    def _next_settling(self, alarm: int) -> int:
        """Return when to save what an outage has taken from a wait by then.

        A kill costs a twentieth of the wait, or half a minute if that is longer: ten thousand tables by post
        must not be written every half minute.
        """
        now = self._uptime.now()
        return now + max(UPTIME_NOTE_INTERVAL_MS, (alarm - now) // SETTLINGS_PER_WAIT)

    # tables that come and go, as ``ownership`` tells

    async def acquire_table(self, brief: LiveTable) -> None:
        """Look after a table from now on."""
        self.directory.put(brief.id, brief.channel, brief.guild)
        self._scheduler.set(brief.id, brief.wake)

    async def release_table(self, table: int) -> None:
        """Stop looking after it."""
        self.directory.drop(table)
        self._scheduler.set(table, None)

    async def wait_idle(self, table: int) -> None:
        """Return once nothing is under way at a table."""
        if (actor := self._actors.known(table)) is not None:
            await actor.wait_idle()

    def is_followed(self, table: int, row_version: int) -> bool:
        """Return True if this process wrote this version of a table itself, or has looked at it."""
        actor = self._actors.known(table)
        return actor is not None and actor.followed_version >= row_version

    async def look_again(self, table: int) -> int | None:
        """Follow a table that somebody else has written; return its channel if its game goes on again."""
        actor = self._actors.actor(table)
        was_halted = actor.state is not None and bool(actor.state.table.halt)
        state = await self._actors.state_of(table)
        if not self._ownership.owns(table):
            return None
        if isinstance(state, TableState):
            actor.note_followed()
            self._update(actor, state.table)
            return state.table.channel if was_halted and not state.table.halt else None
        if state == Refusal("not_saved"):
            # Nobody tells it twice: the clock looks at the table soon.
            self._scheduler.set(table, self._uptime.now() + RETRY_DELAY_MS)
        return None

    async def restore_time(self, table: int, milliseconds: int) -> None:
        """Give a table's clock back what went by while nobody heard its server. Raises ``StoreError``."""
        actor = self._actors.actor(table)
        try:
            await actor.extend_deadline(milliseconds)
        except UnreadableTableError as error:
            log.error("table %d: clock not corrected: %s", table, error)
        if self._ownership.owns(table):
            self._set_alarm(actor)

    async def untold_endings(self) -> list[int] | None:
        """Return the tables that ended lately without anybody being told, as after a kill.

        None: the database cannot tell now; asked again it returns the same ones.
        """
        try:
            found = await self._store.untold_endings(int(self._uptime.wall() - MAX_UNTOLD_AGE_S))
            return await self._ownership.ours(found)
        except StoreError as error:
            log.warning("games that ended before the start are told later: %s", error)
            return None

    async def close_damaged(self, table: int) -> None:
        """End a table that cannot be read; its bytes stay. Raises ``StoreError``."""
        await self._store.close_table(table)
        self._actors.drop(table)
        await self.release_table(table)

    # the clock

    async def update(self, actor: Actor, table: Table) -> None:
        """Follow a table that this process has changed, if it is the one to look after it."""
        if self._ownership.wrote(actor.number, table.guild):
            self._update(actor, table)

    def _update(self, actor: Actor, table: Table) -> None:
        self.directory.update(table)
        self._set_alarm(actor)
        self._computers.schedule(actor)

    def _set_alarm(self, actor: Actor, earliest: int = 0) -> None:
        """Set the table's alarm; an overdue one rings at ``earliest``."""
        if actor.state is not None:
            alarm = next_alarm(actor.state, self._uptime.now())
            self._scheduler.set(actor.number, None if alarm is None else max(alarm, earliest))

    async def _purge_old_tables(self) -> None:
        """Delete tables that nobody has used for long, a few at a time."""
        now = min(self._uptime.wall(), int(self._true_time_s))
        ended, idle = (
            now - days * 86_400 for days in (self._retention.ended_days, self._retention.idle_days)
        )
        try:
            while numbers := await self._store.purge(ended, idle, ALARM_BATCH_SIZE):
                for number in numbers:
                    self.directory.drop(number)
                    self._scheduler.set(number, None)
                    self._actors.drop(number)
                log.info("deleted %d old tables", len(numbers))
            await self._store.results.purge_results(int(idle))
        except StoreError as error:
            log.error("old tables could not be deleted: %s", error)

    async def _on_alarm(self, number: int) -> None:
        if not self._ownership.owns(number):
            return
        actor, guild = self._actors.actor(number), self.directory.guild_of(number)
        try:
            if self._is_unreachable(guild):
                await self._stand_still(actor, guild)
                return
            await actor.check_timer()
        except StoreError as error:
            log.error("table %d: timer could not be processed: %s", number, error)
        except UnreadableTableError as error:
            self._actors.log_damage(number, error)
            self._scheduler.set(number, None)
            return
        if actor.state is None:
            self._scheduler.set(number, self._uptime.now() + UPTIME_NOTE_INTERVAL_MS)
            return
        self.directory.update(actor.state.table)
        self._set_alarm(actor, earliest=self._uptime.now() + RETRY_DELAY_MS)
        self._computers.schedule(actor)

    async def _stand_still(self, actor: Actor, guild: int | None) -> None:
        """Let a clock stand still for now. Its deadline is extended at once, so that a kill takes no time."""
        self._scheduler.set(actor.number, self._uptime.now() + UPTIME_NOTE_INTERVAL_MS)
        if outages := self._outages.owing(guild):
            for outage in outages:
                await _return_time(outage, actor)
            if actor.state is not None and (alarm := next_alarm(actor.state, self._uptime.now())) is not None:
                self._scheduler.set(actor.number, self._next_settling(alarm))
        if not self._ownership.alone and isinstance(await self._actors.state_of(actor.number), TableState):
            self._computers.schedule(actor)

    def _is_unreachable(self, guild: int | None) -> bool:
        """Return True if nothing can be heard from a server now, so that its clocks must stand still."""
        if guild in self._outages:
            return True
        return guild is not None and not self._ownership.is_heard(guild)


async def _return_time(outage: Outage, actor: Actor) -> None:
    """Extend a deadline by what an outage has taken so far, less what the table has got back already."""
    owed = outage.take_owed(actor.number)
    try:
        await actor.extend_deadline(owed)
    except BaseException:
        outage.not_returned(actor.number, owed)
        raise
