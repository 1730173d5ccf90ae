"""Limits how fast a channel is written to, and stops where Discord refuses."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MAX_WRITES_PER_SPAN = 4
WRITE_SPAN_S = 5.0
"""Writes to one channel in so many seconds: one below what Discord is known to allow."""

CALLS_PER_S = 30.0
BURST_CALLS = 15.0
"""Calls a second in the long run, and calls that may be made at once: together less than the 50 in any second
that Discord allows a bot, beside which commands and searches of the library's own have to fit."""

MAX_INVALID_CALLS = 300
CLOSED_CHANNEL_RETRY_S = 60.0
"""Seconds for which a channel that refused us is left alone, unless we hear that it has changed."""

INVALID_SPAN_S = 600.0
"""Refusals of the kind that Discord counts: it bans an address after 10,000 in ten minutes."""


class WriteLimiter:
    """Spaces writes out for each channel, so that the newest version is drawn as late as possible."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent: dict[int, deque[float]] = {}
        self._budget_spent_until = 0.0
        self._held: dict[int, float] = {}
        self._all_held = 0.0

    async def wait_for_call(self) -> None:
        """Wait until one more call may be made at all, first come, first served."""
        now = self._clock()
        self._budget_spent_until = max(self._budget_spent_until, now) + 1 / CALLS_PER_S
        wait = self._budget_spent_until - now - BURST_CALLS / CALLS_PER_S
        if wait > 0:
            await asyncio.sleep(wait)

    def busy_s(self) -> float:
        """Return for how many seconds somebody else waits for a call."""
        now = self._clock()
        return max(self._all_held - now, self._budget_spent_until - now - BURST_CALLS / CALLS_PER_S, 0.0)

    def hold(self, channel: int | None, seconds: float) -> None:
        """Write nothing to the channel (None: to any) for so long."""
        until = self._clock() + seconds
        if channel is None:
            self._all_held = max(self._all_held, until)
        else:
            self._held[channel] = max(self._held.get(channel, 0.0), until)

    def held(self, channel: int) -> float:
        """Return for how many seconds yet the channel may not be written to."""
        left = max(self._all_held, self._held.get(channel, 0.0)) - self._clock()
        if left <= 0:
            self._held.pop(channel, None)
        return max(0.0, left)

    async def wait_for_channel(self, channel: int) -> None:
        """Wait until the channel may be written to again, and anything at all."""
        while True:
            if wait := self.held(channel):
                await asyncio.sleep(wait)
                continue
            now = self._clock()
            sent = self._sent.setdefault(channel, deque())
            while sent and sent[0] <= now - WRITE_SPAN_S:
                sent.popleft()
            if len(sent) < MAX_WRITES_PER_SPAN:
                sent.append(now)
                await self.wait_for_call()
                return
            await asyncio.sleep(sent[0] + WRITE_SPAN_S - now)

    def forget(self, channel: int) -> None:
        """Drop what is known of a channel."""
        self._sent.pop(channel, None)
        self._held.pop(channel, None)


class CircuitBreaker:
    """Remembers closed channels, and stops everything before Discord bans us for asking in vain."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._closed: dict[int, float] = {}
        self._refused: deque[float] = deque()

    def refuse(self, channel: int) -> bool:
        """Note a refusal; return True if the channel was open until now."""
        self._refused.append(self._clock())
        fresh = channel not in self._closed
        self._closed[channel] = self._clock()
        return fresh

    def open(self, channel: int, *, sure: bool = False) -> bool:
        """Note that the channel may work again; return True if it is open now and was not.

        Unless we are ``sure``, one that has refused us only just now stays closed: people press often.
        """
        closed = self._closed.get(channel)
        if closed is None or (not sure and self._clock() - closed < CLOSED_CHANNEL_RETRY_S):
            return False
        del self._closed[channel]
        return True

    def allows(self, channel: int) -> bool:
        """Return True if to try at all."""
        now = self._clock()
        while self._refused and self._refused[0] <= now - INVALID_SPAN_S:
            self._refused.popleft()
        return channel not in self._closed and len(self._refused) < MAX_INVALID_CALLS
