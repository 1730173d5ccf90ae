"""Discord's ids: milliseconds since 2015, then a counter."""

from bot.sandbox.world.clock import Clock

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
