"""The bot's own time: how long it has been up in all its lives. Deadlines are kept in it.

Since it stands still while the bot is down, while Discord is (``freeze``) and while the machine sleeps,
nobody is ever charged for that, and ten thousand deadlines need no correction after a restart.
"""

from __future__ import annotations

import asyncio
import time

MAX_TICK_GAP_MS = 40_000
"""Milliseconds that can pass between two looks at the clock. In a greater gap the machine was suspended."""


class Ticker:
    """Where time comes from: the machine's clocks."""

    def monotonic(self) -> float:
        """Return seconds that never jump."""
        return time.monotonic()

    def wall(self) -> float:
        """Return seconds since 1970; may jump."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)


class Uptime:
    """Milliseconds of uptime, going on from where the last life was noted.

    Look at it at least every ``MAX_TICK_GAP_MS`` milliseconds: a greater gap counts as none.
    """

    def __init__(self, ticker: Ticker, start: int = 0) -> None:
        self._ticker = ticker
        self._total_ms = float(start)
        self._seen_at_s = ticker.monotonic()
        self._freeze_reasons: set[str] = set()

    def now(self) -> int:
        seen = self._ticker.monotonic()
        gap = (seen - self._seen_at_s) * 1000
        if not self._freeze_reasons and gap <= MAX_TICK_GAP_MS:
            self._total_ms += gap
        self._seen_at_s = seen
        return int(self._total_ms)

    def catch_up(self, total: int) -> None:
        """Go on from a later moment, which another process has reached."""
        self._total_ms = max(float(self.now()), float(total))

    def freeze(self, reason: str) -> None:
        """Stop uptime until every reason is gone."""
        self.now()
        self._freeze_reasons.add(reason)

    def thaw(self, reason: str) -> None:
        """Remove one reason for the clock to stand still."""
        self.now()
        self._freeze_reasons.discard(reason)

    @property
    def frozen(self) -> bool:
        return bool(self._freeze_reasons)

    def wall_at(self, moment: int) -> int:
        """Return when this moment of uptime will be, in seconds since 1970, if time does not stand still."""
        return round(self._ticker.wall() + (moment - self.now()) / 1000)

    def wall(self) -> int:
        """Return seconds since 1970."""
        return int(self._ticker.wall())
