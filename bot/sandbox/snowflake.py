"""Ids as Discord makes them: milliseconds since 2015, then a counter."""

from bot.sandbox.clock import Clock

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, from which Discord counts."""


class Snowflakes:
    """Hand out ids that rise strictly.

    With `start` the ids do not depend on the clock: they begin at that moment (seconds since
    1970) and rise by one millisecond each, so that two runs of a test get the same ids.
    """

    def __init__(self, clock: Clock, *, start: float | None = None) -> None:
        self._clock = clock
        self._fixed = start is not None
        self._last = 0 if start is None else _first(start) - 1

    def take(self) -> int:
        """Return a new id."""
        if self._fixed:
            self._last += 1 << 22
        else:
            self._last = max(self._last + 1, _first(self._clock.now()))
        return self._last


def _first(moment: float) -> int:
    return (int(moment * 1000) - EPOCH_MS) << 22


def shard_of(guild_id: int, shards: int) -> int:
    """Tell which shard hears of a guild."""
    return (guild_id >> 22) % shards
