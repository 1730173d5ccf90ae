"""The library reads no buttons and texts of our own messages back."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.message_reading import skip_components
from bot.views.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.paint import paint


async def test_components_of_messages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Any = discord.message
    original: Any = discord.components
    # A bot of an earlier test may have replaced it in this process.
    monkeypatch.setattr(library, "_component_factory", original._component_factory)
    sent = paint(Screen((Container((Text("a"), ButtonRow((Button("b", "k1:1:1:a:go"),)))),))).to_components()
    read: Any = object.__new__(discord.Message)
    read._handle_components(sent)
    assert len(read.components) == 1, "the library reads them, by the name that is replaced"
    skip_components()
    read._handle_components(sent)
    assert read.components == []
