"""Looking after tables: clocks that ring, computers that think, servers out of reach, other processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.store.port import Store, StoreError
from bot.store.rows import Brief
from bot.tables.actor import Actor
from bot.tables.awake import Awake
from bot.tables.directory import Directory
from bot.tables.history import Unreadable
from bot.tables.outages import Outages
from bot.tables.results import PeerListener
from bot.tables.rota import Rota
from bot.tables.standing import Standing
from bot.tables.table import Table
from bot.tables.thinking import Thinkers
from bot.tables.timing import next_alarm
from bot.tables.uptime import Ticker, Uptime
from bot.tables.watch import NOTED, RINGS, Watch

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


class Upkeep:
    """What one process does for the tables that it keeps, without being asked by a player.

    Alone on its database it keeps every live table; among several that share one, those that the database
    gives it (see ``Peers``), and ``_directory`` and ``_watch`` know only these.
    """

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        ticker: Ticker,
        awake: Awake,
        directory: Directory,
        thinkers: Thinkers,
        keep: Keep,
    ) -> None:
        self.keeps = keeping(store)
        self._store = store
        self._uptime = uptime
        self._awake = awake
        self._directory = directory
        self._thinkers = thinkers
        self._keep = keep
        self._peers = store.peers
        self._peer_listeners: list[PeerListener] = []
        self._rota = None if self._peers is None else Rota(self._peers, uptime, self)
        self._watch = Watch(store, uptime, ticker, self._ring, self._clean)
        self._outages = Outages(uptime.now)

    async def start(self) -> None:
        """Take note of every live table, without reading any, and start the clock."""
        if self._rota is None:
            for brief in await self._store.briefs():
                await self.take(brief)
        else:
            self._rota.start()
        self._watch.start()

    async def stop(self) -> None:
        """Ring for nobody any more, and note the time."""
        if self._rota is not None:
            await self._rota.stop()
        await self._watch.stop()
        await self._thinkers.close()

    # which tables there are

    def live(self) -> list[tuple[int, int]]:
        """List all live tables with their channels."""
        return self._directory.all()

    def tables_in(self, guild: int) -> list[int]:
        """List the live tables of a guild."""
        return self._directory.tables_in(guild)

    # what goes on outside

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

    # among peers (see ``rota.Household``)

    def listen(self, listener: PeerListener) -> None:
        """Tell this one what other processes do at the tables that this one looks after."""
        self._peer_listeners.append(listener)

    async def evicted(self) -> None:
        """Return when other processes have taken this one's place, which can only be after it was stopped."""
        if self._rota is None:
            await asyncio.Event().wait()
        else:
            await self._rota.evicted.wait()

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
        if isinstance(standing, Standing) and self.keeps(table):
            self._follow(actor, standing.table)

    async def give_back(self, table: int, milliseconds: int) -> None:
        actor = self._awake.actor(table)
        try:
            await actor.shift(milliseconds)
        except Unreadable as error:
            logger.error("table %d: clock not put right: %s", table, error)
        if self.keeps(table):
            self._set_alarm(actor)

    async def adopt(self, table: int) -> None:
        """Keep a table that has ended, if nobody else does: its messages have to change once more."""
        if self._peers is not None:
            await self._peers.adopt(table)

    async def tell_keeper(self, number: int) -> None:
        """Say that a table has changed of which we do not know now whether we still look after it."""
        if self._peers is None or self.keeps(number) or number not in self._directory:
            return
        try:
            await self._peers.tell(number, "")
        except StoreError as error:
            logger.warning("table %d: not told to its keeper: %s", number, error)

    # the clock

    async def follow(self, actor: Actor, table: Table) -> None:
        """Take note of what has become of a table, or let its keeper do so."""
        if self.keeps(actor.number):
            self._follow(actor, table)
        else:
            await self.tell_keeper(actor.number)

    def _follow(self, actor: Actor, table: Table) -> None:
        self._directory.follow(table)
        self._set_alarm(actor)
        self._thinkers.look(actor)

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
        if not self.keeps(number):
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
