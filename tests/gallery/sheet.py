"""Sixty drawings on one sheet, of all sets and kinds: is it one artist, and what they are called?"""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from PIL import Image, ImageDraw

from bot.app.games import game_registry
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face
from cards.kernel.game import CardFace

SHEET_CARDS = 60
SHEET_COLUMNS = 10
DRAWING_SIZE_PX = 150
EMBLEMS_IN_TURN = (
    *("monster", "item", "curse", "class", "monster", "companion"),
    *("shot", "race", "enhancer", "item", "level", "other"),
)
"""Of which kind the next card is: creatures and things are on the sheet more often."""
CAPTION_SIZE_PX = 13
CAPTION_LINES = 3
CAPTION_HEIGHT_PX = 50


def sheet_faces() -> list[CardFace]:
    """Return as many cards of each set as of the others, their kinds in turn."""
    games = game_registry()
    found: dict[str, CardFace] = {}
    for name in games.names():
        wanted = len(found) + SHEET_CARDS // len(games.names())
        left = [face for face in games.find(name).faces() if face.name not in found]
        for emblem in cycle(EMBLEMS_IN_TURN):
            of_kind = [face for face in left if drawing.emblem_of(face.kind) == emblem]
            if of_kind:
                face = of_kind[len(of_kind) // 2]
                found[face.name] = face
                left.remove(face)
            if len(found) == wanted:
                break
    return list(found.values())


def draw_sheets(folder: Path) -> list[Path]:
    """Draw the sheet, dark and light, and return where both are."""
    faces = sheet_faces()
    found: list[Path] = []
    for name, dark in (("sheet.png", True), ("sheet-light.png", False)):
        found.append(folder / name)
        contact_sheet(faces, DRAWING_SIZE_PX, SHEET_COLUMNS, dark).save(found[-1])
    return found


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
