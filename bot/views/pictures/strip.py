"""The hand as card faces side by side, three or four in a row: large enough for a phone.

Fewer in a row make everything on them larger, since a picture is shown as wide as its message.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.views.base.naming import figure
from bot.views.base.sketches import Strip
from bot.views.pictures import drawing, palette
from bot.views.pictures.faces import draw_face
from cards.kernel.game import CardFace
from cards.say import say

CARD_SIZE_PX = (248, 204)
FACE_SIZE_PX = 100
GAP_PX = 12

MAX_CACHED_CARDS = 512
"""Cards kept as they lie in a hand, 50 KB each: of a hand that changes most are there already."""

NAME_SIZES_PX = (27, 24, 21)
KIND_SIZES_PX = (19, 17, 15)
REST_SIZES_PX = (19, 17)
"""Heights of letters, the first that leaves a text whole."""

BIG_TRAIT = "big"

LARGE_FIGURES = ("Level", "Bonus", "Monster", "Points")
"""Figures that are written large, because they tell cards apart at a glance."""


def draw_strip(strip: Strip) -> Image.Image:
    """Draw all faces on felt, in the shared colors."""
    count = max(len(strip.faces), 1)
    most = strip.per_row
    rows = -(-count // most)
    wide, high = CARD_SIZE_PX
    # A few cards keep the width of a whole row: a picture of one alone would fill half of a phone.
    size = (GAP_PX + most * (wide + GAP_PX), GAP_PX + rows * (high + GAP_PX))
    picture = palette.blank(size)
    for number, face in enumerate(strip.faces):
        x = GAP_PX + number % most * (wide + GAP_PX)
        y = GAP_PX + number // most * (high + GAP_PX)
        picture.paste(draw_card(face), (x, y))
    return picture


@lru_cache(MAX_CACHED_CARDS)
def draw_card(face: CardFace) -> Image.Image:
    """Draw one card on felt, in the shared colors."""
    return palette.reduced(card_on_felt(face))


def card_on_felt(face: CardFace) -> Image.Image:
    """Draw one card: name on a band, drawing, figures, kind."""
    wide, high = CARD_SIZE_PX
    # A rectangle includes its last pixel, so the picture is one larger.
    picture = Image.new("RGB", (wide + 1, high + 1), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    color = drawing.color_of(face.kind, face.name)
    draw.rounded_rectangle((0, 0, wide, high), radius=16, fill=drawing.PAPER_COLOR)
    size, names = drawing.uncut(drawing.drawable(face.name), wide - 24, NAME_SIZES_PX, 2)
    band = 18 + (size + 4) * len(names)
    draw.rounded_rectangle((0, 0, wide, band), radius=16, fill=color)
    draw.rectangle((0, band - 16, wide, band), fill=color)
    for number, line in enumerate(names):
        where = (12, 8 + (size + 4) * number)
        draw.text(where, line, font=drawing.font(size), fill=drawing.PAPER_COLOR)
    top, left = band + 8, FACE_SIZE_PX + 22
    picture.paste(draw_face(face, FACE_SIZE_PX, dark=False), (12, top))
    _figures(draw, face, left, top + 2, wide - FACE_SIZE_PX - 32)
    size, kinds = drawing.uncut(kind_on_card(face), wide - 10 - left, KIND_SIZES_PX, 1)
    y = high - 6 - (size + 3) * len(kinds)
    ink = drawing.on_paper(color)
    draw.text((left, y), "\n".join(kinds), font=drawing.font(size), fill=ink, spacing=3)
    return picture


def kind_on_card(face: CardFace) -> str:
    """Return what a card is; of a Big Item most people may carry one, so that it is worth its room."""
    kind = f"Big {face.kind}" if BIG_TRAIT in face.traits else face.kind
    return say(f"{kind[:1].upper()}{kind[1:]}")


def _figures(draw: drawing.Canvas, face: CardFace, x: int, y: int, room: int) -> None:
    """Draw the largest figure big, the others small below it."""
    large = [(label, value) for label, value in face.figures if label in LARGE_FIGURES][:1]
    if large:
        label, value = large[0]
        first = drawing.drawable(short_figure(label, value))
        size = 40 if drawing.width(first, 40) <= room else 28
        draw.text((x, y), drawing.fitted(first, room, size), font=drawing.font(size), fill=drawing.INK_COLOR)
        y += 45
    rest = [short_figure(*figure) for figure in face.figures if figure not in large]
    together = " · ".join(rest)
    for told in [together] if drawing.width(together, REST_SIZES_PX[0]) <= room else rest:
        size, lines = drawing.uncut(told, room, REST_SIZES_PX, 1)
        draw.text((x, y), "\n".join(lines), font=drawing.font(size), fill=drawing.INK_COLOR, spacing=2)
        y += (size + 2) * len(lines)


def short_figure(label: str, value: str) -> str:
    """Return a figure of a card in few letters."""
    if label == "Treasures":
        return say("{n} Tr.", n=value)
    if label == "Levels":
        return say("{n} Lv.", n=value)
    return figure(label, value) if label in ("Level", "Value", "Slot", "Sex") else value
