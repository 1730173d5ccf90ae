"""Time as the sandbox sees it: real, moved forward by hand, or standing still."""

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """Tell the time; tests may move it forward, or freeze it and move it only by hand.

    Every deadline of the sandbox (3 s for an answer, 15 min for a token, minutes for a nonce)
    is measured on this clock, so that a test never waits for them.
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
        """Move the clock forward and wake whoever waited for a moment that has now come."""
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
                # The timer of the event loop may fire a hair early: then look at the clock again.
                continue

    async def sleep(self, seconds: float) -> None:
        """Wait for a span of the clock's own time."""
        await self.sleep_until(self.now() + seconds)


def iso(moment: float) -> str:
    """Write a moment as Discord writes timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
