"""What cannot be delivered, and what follows from it: clocks that wait, hints, games that are suspended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.delivery.people import People
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.delivery.wire import RetryLaterError
from bot.tables.intents import Request, Resume, Suspend
from bot.tables.maintenance import TableMaintenance
from bot.tables.service import TableService
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)


class DeliveryFailures:
    """Tells the tables what cannot be delivered, with requests like anybody else's."""

    def __init__(self, tables: TableService, people: People, clock_pauser: TableMaintenance | None) -> None:
        self._tables = tables
        self._people = people
        self._clock_pauser = clock_pauser
        self.unseen: dict[int, str] = {}
        """The tables that Discord does not let us show, with the reason."""
        self.on_unseen: Callable[[int], Awaitable[None]] | None = None
        """Called when a table gets such a reason, or loses it."""
        self._stalled: dict[int, dict[SurfaceKey, int]] = {}
        """The stalled surfaces of each table, with the server whose clocks wait for them; 0 for none."""

    async def dm_closed(self, user: int) -> None:
        """Leave somebody's direct messages alone."""
        await self._people.note_dms_closed(user)

    async def channel_closed(
        self, key: SurfaceKey, channel: int, reason: str, *, news: bool, untried: int | None = None
    ) -> None:
        """Suspend the game if it is its channel that cannot be used (``news``: until now it could).

        Nobody's time runs unseen. A drawing that was not even tried, of the version ``untried``, tells
        nothing of a table that has moved on, perhaps because somebody lets the game go on: what the table
        shows now is drawn and tried anyway.
        """
        if news:
            log.warning("channel %d of table %d cannot be used: %s", channel, key.table, reason)
        if key.kind is SurfaceKind.TABLE:
            wish = Suspend(reason, channel)
            await self._tables.send(key.table, Request(0, 0, wish, seen=untried))

    def is_stalled(self, key: SurfaceKey) -> bool:
        """Return True if Discord does not take this surface now."""
        return key in self._stalled.get(key.table, ())

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        """Charge nobody in a server in which the tables cannot be shown."""
        if self.is_stalled(key):
            return
        self._stalled.setdefault(key.table, {})[key] = 0
        view = await self._tables.view_for(key.table, None)
        if not self.is_stalled(key):
            return  # it was shown meanwhile
        if self._clock_pauser is not None and not isinstance(view, Refusal) and view.table.guild:
            self._stalled[key.table][key] = view.table.guild
            self._clock_pauser.guild_lost(view.table.guild, _reason(key))

    async def table_unseen(self, key: SurfaceKey, reason: str) -> None:
        """Have the host told in private why nobody can see the table."""
        if self.unseen.get(key.table) != reason:
            self.unseen[key.table] = reason
            if self.on_unseen is not None:
                await self.on_unseen(key.table)

    async def channel_healed(self, key: SurfaceKey) -> None:
        """Let a game go on whose channel can be used again, as nobody had to do anything for it.

        Raises ``RetryLaterError`` where that cannot be saved: nobody else would let it go on.
        """
        if await self._tables.send(key.table, Request(0, 0, Resume())) == Refusal("not_saved"):
            raise RetryLaterError("that the game goes on cannot be saved")

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        """Let the clocks go on that wait for this surface: Discord takes it again, or refuses it.

        People can play again once the table is shown: all hands are behind its button.
        """
        if key.kind is SurfaceKind.TABLE and self.unseen.pop(key.table, "") and self.on_unseen is not None:
            await self.on_unseen(key.table)
        stalled = self._stalled.get(key.table, {})
        for one in list(stalled) if key.kind is SurfaceKind.TABLE else [key]:
            await self._let_clocks_go_on(one)
        stalled.pop(key, None)
        if not stalled:
            self._stalled.pop(key.table, None)

    async def table_left(self, table: int) -> None:
        """Let all clocks go on that wait for a table which another process shows."""
        self.unseen.pop(table, None)
        for key in list(self._stalled.get(table, ())):
            await self._let_clocks_go_on(key)
        self._stalled.pop(table, None)

    async def _let_clocks_go_on(self, key: SurfaceKey) -> None:
        stalled = self._stalled.get(key.table, {})
        guild = stalled.get(key, 0)
        if self._clock_pauser is not None and guild:
            stalled[key] = 0
            await self._clock_pauser.guild_back(guild, _reason(key))


def _reason(key: SurfaceKey) -> str:
    return f"{key.name} of table {key.table} is not shown"
