"""Discord's ids: milliseconds since 2015, then a counter."""

from bot.sandbox.world.clock import Clock

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, where Discord's ids start."""


class Snowflakes:
    """Generate strictly increasing ids.

    With `start` the ids do not depend on the clock: they start at that moment (seconds since
    1970) and grow by one millisecond each, so that every run of a test gets the same ids.
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
    """Return the shard that receives the events of a guild."""
    return (guild_id >> 22) % shards
