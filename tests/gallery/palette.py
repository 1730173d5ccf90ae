"""Choose the colors that all pictures share: ``python -m tests.gallery.palette`` prints them for the source.

They come from the drawings of all cards of all games beside the colors that pictures are made of. Run it
again when drawings look rough after the colors of cards have changed; ``test_pictures.py``
says how far a picture may be from what was drawn.
"""

import sys
from collections.abc import Sequence

from PIL import Image

from bot.app.games import game_registry
from bot.views.base.sketches import Castle, Chip, MonsterToken, SeatRow
from bot.views.pictures import drawing
from bot.views.pictures.castle import draw_castle
from bot.views.pictures.palette import COLOR_COUNT
from bot.views.pictures.reveal import revealed_card
from bot.views.pictures.scene import scene_row
from bot.views.pictures.strip import card_on_felt
from cards.kernel.game import CardFace

LINE_CHARS = 96

SAMPLE_STEP = 4
"""One pixel of so many is looked at, across and down, and one large card of so many: all take hours."""


def sample_pictures(faces: Sequence[CardFace]) -> list[Image.Image]:
    """Draw these cards and some tables, as they are before colors are left out."""
    pictures = [card_on_felt(face) for face in faces]
    pictures += [revealed_card(face) for face in faces[::SAMPLE_STEP]]
    for seat in range(len(drawing.SEAT_COLORS)):
        row = SeatRow(
            "Ann", seat, 5, 9, 3, (Chip("head", 2, True), Chip("shot", 1, False)), "Elf", bool(seat % 2)
        )
        pictures.append(scene_row(row, 10))
    tokens = tuple(MonsterToken(ring, arc, "A", arc % 3, 3) for ring in range(5) for arc in range(1, 7))
    pictures.append(draw_castle(Castle(tokens, (True,) * 6, (True,) * 6, (False, True) * 3)))
    return pictures


def common_colors(pictures: Sequence[Image.Image]) -> bytes:
    """Return the colors that come closest to those of all pictures, three bytes each."""
    small = [picture.resize(_sample_size(picture), Image.Resampling.NEAREST) for picture in pictures]
    sheet = Image.new("RGB", (max(p.width for p in small), sum(p.height for p in small)))
    top = 0
    for picture in small:
        sheet.paste(picture, (0, top))
        top += picture.height
    named = named_colors()
    found = sheet.quantize(COLOR_COUNT - len(named), method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    others = bytes(found.getpalette() or ())[: 3 * (COLOR_COUNT - len(named))]
    return (b"".join(map(bytes, named)) + others).ljust(3 * COLOR_COUNT, b"\0")


def named_colors() -> list[drawing.Color]:
    """List the colors of large grounds and of letters, which stay exactly as they are."""
    grounds = (drawing.BACKGROUND_COLOR, drawing.PANEL_COLOR, drawing.PAPER_COLOR)
    letters = (drawing.INK_COLOR, drawing.TEXT_COLOR, drawing.MUTED_COLOR, drawing.GOLD_COLOR)
    signs = (drawing.GOOD_COLOR, drawing.BAD_COLOR, *drawing.SEAT_COLORS, *drawing.KIND_COLORS.values())
    return list(dict.fromkeys((*grounds, *letters, *signs)))


def _sample_size(picture: Image.Image) -> tuple[int, int]:
    return picture.width // SAMPLE_STEP, picture.height // SAMPLE_STEP


def main() -> None:
    games = game_registry()
    faces = {face.name: face for name in games.names() for face in games.find(name).faces()}
    text = common_colors(sample_pictures(list(faces.values()))).hex()
    for start in range(0, len(text), LINE_CHARS):
        sys.stdout.write(f'    "{text[start : start + LINE_CHARS]}"\n')


if __name__ == "__main__":
    main()
