"""Sixty drawings on one sheet, of all sets and kinds: is it one artist, and what they are called?"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

from bot.app.games import game_registry
from bot.views.pictures import drawing
from bot.views.pictures.faces.contact_sheet import contact_sheet
from cards.kernel.game import CardFace

SHEET_CARDS = 60
SHEET_COLUMNS = 10
DRAWING_SIZE_PX = 150
EMBLEMS_IN_TURN = (
    *("monster", "item", "curse", "class", "monster", "companion"),
    *("shot", "race", "enhancer", "item", "level", "other"),
)
"""Of which kind the next card is: creatures and things are on the sheet more often."""


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
