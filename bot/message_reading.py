"""What discord.py reads of our own messages.

With every press and every answer Discord sends the whole message back. The library makes an object of each
button and text in it, which nobody here ever asks for: all that counts is what was pressed.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import discord.message


@contextmanager
def without_components() -> Generator[None]:
    """Have the library leave out the components of messages for a while; it knows no other way."""
    patched: Any = discord.message
    original = patched._component_factory
    patched._component_factory = _no_component
    try:
        yield
    finally:
        patched._component_factory = original


def _no_component(data: object, state: object = None) -> None:
    """Return what the library returns for kinds of components that it does not know."""
