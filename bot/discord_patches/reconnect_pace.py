"""How long discord.py waits between two attempts to connect.

Its own pauses grow to 17 minutes, so after an hour without Discord people would wait for the bot when all
else works again. Two attempts a minute are little enough for Discord: nobody identifies before the gateway
answers.
"""

from __future__ import annotations

import math
import random
from typing import Any

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

MAX_PAUSE_S = 30.0

STEADY_S = 5.0
"""Seconds after an attempt for which a connection has to hold, or the next attempt waits."""


class ReconnectPace(ExponentialBackoff[bool]):
    """The library's pauses, up to a limit."""

    def delay(self) -> float:
        """Return the next pause in seconds."""
        return min(super().delay(), MAX_PAUSE_S)


class PacedShard(Shard):
    """The library's shard, which waits before it connects again if the last connection did not hold.

    Without that it makes hundreds of attempts a second where a gateway hangs up before it says anything.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._last_attempt = -math.inf
        self._in_a_row = 0
        self._has_waited = False

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again, at once or after a pause.

        The pause is not in this call, or the process's other shards would wait as well.
        """
        loop = self._client.loop
        if not self._has_waited and loop.time() - self._last_attempt < STEADY_S:
            # Long pauses of several shards and processes should not end together.
            pause = min(2.0**self._in_a_row, MAX_PAUSE_S) * random.uniform(0.5, 1.0)
            self._in_a_row += 1
            self._dispatch("disconnect")
            self._dispatch("shard_disconnect", self.id)
            loop.call_later(pause, self._go_on, exc)
            return
        if not self._has_waited:
            self._in_a_row = 0
        self._has_waited = False
        self._last_attempt = loop.time()
        await super().reidentify(exc)

    def _go_on(self, exc: ReconnectWebSocket) -> None:
        self._has_waited = True
        self._queue_put(EventItem(EventType.resume if exc.resume else EventType.identify, self, exc))


def limit_reconnect_pauses() -> None:
    """Have the library use these pauses in this process; it takes them in no other way."""
    for module in (discord.client, discord.shard):
        patched: Any = module
        patched.ExponentialBackoff = ReconnectPace
    shards: Any = discord.shard
    shards.Shard = PacedShard
