"""Events that discord.py cannot read are left out.

The library ends the whole connection for one of them: everybody waits for the next, which Discord may send
the same event again.
"""

from __future__ import annotations

import json
from typing import Any, cast

import discord.shard
from discord.gateway import DiscordWebSocket

READ_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What the library raises where an event is not as it expects."""

NEEDED_EVENTS = ("READY", "RESUMED")
"""Without these nothing is heard: only a new connection helps."""


class TolerantSocket(DiscordWebSocket):
    """The library's connection of a shard; what it cannot read is dispatched as ``unreadable_event``.

    That has the event's name, whose it is (its ``id``, or that of its server), and the kind of error. Nothing
    else: it may be about a hand.
    """

    _frame: str = ""

    def log_receive(self, data: Any, /) -> None:
        """Keep what is being read; the library calls this for each message."""
        self._frame = data

    async def received_message(self, msg: Any, /) -> None:
        try:
            await super().received_message(msg)
        except READ_ERRORS as error:
            name, owner = _described(self._frame)
            if self._keep_alive is None or name in NEEDED_EVENTS:
                raise
            self._dispatch("unreadable_event", name, owner, type(error).__name__)


def _described(frame: str) -> tuple[str, int]:
    """Return an event's name, "" if it has none, and whose it is, 0 if that cannot be told."""
    try:
        event: Any = json.loads(frame)
    except (ValueError, RecursionError):
        return "", 0
    fields = cast("dict[str, Any]", event) if isinstance(event, dict) else {}
    name, data = fields.get("t"), fields.get("d")
    owner = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    ids = [str(owner.get(key)) for key in ("id", "guild_id")]
    whose = next((int(found) for found in ids if found.isdecimal()), 0)
    return name if isinstance(name, str) and name.isidentifier() else "", whose


def leave_out_unreadable_events() -> None:
    """Have the library use such connections in this process; it takes them in no other way."""
    shards: Any = discord.shard
    shards.DiscordWebSocket = TolerantSocket
