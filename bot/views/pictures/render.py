"""Draws sketches and remembers the pictures: the same sketch is never drawn twice in a row."""

from __future__ import annotations

import io
from threading import Lock

from cachetools import LRUCache
from PIL import Image

from bot.views.base.game_screens import painter_for
from bot.views.base.sketches import LargeCard, Poster, ProfileCard, Sketch, Strip
from bot.views.pictures import palette
from bot.views.pictures.large_card import draw_large_card
from bot.views.pictures.png import png_file
from bot.views.pictures.poster import draw_poster
from bot.views.pictures.profile import draw_profile
from bot.views.pictures.strip import draw_strip

MAX_CACHED_PICTURES = 768
"""Pictures kept, some 20 KB each: while thirty tables are played, as many are drawn in half a minute."""

_pictures: LRUCache[Sketch, bytes] = LRUCache(MAX_CACHED_PICTURES)
_lock = Lock()
"""Pictures are drawn in threads and looked up on the event loop."""


def render_png(sketch: Sketch) -> bytes:
    """Return the picture as a PNG file. Takes some 5 ms or more, so call it off the event loop."""
    found = known_png(sketch)
    if found is not None:
        return found
    drawn = png_file(palette.reduced(_render(sketch)))
    with _lock:
        return _pictures.setdefault(sketch, drawn)


def known_png(sketch: Sketch) -> bytes | None:
    """Return the picture if it was drawn lately, in no time."""
    with _lock:
        return _pictures.get(sketch)


def _render(sketch: Sketch) -> Image.Image:
    match sketch:
        case Strip():
            return draw_strip(sketch)
        case LargeCard():
            return draw_large_card(sketch)
        case Poster():
            return draw_poster(sketch)
        case ProfileCard():
            return draw_profile(sketch)
        case _:
            return painter_for(sketch)(sketch)


def picture_size(sketch: Sketch) -> tuple[int, int]:
    """Return the width and the height of a picture."""
    return Image.open(io.BytesIO(render_png(sketch))).size
