"""The private answers on people's screens: one for each person and channel, so that they do not pile up."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from cachetools import TTLCache

from bot.delivery.live_replies import REPLY_LIFETIME_S

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

_DELETING: set[asyncio.Task[None]] = set()
"""The loop itself keeps no task alive."""


@dataclass(frozen=True, slots=True)
class EphemeralReply:
    """A private answer: its message, and the latest interaction by which it can be deleted."""

    message: int
    interaction: Interaction
    is_follow_up: bool = False


class EphemeralReplies:
    """Remembers the latest private answers. An answer that is forgotten here just stays on the screen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds that never jump."""
        self._open: TTLCache[tuple[int, int], EphemeralReply] = TTLCache(math.inf, REPLY_LIFETIME_S, clock)

    def keep(
        self, message: int, interaction: Interaction, *, is_follow_up: bool = False
    ) -> EphemeralReply | None:
        """Note a private answer; return the one to be deleted for it.

        That is the one before, or this one if a newer one stands below it already.
        """
        place = _place(interaction)
        reply = EphemeralReply(message, interaction, is_follow_up)
        earlier = self._open.get(place)
        if earlier is not None and earlier.message > message:
            return reply
        self._open[place] = reply
        return earlier

    def replaced_elsewhere(self, user: int, channel: int, message: int) -> EphemeralReply | None:
        """Return the answer to be deleted, since another process has given a newer one."""
        found = self._open.get((user, channel))
        if found is None or found.message >= message:
            return None
        return self._open.pop((user, channel))

    def renew(self, message: int, interaction: Interaction) -> None:
        """Note that something was pressed on an answer, which can therefore be deleted for longer."""
        place = _place(interaction)
        if (found := self._open.get(place)) is not None and found.message == message:
            self._open[place] = EphemeralReply(message, interaction)


def _place(interaction: Interaction) -> tuple[int, int]:
    return interaction.user.id, interaction.channel_id or 0


async def delete(earlier: EphemeralReply) -> None:
    """Delete an answer; one that the person has dismissed, or that Discord keeps, is only logged."""
    try:
        if earlier.is_follow_up:
            await earlier.interaction.followup.delete_message(earlier.message)
        else:
            await earlier.interaction.delete_original_response()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.debug("a private answer stays: %s", error)


def delete_in_background(reply: EphemeralReply) -> None:
    """Delete an answer while its person goes on."""
    task = asyncio.create_task(delete(reply))
    _DELETING.add(task)
    task.add_done_callback(_DELETING.discard)
