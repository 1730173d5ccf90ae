"""The library reads no buttons, texts and people of our own messages back."""

from typing import Any

import discord

from bot.discord_patches.message_reading import lean_messages
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.base.paint import paint
from cogs.gate import read_click

USER = {"id": "2", "username": "ann", "global_name": "Ann", "discriminator": "0", "avatar": None}

SENT = paint(Screen((Container((Text("a"), ButtonRow((Button("b", "k1:1:1:a:go"),)))),))).to_components()

PRESSED = {
    "id": "7",
    "channel_id": "5",
    "author": {**USER, "id": "1", "bot": True},
    "type": 0,
    "content": "",
    "flags": 1 << 6 | 1 << 15,
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "components": SENT,
}

PRESS = {
    "id": "9",
    "application_id": "1",
    "type": 3,
    "token": "token",
    "version": 1,
    "data": {"custom_id": "k1:1:1:a:go", "component_type": 2},
    "channel": {"id": "5", "type": 1, "recipients": [USER]},
    "user": USER,
    "attachment_size_limit": 1,
    "message": PRESSED,
}


async def test_components_of_messages_are_left_out_while_the_bot_runs() -> None:
    """Afterwards another client in this process reads them as ever."""
    read: Any = object.__new__(discord.Message)
    read._handle_components(SENT)
    assert len(read.components) == 1, "the library reads them, by the name that is replaced"
    with lean_messages():
        read._handle_components(SENT)
        assert read.components == []
    read._handle_components(SENT)
    assert len(read.components) == 1


async def test_of_a_message_that_was_pressed_only_what_counts_is_read() -> None:
    assert pressed().author.id == 1
    with lean_messages():
        found = pressed()
    assert (found.id, found.flags.ephemeral, hasattr(found, "author")) == (7, True, False)
    assert pressed().author.id == 1


def pressed() -> discord.Message:
    """Let the library read a press."""
    client: Any = discord.Client(intents=discord.Intents.none())
    client.http._HTTPClient__session = None
    client._connection.user = discord.ClientUser(state=client._connection, data={**USER, "id": "1"})  # type: ignore[arg-type]
    interaction: discord.Interaction[Any] = discord.Interaction(data=PRESS, state=client._connection)  # type: ignore[arg-type]
    click = read_click(interaction)
    assert (click.message, click.place, click.user) == (7, "private", 2)
    assert interaction.message is not None
    return interaction.message
