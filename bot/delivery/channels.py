"""Which channels and people can be written to, and how fast: what refuses us is left alone for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import RenderedSurface
from bot.delivery.wire import ChannelUnreachableError, DmFloodError, RetryLaterError
from bot.store.rows import SurfaceRow

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
                while (quiet := next(iter(self._sent.values()))) and quiet[-1] <= now - WRITE_SPAN_S:
                    self._sent.popitem(last=False)  # nothing limits it
                await self.wait_for_call()
                return
            await asyncio.sleep(sent[0] + WRITE_SPAN_S - now)


MAX_INVALID_CALLS = 300
CLOSED_CHANNEL_PAUSES_S = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds for which a channel that refused us is left alone, unless we hear that it has changed: after the
first refusal, the second, and so on. Half of the refusals that we allow ourselves are for other things."""

INVALID_SPAN_S = 600.0
"""Refusals of the kind that Discord counts: it bans an address after 10,000 in ten minutes."""

DM_FLOOD = "direct messages opened too fast"
DM_FLOOD_PAUSE_S = 60.0
"""Seconds for which no new direct messages are opened after Discord found us too fast."""

MAX_KNOWN_DMS = 20_000
"""People whose channel is known without asking; opening it again is one call."""


class _Closed(NamedTuple):
    reason: str
    retry_at: float


