"""The drawing of one card as a picture, in any size, remembered by what it shows."""

from __future__ import annotations

import io
from functools import lru_cache

import resvg_py
from PIL import Image

from bot.views.pictures import drawing
from bot.views.pictures.faces.compose import Ground, compose
from bot.views.pictures.faces.defaults import default_look
from cards.kernel.game import CardFace
from cards.kernel.looks import LookError, parse_look

MAX_CACHED_FACES = 512
"""Drawings kept, 5 to 40 KB each as PNG."""


def draw_face(card: CardFace, size_px: int, dark: bool = True) -> Image.Image:
    """Return the drawing of a card: a square picture of its creature, thing or scene.

    The card's ``look`` says what is drawn; a card without one (from a game saved by an older release, or from
    somebody's own pack) gets a drawing that its kind and name decide. Takes some 5 ms at 90 px and 70 ms at
    700 px (docs/looks.md), so call it off the event loop.
    """
    data = face_png(card.look, card.kind, card.name, size_px, dark)
    return Image.open(io.BytesIO(data)).convert("RGB")


@lru_cache(MAX_CACHED_FACES)
def face_png(look: str, kind: str, name: str, size_px: int, dark: bool) -> bytes:
    """Return the drawing as a PNG file."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=face_svg(look, kind, name, dark), width=size_px, skip_system_fonts=True
        )
    )


def face_svg(look: str, kind: str, name: str, dark: bool) -> str:
    """Return the drawing as SVG."""
    try:
        parsed = parse_look(look or default_look(kind, name))
    except LookError:  # a look that a later release wrote into a shared database
        parsed = parse_look(default_look(kind, name))
    tint = "#{:02x}{:02x}{:02x}".format(*drawing.colour_of(kind, name))
    return compose(parsed, Ground(tint, dark))
