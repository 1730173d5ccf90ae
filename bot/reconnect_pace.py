"""How long discord.py waits between two attempts to connect.

Its own pauses grow to 17 minutes, so after an hour without Discord people would wait for the bot when all
else works again. Two attempts a minute are little enough for Discord: nobody identifies before the gateway
answers.
"""

from __future__ import annotations

from typing import Any

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

MAX_PAUSE_S = 30.0


class ReconnectPace(ExponentialBackoff[bool]):
    """The library's pauses, up to a limit."""

    def delay(self) -> float:
        """Return the next pause in seconds."""
        return min(super().delay(), MAX_PAUSE_S)


def limit_reconnect_pauses() -> None:
    """Have the library use these pauses in this process; it takes them in no other way."""
    for module in (discord.client, discord.shard):
        patched: Any = module
        patched.ExponentialBackoff = ReconnectPace
