"""The sandbox's clock: real time, moved forward by tests, or frozen."""

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """A clock that tests can move forward, or freeze and move only by `advance`.

    Every deadline of the sandbox (3 s for an answer, 15 min for a token, 5 min for a nonce) is
    measured on this clock, so that no test waits for one.
    """

    def __init__(self, *, start: float | None = None, frozen: bool = False) -> None:
        """Start at `start` (seconds since 1970) or now; a frozen clock moves only by `advance`."""
        self._frozen = frozen
        self._moved = asyncio.Event()
        begin = time.time() if start is None else start
        self._offset = begin if frozen else begin - time.time()

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._offset if self._frozen else time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and wake the sleepers whose moment has come."""
        self._offset += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def sleep_until(self, moment: float) -> None:
        """Wait until the clock shows `moment`."""
        while (left := moment - self.now()) > 0:
            moved = self._moved
            if self._frozen:
                await moved.wait()
                continue
            try:
                async with asyncio.timeout(left):
                    await moved.wait()
            except TimeoutError:
                # The timer of the event loop may fire slightly early: then read the clock again.
                continue

    async def sleep(self, seconds: float) -> None:
        """Wait for a duration on this clock."""
        await self.sleep_until(self.now() + seconds)


def iso(moment: float) -> str:
    """Format a moment as Discord formats timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
