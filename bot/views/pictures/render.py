"""Draws sketches and remembers the pictures: the same sketch is never drawn twice in a row.

Compressing them takes longer than drawing most of them. ISA-L does it in a fifth of the time that Pillow
takes, for files that are a fifteenth larger; it is an extra, and without it Pillow writes the file.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from struct import pack
from threading import Lock
from typing import cast
from zlib import crc32

from cachetools import LRUCache
from PIL import Image

from bot.views.base.game_screens import painter_for
from bot.views.base.sketches import LargeCard, Poster, ProfileCard, Sketch, Strip
from bot.views.pictures import palette
from bot.views.pictures.large_card import draw_large_card
from bot.views.pictures.poster import draw_poster
from bot.views.pictures.profile import draw_profile
from bot.views.pictures.strip import draw_strip
from cards.say import spoken

MAX_CACHED_PICTURES = 768
"""Pictures kept, some 20 KB each: while thirty tables are played, as many are drawn in half a minute."""

_pictures: LRUCache[tuple[NullTranslations, Sketch], bytes] = LRUCache(MAX_CACHED_PICTURES)
_lock = Lock()
"""Pictures are drawn in threads and looked up on the event loop."""


def render_png(sketch: Sketch) -> bytes:
    """Return the picture as a PNG file. Takes some 5 ms or more, so call it off the event loop."""
    found = known_png(sketch)
    if found is not None:
        return found
    drawn = png_file(palette.reduced(_render(sketch)))
    with _lock:
        return _pictures.setdefault((spoken.get(), sketch), drawn)


def known_png(sketch: Sketch) -> bytes | None:
    """Return the picture if it was drawn lately, in no time."""
    with _lock:
        return _pictures.get((spoken.get(), sketch))


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


PILLOW_LEVEL = 3
"""A third of the time that the usual level 6 takes, for files that are a sixth larger."""

ISAL_LEVEL = 1
"""Level 0 makes files that are a sixth larger in the same time, level 3 equal ones in over twice that."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_EIGHT_BITS_OF_A_PALETTE = bytes((8, 3, 0, 0, 0))
"""The end of a header: bits for each pixel, what they mean, and no choice of how they are put down."""


def png_file(picture: Image.Image) -> bytes:
    """Return a picture that is in the shared colors as a PNG file."""
    deflate = quick_deflate()
    if deflate is None:
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", compress_level=PILLOW_LEVEL)
        return buffer.getvalue()
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", pack(">II", *picture.size) + _EIGHT_BITS_OF_A_PALETTE),
            _chunk(b"PLTE", bytes(picture.getpalette() or ())),
            _chunk(b"IDAT", deflate(_unfiltered_lines(picture))),
            _chunk(b"IEND", b""),
        )
    )


@cache
def quick_deflate() -> Callable[[bytes], bytes] | None:
    """Return what compresses by ISA-L; None where it is not installed."""
    try:
        from isal import isal_zlib
    except ImportError:
        return None
    compress = cast(Callable[[bytes, int], bytes], isal_zlib.compress)  # pyright: ignore[reportUnknownMemberType]
    return lambda data: compress(data, ISAL_LEVEL)


def _unfiltered_lines(picture: Image.Image) -> bytes:
    """Return the pixels line by line, before each a zero: it is not filtered, which suits a palette best."""
    wider = Image.new("P", (picture.width + 1, picture.height), 0)
    wider.paste(picture, (1, 0))
    return wider.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(data, crc32(kind)))
