"""How fast a channel is written to, and how much at all."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

MAX_WRITES_PER_SPAN = 4
WRITE_SPAN_S = 5.0
"""Writes to one channel in so many seconds: one below what Discord is known to allow."""

CALLS_PER_S = 30.0
BURST_CALLS = 15.0
"""Calls a second in the long run, and calls that may be made at once: together less than the 50 in any second
that Discord allows a bot, beside which commands and searches of the library's own have to fit."""


class WriteLimiter:
    """Spaces writes out for each channel, so that the newest version is drawn as late as possible."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent: OrderedDict[int, deque[float]] = OrderedDict()
        """When each channel was written to lately, the one written to last at the end."""
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
                self._sent.move_to_end(channel)
                self._forget_quiet_channels(now)
                await self.wait_for_call()
                return
            await asyncio.sleep(sent[0] + WRITE_SPAN_S - now)

    def _forget_quiet_channels(self, now: float) -> None:
        """Drop the channels that have not been written to for so long that nothing limits them."""
        while (oldest := next(iter(self._sent.values()))) and oldest[-1] <= now - WRITE_SPAN_S:
            self._sent.popitem(last=False)
