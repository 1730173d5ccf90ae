"""The hand as card faces side by side, three in a row: large enough to read on a phone."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.pictures import brush
from bot.views.pictures.sketch import Strip
from cards.kernel.game import Face

CARD = (248, 316)
GAP = 12
IN_A_ROW = 3
LARGE = ("Level", "Bonus", "Monster", "Points")
"""Figures that are written large: by these cards are told apart at a glance."""


def draw_strip(strip: Strip) -> Image.Image:
    """Draw all faces on felt."""
    count = max(len(strip.faces), 1)
    columns = min(IN_A_ROW, count)
    rows = -(-count // IN_A_ROW)
    size = (GAP + columns * (CARD[0] + GAP), GAP + rows * (CARD[1] + GAP))
    picture = Image.new("RGB", size, brush.FELT)
    draw = ImageDraw.Draw(picture)
    for number, face in enumerate(strip.faces):
        x = GAP + number % IN_A_ROW * (CARD[0] + GAP)
        y = GAP + number // IN_A_ROW * (CARD[1] + GAP)
        mark = strip.marks[number] if number < len(strip.marks) else ""
        draw_face(draw, face, x, y, mark)
    return picture


def draw_face(draw: brush.Draw, face: Face, x: int, y: int, mark: str) -> None:
    """Draw one card: name on a band, emblem, figures, and the beginning of its text."""
    wide, high = CARD
    emblem = brush.emblem_of(face.kind)
    colour = brush.colour_of(face.kind, face.name)
    draw.rounded_rectangle((x, y, x + wide, y + high), radius=16, fill=brush.PAPER)
    names = brush.wrapped(brush.drawable(face.name), wide - 24, 27, 2)
    band = 18 + 31 * len(names)
    draw.rounded_rectangle((x, y, x + wide, y + band), radius=16, fill=colour)
    draw.rectangle((x, y + band - 16, x + wide, y + band), fill=colour)
    for number, line in enumerate(names):
        draw.text((x + 12, y + 8 + 31 * number), line, font=brush.font(27), fill=brush.PAPER)
    top = y + band + 10
    brush.emblem(draw, _emblem(face, emblem), x + 12, top, 64, colour)
    _figures(draw, face, x + 88, top, wide - 100)
    _text(draw, face, x + 12, top + 76, wide - 24, y + high - 34 - top - 76)
    draw.text(
        (x + 12, y + high - 28),
        brush.fitted(face.kind[:1].upper() + face.kind[1:], wide - 24, 19),
        font=brush.font(19),
        fill=colour,
    )
    if mark:
        _ribbon(draw, mark, x + wide, y + high)


def _emblem(face: Face, emblem: str) -> str:
    worn = dict(face.figures).get("Slot", "")
    return {"Headgear": "head", "Armor": "armor", "Footgear": "feet"}.get(worn, emblem)


def _figures(draw: brush.Draw, face: Face, x: int, y: int, room: int) -> None:
    """Draw the largest figure big, the others small below it."""
    large = [(label, value) for label, value in face.figures if label in LARGE][:1]
    if large:
        label, value = large[0]
        first = brush.drawable(f"{label} {value}" if label == "Level" else value)
        size = 40 if brush.width(first, 40) <= room else 28
        draw.text((x, y), brush.fitted(first, room, size), font=brush.font(size), fill=brush.INK)
    rest = [_short(*figure) for figure in face.figures if figure not in large]
    told = brush.fitted(" · ".join(rest), room, 19)
    draw.text((x, y + 45), told, font=brush.font(19), fill=brush.INK)


def _short(label: str, value: str) -> str:
    if label == "Value":
        return value.replace(" Gold Pieces", " GP")
    if label == "Treasures":
        return f"{value} Tr."
    if label == "Levels":
        return f"{value} Lv."
    return value


def _text(draw: brush.Draw, face: Face, x: int, y: int, room: int, high: int) -> None:
    said = brush.drawable(" ".join(face.text), "")
    for number, line in enumerate(brush.wrapped(said, room, 20, max(high // 24, 1))):
        draw.text((x, y + 24 * number), line, font=brush.font(20), fill=brush.INK)


def _ribbon(draw: brush.Draw, mark: str, right: int, bottom: int) -> None:
    wide = brush.width(mark, 19) + 20
    draw.rounded_rectangle((right - wide - 8, bottom - 34, right - 8, bottom - 8), radius=10, fill=brush.INK)
    draw.text((right - wide + 2, bottom - 32), mark, font=brush.font(19), fill=brush.GOLD)
