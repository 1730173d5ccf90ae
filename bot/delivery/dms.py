"""Direct messages: how fast they are opened, and whom we cannot write to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.delivery.user_rows import UserRows
from bot.delivery.wire import DmFloodError, Wire
from bot.store.rows import UserRow
from bot.tables.table import Table

DM_FLOOD_PAUSE_S = 60.0
"""Seconds for which no new direct messages are opened after Discord found us too fast."""

MAX_KNOWN_CHANNELS = 20_000
"""People whose channel is known without asking; opening it again is one call."""

DM_RETRY_DELAY_S = 86_400
"""Seconds for which closed direct messages are not tried again."""


class DmOpener:
    """Opens direct messages one after another, since Discord takes a flood of them for spam."""

    def __init__(self, wire: Wire, interval_s: float, clock: Callable[[], float]) -> None:
        self._wire = wire
        self._interval_s = interval_s
        self._clock = clock
        self._lock = asyncio.Lock()
        self._known: dict[int, int] = {}
        """The channel of each person; who was opened first is forgotten first."""
        self._floods = 0
        self._blocked_until = 0.0

    def blocked_s(self) -> float:
        """Return for how many seconds nobody may be written to for the first time."""
        return max(1.0, self._blocked_until - self._clock())

    def known_channel(self, user: int) -> int:
        """Return the channel for direct messages with a person; 0 if it has not been opened yet."""
        return self._known.get(user, 0)

    async def open(self, user: int) -> int:
        if user in self._known:
            return self._known[user]
        async with self._lock:
            if user not in self._known:
                await self._open(user)
        return self._known[user]

    async def _open(self, user: int) -> None:
        if self._clock() < self._blocked_until:
            raise DmFloodError
        try:
            self._known[user] = await self._wire.open_dm(user)
        except DmFloodError:
            # One asks for all; the longer Discord refuses, the longer we wait.
            self._blocked_until = self._clock() + DM_FLOOD_PAUSE_S * 2 ** min(self._floods, 4)
            self._floods += 1
            raise
        self._floods = 0
        if len(self._known) > MAX_KNOWN_CHANNELS:
            del self._known[next(iter(self._known))]
        await asyncio.sleep(self._interval_s)


class DmAvailability:
    """Remembers whom we cannot write to in private, and who should hear of it."""

    def __init__(self, user_rows: UserRows, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds since 1970."""
        self._user_rows = user_rows
        self._clock = clock
        self._hints: set[int] = set()

    async def note_closed(self, user: int) -> None:
        """Remember for a day that this person gets the hand by button only, and have it said once."""
        until = int(self._clock()) + DM_RETRY_DELAY_S
        await self._user_rows.change(
            user, lambda row: replace(row, dm_closed_until=max(row.dm_closed_until, until))
        )
        self._hints.add(user)

    def is_closed(self, row: UserRow) -> bool:
        """Return True if a new direct message would be refused, as far as we know."""
        return row.dm_closed_until > self._clock()

    def take_hint(self, user: int) -> bool:
        """Return True, once, if this person should hear that direct messages are closed."""
        if user in self._hints:
            self._hints.discard(user)
            return True
        return False

    async def retry(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        for user in sorted({seat.user for seat in table.seats} - {0}):
            await self._user_rows.change(user, lambda row: replace(row, dm_closed_until=0))
