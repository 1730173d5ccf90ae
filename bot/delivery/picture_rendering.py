"""Draws the pictures of a screen off the event loop, just before it is sent."""

from __future__ import annotations

import asyncio

from bot.views.base.layout import Screen
from bot.views.pictures.models import Sketch
from bot.views.pictures.render import known_png, render_png


async def render_pictures(screen: Screen) -> Screen:
    """Return the screen with every picture drawn; one without pictures comes back as it is."""
    sketches = screen.sketches()
    if not sketches:
        return screen
    drawn: dict[Sketch, bytes] = {}
    for sketch in sketches:
        known = known_png(sketch)
        drawn[sketch] = known if known is not None else await asyncio.to_thread(render_png, sketch)
    return screen.with_pictures(drawn)
