"""Servers that remove the bot, and those that invite it again: their games wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.app.client import Services
from bot.tables.intents import Request, Resume, Suspend
from cards.kernel.moves import Refusal

REMOVED = "removed"
"""Why a table is suspended: its server has removed the bot."""

GUILDS_AT_ONCE = 1000
"""Servers looked at before others on the event loop have their turn: that takes about a millisecond."""

NOT_DONE_CODES = ("not_saved", "busy")
"""Refusals after which a suspension has to be asked for again."""


class RemovedServers:
    """Suspends the games of servers that have removed the bot, and lets them go on after an invitation.

    Each event has a task of its own, and the order of removals and invitations counts: a lock keeps it.
    """

    def __init__(self, services: Services, outage_reason: str) -> None:
        """``outage_reason`` is that of servers that Discord calls unavailable.

        Nobody says that such an outage is over once the bot was removed.
        """
        self._tables = services.tables
        self._screens = services.screens
        self._maintenance = services.tables.maintenance
        self._directory = self._maintenance.directory
        self._outage_reason = outage_reason
        self._lock = asyncio.Lock()
        self._suspended: set[int] = set()
        """The tables that were suspended here."""

    async def removed(self, guild: int) -> None:
        """Suspend the games of a server that has removed the bot."""
        async with self._lock:
            await self._suspend_all(guild)

    async def invited(self, guild: int) -> None:
        """Let the games of a server go on that had removed the bot."""
        async with self._lock:
            await self._maintenance.guild_back(guild, self._outage_reason)
            for number in self._directory.tables_in(guild):
                await self._resume(number)

    async def available(self, guild: int) -> None:
        """Let games go on that were suspended here, now that Discord names their server again.

        So it does where a server was unavailable when it invited the bot.
        """
        if not self._suspended.isdisjoint(self._directory.tables_in(guild)):
            await self.invited(guild)

    async def look(self, is_gone: Callable[[int], bool]) -> None:
        """Suspend games of servers whose removal nobody heard of, or that could not be saved before."""
        for count, guild in enumerate(self._directory.guilds()):
            if count % GUILDS_AT_ONCE == 0:
                await asyncio.sleep(0)
            if is_gone(guild) and not self._suspended.issuperset(self._directory.tables_in(guild)):
                async with self._lock:
                    if is_gone(guild):
                        await self._suspend_all(guild)

    async def _suspend_all(self, guild: int) -> None:
        # Nobody says any more that an outage is over.
        await self._maintenance.guild_back(guild, self._outage_reason)
        for number in self._directory.tables_in(guild):
            result = await self._tables.send(number, Request(0, 0, Suspend(REMOVED)))
            if not isinstance(result, Refusal) or result.code not in NOT_DONE_CODES:
                self._suspended.add(number)

    async def _resume(self, number: int) -> None:
        self._suspended.discard(number)
        view = await self._tables.view_for(number, None)
        if isinstance(view, Refusal) or view.table.trouble != REMOVED:
            return
        self._screens.note_reachable(view.table.channel, sure=True)
        await self._screens.retry_dms(seat.user for seat in view.table.seats)
        await self._tables.send(number, Request(0, 0, Resume()))
