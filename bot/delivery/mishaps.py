"""What cannot be delivered, and what follows from it: clocks that wait, hints, games that are suspended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from bot.delivery.surfaces import CALL, TABLE, Key
from bot.store.port import Store
from bot.store.rows import UserRow
from bot.tables.front import Tables
from bot.tables.intents import Request, Suspend
from bot.tables.table import Table
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

DAY = 86_400
"""Seconds for which closed direct messages are not tried again."""


class Outages(Protocol):
    """Who stops the clocks of a server for which Discord does not work at the moment."""

    def guild_lost(self, guild: int, reason: str) -> None: ...

    async def guild_back(self, guild: int, reason: str) -> bool: ...

    def tables_in(self, guild: int) -> list[int]: ...


class Mishaps:
    """The ``Troubles`` of an outbox: remembers them and tells the tables."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        *,
        clock: Callable[[], float],
        outages: Outages | None,
        restore: Callable[[list[int]], Awaitable[None]],
    ) -> None:
        """``clock`` gives seconds since 1970; ``restore`` draws all surfaces of some tables anew."""
        self._tables = tables
        self._store = store
        self._clock = clock
        self._outages = outages
        self._restore = restore
        self._stalled: dict[Key, int] = {}
        """The servers in which surfaces cannot be shown, for each such surface."""
        self._hints: set[int] = set()

    # Discord does not work

    async def stalled(self, key: Key) -> None:
        """Charge nobody in a server in which the tables cannot be shown."""
        guild = await self._guild(key)
        if self._outages is not None and guild:
            self._stalled[key] = guild
            self._outages.guild_lost(guild, _reason(key))

    async def flowing(self, key: Key) -> None:
        """Let the clocks go on; the deadlines have moved.

        People can play again once the table is shown: all hands are behind its button.
        """
        over = [key]
        if key.name == TABLE:
            over = [stalled for stalled in self._stalled if stalled.table == key.table]
        for one in over:
            guild = self._stalled.pop(one, 0)
            if self._outages is None or not guild:
                continue
            if await self._outages.guild_back(guild, _reason(one)):
                await self._restore(self._outages.tables_in(guild))

    async def _guild(self, key: Key) -> int:
        sight = await self._tables.sight(key.table, None)
        return 0 if isinstance(sight, Refusal) else sight.table.guild

    # people who cannot be written to

    async def dm_closed(self, key: Key, user: int) -> None:
        """Remember for a day that this person gets the hand by button only; say so once."""
        row = await self._store.user(user)
        until = int(self._clock()) + DAY
        if row.dm_closed_until < until:
            await self._store.save_user(replace(row, dm_closed_until=until))
        self._hints.add(user)

    def is_closed(self, row: UserRow) -> bool:
        """Tell whether a new direct message would be refused, as far as we know."""
        return row.dm_closed_until > self._clock()

    def take_hint(self, user: int) -> bool:
        """Tell, once, whether this person should hear that direct messages are closed."""
        if user in self._hints:
            self._hints.discard(user)
            return True
        return False

    async def invited(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        for user in sorted({seat.user for seat in table.seats} - {0}):
            row = await self._store.user(user)
            if row.dm_closed_until:
                await self._store.save_user(replace(row, dm_closed_until=0))

    # channels that cannot be used

    async def unreachable(self, key: Key, channel: int, reason: str) -> None:
        """Stop the game if it is its channel that cannot be used."""
        log.warning("channel %d of table %d cannot be used: %s", channel, key.table, reason)
        if key.name in (TABLE, CALL):
            await self._tables.send(key.table, Request(0, 0, Suspend(reason)))


def _reason(key: Key) -> str:
    return f"{key.name} of table {key.table} is not shown"
