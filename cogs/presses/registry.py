"""The one list of what can be pressed: the prefix of a custom_id, and what reads the press.

A prefix is the letter of the action, alone or with the first word of the rest: ``g.story``. The record that
a reader returns knows how it is answered.
"""

from __future__ import annotations

from bot.views.base import custom_ids
from cogs.answers import Click
from cogs.presses import lobby, looks, moves, pages
from cogs.presses.base import Pressed, PressRequest, Reader

READERS: dict[str, Reader] = {**moves.READERS, **looks.READERS, **lobby.READERS, **pages.READERS}


def read_press(click: Click) -> PressRequest | None:
    """Return what a press asks for; None where the button is not one of ours, or of an older version."""
    found = custom_ids.parse(click.custom_id)
    if found is None:
        return None
    name, _, rest = found.rest.partition(".")
    reader = READERS.get(f"{found.action}.{name}")
    if reader is not None:
        return reader(Pressed(click, found, rest))
    return READERS[found.action](Pressed(click, found, found.rest))
