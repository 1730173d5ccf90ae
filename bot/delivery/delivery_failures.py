"""What cannot be delivered, and what follows from it: clocks that wait, hints, games that are suspended."""

from __future__ import annotations

import logging
from typing import Protocol

from bot.delivery.people import People
from bot.delivery.results import ChannelClosed
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.tables.api import TableApi
from bot.tables.intents import Request, Suspend
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)


class ClockPauser(Protocol):
    """Stops the clocks of a server for which Discord does not work now."""

    def guild_lost(self, guild: int, reason: str) -> None: ...

    async def guild_back(self, guild: int, reason: str) -> bool: ...


class DeliveryFailures:
    """Tells the tables what cannot be delivered, with requests like anybody else's."""

    def __init__(self, tables: TableApi, people: People, clock_pauser: ClockPauser | None) -> None:
        self._tables = tables
        self._people = people
        self._clock_pauser = clock_pauser
        self._stalled: dict[int, dict[SurfaceKey, int]] = {}
        """The stalled surfaces of each table, with the server in which they cannot be shown."""

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        """Charge nobody in a server in which the tables cannot be shown."""
        guild = await self._guild(key)
        if self._clock_pauser is not None and guild:
            self._stalled.setdefault(key.table, {})[key] = guild
            self._clock_pauser.guild_lost(guild, _reason(key))

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        """Resume the guild's clocks.

        People can play again once the table is shown: all hands are behind its button.
        """
        stalled = self._stalled.get(key.table, {})
        over = list(stalled) if key.kind is SurfaceKind.TABLE else [key]
        for one in over:
            guild = stalled.pop(one, 0)
            if not stalled:
                self._stalled.pop(key.table, None)
            if self._clock_pauser is not None and guild:
                await self._clock_pauser.guild_back(guild, _reason(one))

    async def _guild(self, key: SurfaceKey) -> int:
        view = await self._tables.view_for(key.table, None)
        return 0 if isinstance(view, Refusal) else view.table.guild

    async def dm_closed(self, key: SurfaceKey, user: int) -> None:
        """Leave somebody's direct messages alone."""
        await self._people.note_dms_closed(user)

    async def channel_unreachable(self, key: SurfaceKey, closed: ChannelClosed) -> None:
        """Suspend the game if it is its channel that cannot be used: nobody's time runs unseen.

        A drawing that was not even tried tells nothing of a table that has moved on, perhaps because
        somebody lets the game go on: what the table shows now is drawn and tried anyway.
        """
        if closed.news:
            log.warning("channel %d of table %d cannot be used: %s", closed.channel, key.table, closed.reason)
        if key.kind in (SurfaceKind.TABLE, SurfaceKind.CALL):
            wish = Suspend(closed.reason, closed.channel)
            await self._tables.send(key.table, Request(0, 0, wish, seen=closed.untried))


def _reason(key: SurfaceKey) -> str:
    return f"{key.name} of table {key.table} is not shown"