class Channels:
    """Remembers closed channels, and stops everything before Discord bans us for asking in vain.

    A closed channel is tried again by itself, after pauses that grow: permissions heal without a word.
    """

    def __init__(self, wire: DiscordWire, clock: Callable[[], float], dm_interval_s: float = 0.0) -> None:
        """``clock`` gives seconds that never jump; so many pass before the next person is written to."""
        self._wire = wire
        self.limiter = WriteLimiter(clock)
        self._clock = clock
        self._closed: dict[int, _Closed] = {}
        self._failures: dict[int, int] = {}
        """Refusals in a row, also of channels that have been opened since and not yet been written to."""
        self._refused: deque[float] = deque()
        self._barred: dict[int, int] = {}
        """How often in a row we found channels closed to us without having asked Discord."""
        self._dm_interval_s = dm_interval_s
        self._opening = asyncio.Lock()
        self._dms: LRUCache[int, int] = LRUCache(MAX_KNOWN_DMS)
        """The channel of each person."""
        self._floods = 0
        self._flooded_until = 0.0

    # what we hear of them

    def note_reachable(self, channel: int, *, sure: bool = False) -> bool:
        """Note that somebody pressed something in a channel, or (``sure``) that its permissions changed.

        Return True if it is worth another try. Unless we are sure, a channel that has refused us only just
        now stays closed: people press often. After a change of permissions any is worth one: a write under
        way may still be refused as things were before.
        """
        barred, closed = self._barred.pop(channel, 0) > 0, self._closed.get(channel)
        opened = closed is not None and (sure or self._clock() >= closed.retry_at)
        if opened:
            self._open(channel, forget=sure)
        return opened or barred or sure

    def note_requested(self, channel: int) -> None:
        """Note that somebody wants to go on in a channel, which is tried at once while we may ask in vain."""
        self._barred.pop(channel, None)
        if self._may_probe():
            self._open(channel)

    def note_unreachable(self, channel: int, trouble: ChannelUnreachableError) -> bool:
        """Note that a channel cannot be used; return True if that is news."""
        if trouble.asked:
            return self.refuse(channel, trouble.reason)
        self._barred[channel] = self._barred.get(channel, 0) + 1
        return self._barred[channel] == 1

    def refuse(self, channel: int, reason: str = "") -> bool:
        """Note a refusal; return True if the channel was open until now."""
        now, failures = self._clock(), self._failures.get(channel, 0)
        self._refused.append(now)
        fresh = channel not in self._closed
        self._closed[channel] = _Closed(reason, now + _pause_s(failures))
        self._failures[channel] = failures + 1
        return fresh

    def succeeded(self, channel: int, *, posted: bool = False) -> None:
        """Note that a channel takes what we write."""
        self._open(channel, forget=True)
        if posted:
            self._barred.pop(channel, None)

    # how they stand

    def allows(self, channel: int, *, probe: bool = False) -> bool:
        """Return True if to try at all. A ``probe`` is the one try after the pause of a closed channel.

        Only the first pause holds the others back: where the probe meets an outage, it tells nothing.
        """
        now = self._clock()
        while self._refused and self._refused[0] <= now - INVALID_SPAN_S:
            self._refused.popleft()
        closed = self._closed.get(channel)
        if closed is None:
            return len(self._refused) < MAX_INVALID_CALLS
        if not probe or now < closed.retry_at or not self._may_probe():
            return False
        self._closed[channel] = closed._replace(retry_at=now + CLOSED_CHANNEL_PAUSES_S[0])
        return True

    def closed_reason(self, channel: int) -> str:
        """Return why a channel that is not even tried is closed; "" for an open one."""
        closed = self._closed.get(channel)
        return "" if closed is None else closed.reason

    def retry_in_s(self, channel: int) -> float:
        """Return in how many seconds a channel that cannot be used should be tried again."""
        closed, times = self._closed.get(channel), self._barred.get(channel, 0)
        if closed is None and times:
            return _pause_s(times - 1)  # that it heals, we may have missed
        if closed is None or not self._may_probe():
            return CLOSED_CHANNEL_PAUSES_S[-1]
        return max(closed.retry_at - self._clock(), 0.0)

    def _may_probe(self) -> bool:
        return len(self._refused) < MAX_INVALID_CALLS // 2

    def _open(self, channel: int, *, forget: bool = False) -> None:
        self._closed.pop(channel, None)
        if forget:
            self._failures.pop(channel, None)

    # waiting for them

    def hold(self, trouble: RetryLaterError, row: SurfaceRow | None) -> None:
        """Write nothing there, or nowhere, for as long as a passing trouble asks for."""
        if trouble.everywhere:
            self.limiter.hold(None, trouble.seconds)
        elif trouble.seconds and row is not None:
            self.limiter.hold(row.channel, trouble.seconds)

    async def wait_for(self, drawn: RenderedSurface, row: SurfaceRow | None) -> int | None:
        """Wait until a surface may be written, and return its channel; None where trying is no use."""
        channel = drawn.channel or (0 if row is None else row.channel)
        if not channel:
            await self.limiter.wait_for_channel(drawn.user)
            channel = await self._dm_with(drawn.user)
        if not self.allows(channel, probe=True):
            return None
        await self.limiter.wait_for_channel(channel)
        return channel

    async def _dm_with(self, user: int) -> int:
        """Open direct messages one after another, since Discord takes a flood of them for spam."""
        if user not in self._dms:
            async with self._opening:
                if user not in self._dms:
                    await self._open_dm(user)
        return self._dms[user]

    async def _open_dm(self, user: int) -> None:
        if (blocked_s := self._flooded_until - self._clock()) > 0:
            raise RetryLaterError(DM_FLOOD, max(1.0, blocked_s))
        try:
            self._dms[user] = await self._wire.open_dm(user)
        except DmFloodError as error:  # one asks for all; the longer Discord refuses, the longer we wait
            pause_s = DM_FLOOD_PAUSE_S * 2 ** min(self._floods, 4)
            self._floods += 1
            self._flooded_until = self._clock() + pause_s
            raise RetryLaterError(DM_FLOOD, pause_s) from error
        self._floods = 0
        await asyncio.sleep(self._dm_interval_s)


def _pause_s(failures: int) -> float:
    """Return for how long a channel is left alone that was closed so often before."""
    return CLOSED_CHANNEL_PAUSES_S[min(failures, len(CLOSED_CHANNEL_PAUSES_S) - 1)]
