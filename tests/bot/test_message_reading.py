"""The library reads no buttons and texts of our own messages back."""

from __future__ import annotations

from typing import Any

import discord

from bot.message_reading import without_components
from bot.views.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.paint import paint


async def test_components_of_messages_are_left_out_while_the_bot_runs() -> None:
    """Afterwards another client in this process reads them as ever."""
    sent = paint(Screen((Container((Text("a"), ButtonRow((Button("b", "k1:1:1:a:go"),)))),))).to_components()
    read: Any = object.__new__(discord.Message)
    read._handle_components(sent)
    assert len(read.components) == 1, "the library reads them, by the name that is replaced"
    with without_components():
        read._handle_components(sent)
        assert read.components == []
    read._handle_components(sent)
    assert len(read.components) == 1
