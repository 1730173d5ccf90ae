"""A strip of the castle's board above a hand: each threatened arc with who comes, two marches ahead."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.base.sketches import OUTLOOK_CELLS_PER_ROW, Outlook, OutlookCell
from bot.views.pictures import castle, drawing

CELL_SIZE_PX = (260, 100)
SHOWN_MONSTERS = 2
TAG_PX = 78
"""Width of the tag with the arc's number, its color and what falls there."""
TOKEN_PX = 41


def draw_outlook(outlook: Outlook) -> Image.Image:
    """Draw the cells in rows, those of the next march with an edge in the color of its arrows."""
    wide, high = CELL_SIZE_PX
    rows = -(-len(outlook.cells) // OUTLOOK_CELLS_PER_ROW)
    u = castle.SUPERSAMPLING
    picture = Image.new("RGB", (wide * OUTLOOK_CELLS_PER_ROW * u, high * rows * u), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    for number, cell in enumerate(outlook.cells):
        row, column = divmod(number, OUTLOOK_CELLS_PER_ROW)
        _cell(picture, draw, cell, column * wide, row * high)
    return picture.reduce(u)


def _cell(picture: Image.Image, draw: drawing.Canvas, cell: OutlookCell, left: int, top: int) -> None:
    u, (wide, high) = castle.SUPERSAMPLING, CELL_SIZE_PX
    color = castle.ARC_COLORS[(cell.arc - 1) // 2]
    box = ((left + 3) * u, (top + 3) * u, (left + wide - 3) * u, (top + high - 3) * u)
    edge = drawing.INK_COLOR if cell.later else castle.BREAK_COLOR
    draw.rounded_rectangle(box, radius=12 * u, fill=color[1], outline=edge, width=4 * u)
    castle.write(draw, (left + 26, top + high / 2), str(cell.arc), 46, drawing.GOLD_COLOR)
    x, y = left + 60, top + high / 2
    if cell.what == "Tower":
        castle.battlements(draw, x, y, castle.STONE_COLOR)
    else:
        fill = castle.STONE_COLOR if cell.what == "Wall" else drawing.GOLD_COLOR
        for row in range(3):
            for column in range(2):
                brick = x - 15 + column * 15 + 4 * (row % 2), y - 15 + row * 10
                draw.rectangle(
                    (brick[0] * u, brick[1] * u, (brick[0] + 13) * u, (brick[1] + 8) * u), fill=fill
                )
    for number, token in enumerate(cell.tokens[:SHOWN_MONSTERS]):
        size = min(TOKEN_PX, (wide - TAG_PX - 16) / 2 / min(len(cell.tokens), SHOWN_MONSTERS))
        middle = left + TAG_PX + 12 + size * (2 * number + 1), y
        castle.draw_token(picture, draw, castle.Spot(token, *middle, size, 0, 0))
    if cell.later:
        castle.write(draw, (left + 42, top + high - 16), "then", 22, drawing.TEXT_COLOR)
    if len(cell.tokens) > SHOWN_MONSTERS:
        more = f"+{len(cell.tokens) - SHOWN_MONSTERS}"
        castle.write(draw, (left + wide - 16, top + high - 16), more, 22, drawing.TEXT_COLOR)
