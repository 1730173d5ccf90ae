"""The tables that are in memory: read from the store when somebody asks, dropped when they rest for long."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable

from bot.store.api import StoreError
from bot.tables.actor import Actor, ActorDeps
from bot.tables.computer_players import ComputerPlayers
from bot.tables.history import UnreadableTableError
from bot.tables.live_table_index import LiveTableIndex
from bot.tables.state import TableState
from bot.tables.table import Table
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

MAX_CACHED_TABLES = 2000
"""Tables kept decoded, at 50 KB or less each; of more, the one that rested longest is dropped from memory.
Reading a table back costs as much as two moves, so this should be more than play at the same time."""

MAX_EVICTION_LOOKS = 4
"""Tables looked at for one that comes in: more than one, so that room is found again after many were busy."""

TABLE_ID_LIMIT = 1 << 53
"""No table ever gets such a number."""


class ActorCache:
    """An actor for each table that somebody asked for. Memory never knows more than the disk."""

    def __init__(self, deps: ActorDeps, directory: LiveTableIndex, computers: ComputerPlayers) -> None:
        self._deps = deps
        self._directory = directory
        self._thinkers = computers
        self._actors: OrderedDict[int, Actor] = OrderedDict()
        self._damaged: set[int] = set()

    def __len__(self) -> int:
        return len(self._actors)

    def actors(self) -> Iterable[Actor]:
        """Return the tables that are awake."""
        return self._actors.values()

    def actor(self, number: int) -> Actor:
        """Return the actor of a table, whether or not there is such a table."""
        actor = self._actors.get(number)
        if actor is None:
            actor = self._actors[number] = Actor(number, self._deps)
            self._evict_oldest()
        self._actors.move_to_end(number)
        return actor

    def known(self, number: int) -> Actor | None:
        """Return the actor of a table that is in memory."""
        return self._actors.get(number)

    def drop(self, number: int) -> None:
        """Let a table go from memory."""
        self._actors.pop(number, None)

    def drop_if_unneeded(self, actor: Actor) -> None:
        """Drop a table that ended long ago or never was: a forged button must not crowd others out."""
        here, live = actor.number in self._directory, actor.state is not None and actor.state.table.live
        if not actor.busy and not here and (self._deps.store.exclusive or not live):
            self.drop(actor.number)

    async def state_of(self, number: int) -> TableState | Refusal:
        """Return a table as it stands. Refuses with no_table, not_saved or unreadable."""
        if not 0 < number < TABLE_ID_LIMIT:
            return Refusal("no_table")
        actor = self.actor(number)
        try:
            state = await actor.current_state()
        except StoreError as error:
            log.error("table %d cannot be loaded: %s", actor.number, error)
            return Refusal("not_saved")
        except UnreadableTableError as error:
            self.log_damage(actor.number, error)
            return Refusal("unreadable")
        if state is None:
            self.drop(actor.number)
            return Refusal("no_table")
        return state

    async def table(self, number: int) -> Table | None:
        """Return the seats and settings of a table, None if it cannot be had."""
        state = await self.state_of(number)
        return None if isinstance(state, Refusal) else state.table

    def log_damage(self, number: int, error: UnreadableTableError) -> None:
        """Say once that a table is set aside, and what the operator can do."""
        if number not in self._damaged:
            self._damaged.add(number)
            log.error(
                "table %d is set aside, its bytes are kept: %s. The other tables are well. "
                "With the bot stopped, `kickdoor doctor --repair` saves what can be saved; a backup from "
                "before may have its game, `kickdoor export %d` writes what its log has; "
                "/kickdoor-table end frees its channel",
                number,
                error,
                number,
            )

    def _evict_oldest(self) -> None:
        for _ in range(min(len(self._actors) - MAX_CACHED_TABLES, MAX_EVICTION_LOOKS)):
            number, actor = next(iter(self._actors.items()))
            if actor.busy or self._thinkers.is_busy_at(number):
                self._actors.move_to_end(number)
            else:
                del self._actors[number]
