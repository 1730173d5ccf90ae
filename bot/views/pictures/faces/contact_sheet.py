"""Many drawings on one picture, to see whether they look like one artist and like different cards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.views.pictures import drawing
from bot.views.pictures.faces.draw import draw_face
from cards.kernel.game import CardFace

CAPTION_SIZE_PX = 13
CAPTION_LINES = 3
CAPTION_HEIGHT_PX = 50


def contact_sheet(
    cards: Sequence[CardFace], size_px: int = 90, columns: int = 10, dark: bool = True
) -> Image.Image:
    """Draw the cards in rows, each with its name."""
    step = size_px + 6
    rows = -(-len(cards) // columns)
    ground, ink = (
        (drawing.BACKGROUND_COLOR, drawing.TEXT_COLOR) if dark else (drawing.PAPER_COLOR, drawing.INK_COLOR)
    )
    sheet = Image.new("RGB", (columns * step, rows * (step + CAPTION_HEIGHT_PX)), ground)
    draw = ImageDraw.Draw(sheet)
    for number, card in enumerate(cards):
        x, y = number % columns * step, number // columns * (step + CAPTION_HEIGHT_PX)
        sheet.paste(draw_face(card, size_px, dark), (x + 3, y + 3))
        names = drawing.wrapped(drawing.drawable(card.name), size_px, CAPTION_SIZE_PX, CAPTION_LINES)
        draw.text((x + 3, y + step), "\n".join(names), font=drawing.font(CAPTION_SIZE_PX), fill=ink)
    return sheet
