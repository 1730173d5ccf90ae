"""The sandbox's clock, real time moved forward by tests, and Discord's ids, which are made of time."""

import asyncio
import contextlib
import time
from datetime import UTC, datetime


class Clock:
    """A clock that tests can move forward.

    Every deadline of the sandbox (3 s for an answer, 15 min for a token, 5 min for a nonce) is
    measured on this clock, so that no test waits for one.
    """

    def __init__(self) -> None:
        self._moved = asyncio.Event()
        self._offset = 0.0

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and wake the sleepers whose moment has come."""
        self._offset += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def sleep_until(self, moment: float) -> None:
        """Wait until the clock shows `moment`."""
        while (left := moment - self.now()) > 0:
            # The timer of the event loop may fire slightly early: then the clock is read again.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._moved.wait()

    async def sleep(self, seconds: float) -> None:
        """Wait for a duration on this clock."""
        await self.sleep_until(self.now() + seconds)


def iso(moment: float) -> str:
    """Format a moment as Discord formats timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, where Discord's ids start."""


class Snowflakes:
    """Generate strictly increasing ids."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def take(self) -> int:
        """Return a new id."""
        self._last = max(self._last + 1, (int(self._clock.now() * 1000) - EPOCH_MS) << 22)
        return self._last


def shard_of(guild_id: int, shards: int) -> int:
    """Return the shard that receives the events of a guild."""
    return (guild_id >> 22) % shards
