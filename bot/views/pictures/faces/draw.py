"""The drawing of one card as a picture, in any size."""

from __future__ import annotations

import hashlib
import io
from importlib.util import find_spec

from PIL import Image

from bot.views.pictures import drawing
from bot.views.pictures.faces.compose import Ground, compose
from bot.views.pictures.faces.kit import SUBJECTS_BY_EMBLEM
from cards.kernel.game import CardFace
from cards.kernel.looks import LookError, parse_look

COLORS = ("red", "orange", "yellow", "lime", "green", "teal", "blue", "violet", "pink", "brown", "steel")
EYES = ("eyes", "angry", "sad", "sleepy", "mad", "wide", "side", "one", "three", "many", "smug")
MOUTHS = ("smile", "grin", "frown", "wavy", "shout", "fangs", "teeth", "tongue", "smirk")
PATTERNS = ("striped", "dotted", "patched", "")


def draw_face(card: CardFace, size_px: int, dark: bool = True) -> Image.Image:
    """Return the drawing of a card: a square picture of its creature, thing or scene.

    The card's ``look`` says what is drawn; a card without one (from a game saved by an older release, or from
    somebody's own pack) gets a drawing that its kind and name decide. Takes less than a millisecond at 90 px
    and 10 ms at 700 px (docs/looks.md): remembering it would cost more memory than it saves time.
    """
    return draw_look(card.look, card.kind, card.name, size_px, dark)


def draw_look(look: str, kind: str, name: str, size_px: int, dark: bool = True) -> Image.Image:
    """Return what a look says, on the color of the card's kind."""
    return draw_svg(face_svg(look, kind, name, size_px, dark)).convert("RGB")


def by_lunasvg(document: str) -> Image.Image:
    """Draw SVG with the engine that is in our requirements."""
    from pillow_lunasvg import SvgImageFile

    return SvgImageFile(io.BytesIO(document.encode()))


def by_resvg(document: str) -> Image.Image:
    """Draw SVG with the other engine, where the first one cannot be had: slower, and the same to the eye."""
    from resvg_py import svg_to_bytes

    return Image.open(io.BytesIO(svg_to_bytes(svg_string=document, skip_system_fonts=True)))


draw_svg = by_lunasvg if find_spec("pillow_lunasvg") else by_resvg


def face_svg(look: str, kind: str, name: str, size_px: int, dark: bool) -> str:
    """Return the drawing as SVG."""
    try:
        parsed = parse_look(look or default_look(kind, name))
    except LookError:  # a look that a later release wrote into a shared database
        parsed = parse_look(default_look(kind, name))
    tint = "#{:02x}{:02x}{:02x}".format(*drawing.color_of(kind, name))
    return compose(parsed, Ground(tint, dark), size_px)


def default_look(kind: str, name: str) -> str:
    """Return a look for a card that says nothing of it: the same card always gets the same one."""
    dice = hashlib.sha256(f"{kind}/{name}".encode()).digest()
    emblem = drawing.emblem_of(kind)
    subjects = SUBJECTS_BY_EMBLEM[emblem]
    first = dice[1] % len(COLORS)
    second = (first + 1 + dice[2] % (len(COLORS) - 1)) % len(COLORS)
    words = [
        subjects[dice[0] % len(subjects)],
        COLORS[first],
        COLORS[second],
        PATTERNS[dice[5] % len(PATTERNS)],
    ]
    if emblem in ("monster", "companion", "race", "curse"):
        words += [EYES[dice[3] % len(EYES)], MOUTHS[dice[4] % len(MOUTHS)]]
    return ", ".join(word for word in words if word)
