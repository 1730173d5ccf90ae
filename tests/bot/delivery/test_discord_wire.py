"""The wire to Discord while nobody has logged in."""

from __future__ import annotations

import discord
import pytest

from bot.delivery.discord_wire import DiscordWire
from bot.delivery.wire import RetryLaterError
from bot.views.layout import Screen, Text


@pytest.mark.parametrize("has_client", [False, True])
async def test_without_a_login_everything_is_to_be_tried_later(has_client: bool) -> None:
    """What is drawn before the first login, or between two connections, waits."""
    wire, screen = DiscordWire(), Screen((Text("Dungeon"),))
    if has_client:
        wire.client = discord.Client(intents=discord.Intents.none())
    for call in (
        wire.open_dm(1),
        wire.send(2, screen, "nonce"),
        wire.edit(2, 3, screen),
        wire.delete(2, 3),
        wire.count_newer(2, 3),
    ):
        with pytest.raises(RetryLaterError) as raised:
            await call
        assert raised.value.down
