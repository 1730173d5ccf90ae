"""What cannot be delivered, and what follows from it: clocks that wait, hints, games that are suspended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from bot.delivery.surfaces import CALL_SURFACE, TABLE_SURFACE, SurfaceKey
from bot.store.api import Store
from bot.store.rows import UserRow
from bot.tables.api import TableApi
from bot.tables.intents import Request, Suspend
from bot.tables.table import Table
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

DM_RETRY_DELAY_S = 86_400
"""Seconds for which closed direct messages are not tried again."""


class ClockPauser(Protocol):
    """Who stops the clocks of a server for which Discord does not work at the moment."""

    def guild_lost(self, guild: int, reason: str) -> None: ...

    async def guild_back(self, guild: int, reason: str) -> bool: ...

    def tables_in(self, guild: int) -> list[int]: ...


class DeliveryFailures:
    """The ``Troubles`` of an outbox: remembers them and tells the tables."""

    def __init__(
        self,
        tables: TableApi,
        store: Store,
        *,
        clock: Callable[[], float],
        clock_pauser: ClockPauser | None,
        restore: Callable[[list[int]], Awaitable[None]],
    ) -> None:
        """``clock`` gives seconds since 1970; ``restore`` draws all surfaces of some tables anew."""
        self._tables = tables
        self._store = store
        self._clock = clock
        self._clock_pauser = clock_pauser
        self._restore = restore
        self._stalled: dict[SurfaceKey, int] = {}
        """The servers in which surfaces cannot be shown, for each such surface."""
        self._hints: set[int] = set()

    # Discord does not work

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        """Charge nobody in a server in which the tables cannot be shown."""
        guild = await self._guild(key)
        if self._clock_pauser is not None and guild:
            self._stalled[key] = guild
            self._clock_pauser.guild_lost(guild, _reason(key))

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        """Let the clocks go on; the deadlines have moved.

        People can play again once the table is shown: all hands are behind its button.
        """
        over = [key]
        if key.name == TABLE_SURFACE:
            over = [stalled for stalled in self._stalled if stalled.table == key.table]
        for one in over:
            guild = self._stalled.pop(one, 0)
            if self._clock_pauser is None or not guild:
                continue
            if await self._clock_pauser.guild_back(guild, _reason(one)):
                await self._restore(self._clock_pauser.tables_in(guild))

    async def _guild(self, key: SurfaceKey) -> int:
        view = await self._tables.view_for(key.table, None)
        return 0 if isinstance(view, Refusal) else view.table.guild

    # people who cannot be written to

    async def dm_closed(self, key: SurfaceKey, user: int) -> None:
        """Remember for a day that this person gets the hand by button only; say so once."""
        row = await self._store.user(user)
        until = int(self._clock()) + DM_RETRY_DELAY_S
        if row.dm_closed_until < until:
            await self._store.save_user(replace(row, dm_closed_until=until))
        self._hints.add(user)

    def is_dm_closed(self, row: UserRow) -> bool:
        """Return True if a new direct message would be refused, as far as we know."""
        return row.dm_closed_until > self._clock()

    def take_dm_hint(self, user: int) -> bool:
        """Tell, once, whether this person should hear that direct messages are closed."""
        if user in self._hints:
            self._hints.discard(user)
            return True
        return False

    async def retry_dms(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        for user in sorted({seat.user for seat in table.seats} - {0}):
            row = await self._store.user(user)
            if row.dm_closed_until:
                await self._store.save_user(replace(row, dm_closed_until=0))

    # channels that cannot be used

    async def channel_unreachable(self, key: SurfaceKey, channel: int, reason: str) -> None:
        """Stop the game if it is its channel that cannot be used."""
        log.warning("channel %d of table %d cannot be used: %s", channel, key.table, reason)
        if key.name in (TABLE_SURFACE, CALL_SURFACE):
            await self._tables.send(key.table, Request(0, 0, Suspend(reason)))


def _reason(key: SurfaceKey) -> str:
    return f"{key.name} of table {key.table} is not shown"
