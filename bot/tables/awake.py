"""The tables that are in memory: read from the store when somebody asks, dropped when they rest for long."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable

from bot.store.port import StoreError
from bot.tables.actor import Actor, Surroundings
from bot.tables.directory import Directory
from bot.tables.history import Unreadable
from bot.tables.standing import Standing
from bot.tables.table import Table
from bot.tables.thinking import Thinkers
from cards.kernel.moves import Refusal

logger = logging.getLogger(__name__)

MOST = 2000
"""Tables kept decoded, at 50 KB or less each; of more, the one that rested longest is dropped from memory.
Reading a table back costs as much as two moves, so this should be more than play at the same time."""

FORGED = 1 << 53
"""No table ever gets such a number."""


class Awake:
    """An actor for each table that somebody asked for. Memory never knows more than the disk."""

    def __init__(self, around: Surroundings, directory: Directory, thinkers: Thinkers) -> None:
        self._around = around
        self._directory = directory
        self._thinkers = thinkers
        self._actors: OrderedDict[int, Actor] = OrderedDict()

    def __len__(self) -> int:
        return len(self._actors)

    def all(self) -> Iterable[Actor]:
        """Return the tables that are awake."""
        return self._actors.values()

    def actor(self, number: int) -> Actor:
        """Return the actor of a table, whether or not there is such a table."""
        actor = self._actors.get(number)
        if actor is None:
            actor = self._actors[number] = Actor(number, self._around)
            self._make_room()
        self._actors.move_to_end(number)
        return actor

    def drop(self, number: int) -> None:
        """Let a table go from memory."""
        self._actors.pop(number, None)

    def release(self, actor: Actor) -> None:
        """Drop a table that ended long ago or never was: a forged button must not crowd others out."""
        if not actor.busy and not self._worth_memory(actor):
            self.drop(actor.number)

    async def look(self, actor: Actor) -> Standing | Refusal:
        """Return a table as it stands. Refuses with no_table, not_saved or unreadable."""
        try:
            standing = await actor.look()
        except (StoreError, Unreadable) as error:
            logger.error("table %d cannot be loaded: %s", actor.number, error)
            return Refusal("unreadable" if isinstance(error, Unreadable) else "not_saved")
        if standing is None:
            self.drop(actor.number)
            return Refusal("no_table")
        return standing

    async def table(self, number: int) -> Table | None:
        """Return the seats and settings of a table, None if it cannot be had."""
        standing = await self.look(self.actor(number))
        return None if isinstance(standing, Refusal) else standing.table

    def _worth_memory(self, actor: Actor) -> bool:
        if actor.number in self._directory or self._around.store.peers is None:
            return actor.number in self._directory
        return actor.standing is not None and actor.standing.table.live

    def _make_room(self) -> None:
        excess = len(self._actors) - MOST
        for number in list(self._actors)[: max(0, excess)]:
            actor = self._actors[number]
            if not actor.busy and not self._thinkers.busy_at(number):
                del self._actors[number]
