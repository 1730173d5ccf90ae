"""Direct messages, and how fast they are opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.delivery.wire import DmFloodError, Wire

DM_FLOOD_PAUSE_S = 60.0
"""Seconds for which no new direct messages are opened after Discord found us too fast."""

MAX_KNOWN_CHANNELS = 20_000
"""People whose channel is known without asking; opening it again is one call."""


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
