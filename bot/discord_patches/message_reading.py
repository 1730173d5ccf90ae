"""What discord.py reads of our own messages.

With every press and every answer Discord sends the whole message back. The library makes an object of each
button, text, picture and person in it, which nobody here ever asks for: all that counts is what was pressed.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import discord.interactions
import discord.message

READ_FIELDS = ("id", "type", "content", "flags")
"""What is read of a message that was pressed: which one it is, and whether it is private."""


@contextmanager
def lean_messages() -> Generator[None]:
    """Make the library skip nearly all of a message for a while; it has no option for that."""
    messages: Any = discord.message
    interactions: Any = discord.interactions
    before = messages._component_factory, interactions.Message
    messages._component_factory, interactions.Message = _no_component, _pressed_message
    try:
        yield
    finally:
        messages._component_factory, interactions.Message = before


def _no_component(data: object, state: object = None) -> None:
    """Return what the library returns for kinds of components that it does not know."""


def _pressed_message(*, state: Any, channel: Any, data: dict[str, Any]) -> discord.Message:
    read: Any = {name: data[name] for name in READ_FIELDS if name in data}
    return discord.Message(state=state, channel=channel, data=read)
