"""Opening direct messages, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.delivery.wire import DmFlood, Wire

FLOODED = 60.0
"""Seconds for which no new direct messages are opened after Discord found us too fast."""


class DmOpener:
    """Opens direct messages one after another, since Discord takes a flood of them for spam."""

    def __init__(self, wire: Wire, gap: float, clock: Callable[[], float]) -> None:
        self._wire = wire
        self._gap = gap
        self._clock = clock
        self._lock = asyncio.Lock()
        self._known: dict[int, int] = {}
        self._floods = 0
        self._shut = 0.0

    def shut(self) -> float:
        """Return for how many seconds nobody may be written to for the first time."""
        return max(1.0, self._shut - self._clock())

    async def open(self, user: int) -> int:
        if user in self._known:
            return self._known[user]
        async with self._lock:
            if user not in self._known:
                await self._open(user)
        return self._known[user]

    async def _open(self, user: int) -> None:
        if self._clock() < self._shut:
            raise DmFlood
        try:
            self._known[user] = await self._wire.open_dm(user)
        except DmFlood:
            # One asks for all; the longer Discord refuses, the longer we wait.
            self._shut = self._clock() + FLOODED * 2 ** min(self._floods, 4)
            self._floods += 1
            raise
        self._floods = 0
        await asyncio.sleep(self._gap)
