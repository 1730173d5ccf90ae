"""Limits how fast a channel is written to, and stops where Discord refuses."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, replace

MAX_WRITES_PER_SPAN = 4
WRITE_SPAN_S = 5.0
"""Writes to one channel in so many seconds: one below what Discord is known to allow."""

CALLS_PER_S = 30.0
BURST_CALLS = 15.0
"""Calls a second in the long run, and calls that may be made at once: together less than the 50 in any second
that Discord allows a bot, beside which commands and searches of the library's own have to fit."""

MAX_INVALID_CALLS = 300
CLOSED_CHANNEL_PAUSES_S = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds for which a channel that refused us is left alone, unless we hear that it has changed: after the
first refusal, the second, and so on. Half of the refusals that we allow ourselves are for other things."""

MIN_REQUEST_PAUSE_S = 2.0
"""Seconds after a refusal in which nobody's request makes us ask again."""

INVALID_SPAN_S = 600.0
"""Refusals of the kind that Discord counts: it bans an address after 10,000 in ten minutes."""


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


class CircuitBreaker:
    """Remembers closed channels, and stops everything before Discord bans us for asking in vain.

    A closed channel is tried again by itself, after pauses that grow: permissions heal without a word.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._closed: dict[int, _Closed] = {}
        self._failures: dict[int, int] = {}
        """Refusals in a row, also of channels that have been opened since and not yet been written to."""
        self._refused: deque[float] = deque()

    def refuse(self, channel: int, reason: str = "", *, counted: bool = True) -> bool:
        """Note a refusal; return True if the channel was open until now.

        One that is not ``counted`` stops nothing else.
        """
        now, failures = self._clock(), self._failures.get(channel, 0)
        if counted:
            self._refused.append(now)
        fresh = channel not in self._closed
        pause_s = CLOSED_CHANNEL_PAUSES_S[min(failures, len(CLOSED_CHANNEL_PAUSES_S) - 1)]
        self._closed[channel] = _Closed(reason, now, now + pause_s)
        self._failures[channel] = failures + 1
        return fresh

    def open(self, channel: int, *, sure: bool = False) -> bool:
        """Note that the channel may work again; return True if it is open now and was not.

        Unless we are ``sure``, one that has refused us only just now stays closed: people press often.
        """
        closed = self._closed.get(channel)
        if closed is None or (not sure and self._clock() < closed.retry_at):
            return False
        self._close_no_more(channel, forget=sure)
        return True

    def open_on_request(self, channel: int) -> bool:
        """Do the same for somebody who asks for another try: at once, but not many times a second.

        Where it has refused us only just now, it is tried when that is over (``requested_in_s``).
        """
        closed = self._closed.get(channel)
        if closed is None or not self._may_probe():
            return False
        soon = closed.refused_at + MIN_REQUEST_PAUSE_S
        if self._clock() < soon:
            self._closed[channel] = replace(closed, retry_at=min(soon, closed.retry_at), requested=True)
            return False
        self._close_no_more(channel, forget=False)
        return True

    def requested_in_s(self, channel: int) -> float | None:
        """Return in how many seconds a closed channel is tried for somebody; None if nobody asked."""
        closed = self._closed.get(channel)
        return max(closed.retry_at - self._clock(), 0.0) if closed is not None and closed.requested else None

    def open_requested(self, channel: int) -> None:
        """Open a channel whose time to be tried for somebody has come, unless it has refused us since."""
        closed = self._closed.get(channel)
        if closed is not None and closed.requested and self._may_probe():
            self._close_no_more(channel, forget=False)

    def succeeded(self, channel: int) -> None:
        """Note that the channel takes what we write."""
        self._close_no_more(channel, forget=True)

    def allows(self, channel: int, *, probe: bool = False) -> bool:
        """Return True if to try at all. A ``probe`` is the one try after the pause of a closed channel."""
        now = self._clock()
        while self._refused and self._refused[0] <= now - INVALID_SPAN_S:
            self._refused.popleft()
        closed = self._closed.get(channel)
        if closed is None:
            return len(self._refused) < MAX_INVALID_CALLS
        if not probe or now < closed.retry_at or not self._may_probe():
            return False
        self._closed[channel] = replace(closed, retry_at=now + CLOSED_CHANNEL_PAUSES_S[-1], requested=False)
        return True

    def reason(self, channel: int) -> str:
        """Return why a channel is closed; "" for an open one."""
        closed = self._closed.get(channel)
        return "" if closed is None else closed.reason

    def retry_in_s(self, channel: int) -> float:
        """Return in how many seconds a channel should be tried again."""
        closed = self._closed.get(channel)
        left = CLOSED_CHANNEL_PAUSES_S[-1] if closed is None else closed.retry_at - self._clock()
        return max(left, 0.0) if self._may_probe() else CLOSED_CHANNEL_PAUSES_S[-1]

    def _may_probe(self) -> bool:
        return len(self._refused) < MAX_INVALID_CALLS // 2

    def _close_no_more(self, channel: int, *, forget: bool) -> None:
        self._closed.pop(channel, None)
        if forget:
            self._failures.pop(channel, None)


@dataclass(frozen=True, slots=True)
class _Closed:
    reason: str
    refused_at: float
    retry_at: float
    requested: bool = False
