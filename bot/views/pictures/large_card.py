"""One card as large as a phone is wide, with its whole text: what does not fit makes it taller."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.views.base.naming import figure
from bot.views.base.sketches import LargeCard, TextSize
from bot.views.base.text import quoted
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face

WIDTH_PX = 640
PADDING_PX = 22
EDGE_PX = 5
"""Of the kind's color around the paper, which a light screen would swallow; the client rounds corners."""
FACE_SIZE_PX = 236
LINE_GAP_PX = 9
PARAGRAPH_GAP_PX = 12
ALL_LINES = 1000
"""More lines than any card has."""

JOKE_COLOR: drawing.Color = (112, 104, 116)


@dataclass(frozen=True, slots=True)
class LetterSizes:
    """How high the letters of each part of a card are, in pixels."""

    name: int
    kind: int
    figure: int
    text: int
    joke: int


LETTERS: dict[TextSize, LetterSizes] = {
    "small": LetterSizes(name=34, kind=22, figure=26, text=24, joke=22),
    "normal": LetterSizes(name=38, kind=25, figure=30, text=28, joke=26),
    "large": LetterSizes(name=46, kind=32, figure=38, text=38, joke=34),
}


def draw_large_card(card: LargeCard) -> Image.Image:
    """Draw the name on a band, the drawing with the figures beside it, the text and the joke below."""
    room, letters = WIDTH_PX - 2 * PADDING_PX, LETTERS[card.text_size]
    names = _lines(card.face.name, room, letters.name)
    texts = [_lines(line, room, letters.text) for line in card.text]
    jokes = _lines(quoted(card.face.flavour), room, letters.joke) if card.face.flavour else []
    band = 2 * 12 + len(names) * (letters.name + LINE_GAP_PX)
    beside = _beside(card, letters)
    upper = max(FACE_SIZE_PX, sum(size + LINE_GAP_PX for _, size, _ in beside))
    floor = band + PADDING_PX + upper + PADDING_PX
    high = floor + sum(_height(lines, letters.text) for lines in texts) + _height(jokes, letters.joke) + 6
    color = drawing.color_of(card.face.kind, card.face.name)
    picture = Image.new("RGB", (WIDTH_PX, high), color)
    draw = ImageDraw.Draw(picture)
    paper = (EDGE_PX, band, WIDTH_PX - 1 - EDGE_PX, high - 1 - EDGE_PX)
    corners = (False, False, True, True)
    draw.rounded_rectangle(paper, radius=14, fill=drawing.PAPER_COLOR, corners=corners)
    drawing.write(draw, names, (PADDING_PX, 10), letters.name, drawing.PAPER_COLOR, LINE_GAP_PX)
    picture.paste(draw_face(card.face, FACE_SIZE_PX, dark=False), (PADDING_PX, band + PADDING_PX))
    y = band + PADDING_PX
    for line, size, told in beside:
        y = drawing.write(draw, [line], (2 * PADDING_PX + FACE_SIZE_PX, y), size, told, LINE_GAP_PX)
    y = floor
    for lines in texts:
        y = (
            drawing.write(draw, lines, (PADDING_PX, y), letters.text, drawing.INK_COLOR, LINE_GAP_PX)
            + PARAGRAPH_GAP_PX
        )
    drawing.write(draw, jokes, (PADDING_PX, y), letters.joke, JOKE_COLOR, LINE_GAP_PX)
    return picture


def _beside(card: LargeCard, letters: LetterSizes) -> list[tuple[str, int, drawing.Color]]:
    """Return what stands beside the drawing: the kind, then the figures, each with size and color."""
    room = WIDTH_PX - FACE_SIZE_PX - 3 * PADDING_PX
    color = drawing.on_paper(drawing.color_of(card.face.kind, card.face.name))
    found = [(line, letters.kind, color) for line in _lines(card.kind, room, letters.kind)]
    for label, value in card.face.figures:
        told = figure(label, value)
        found += [(line, letters.figure, drawing.INK_COLOR) for line in _lines(told, room, letters.figure)]
    return found


def _lines(text: str, room: int, size: int) -> list[str]:
    return drawing.wrapped(drawing.drawable(text), room, size, ALL_LINES)


def _height(lines: list[str], size: int) -> int:
    return len(lines) * (size + LINE_GAP_PX) + PARAGRAPH_GAP_PX if lines else 0
