"""A card that has just changed everything: large, with what happened and what it does here."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face
from bot.views.pictures.models import Reveal
from bot.views.pictures.strip import short_figure
from cards.kernel.game import CardFace

WIDTH_PX = 640
PADDING_PX = 14
FACE_SIZE_PX = 264
NAME_SIZES_PX = (27, 24, 21)
FIGURES_SIZES_PX = (24, 21, 18)
HEAD_SIZES_PX = (32, 28, 24)
NOTE_SIZES_PX = (26, 23, 20)
JOKE_SIZES_PX = (24, 21)
"""Heights of letters, the first that leaves a text whole."""
LINE_GAP_PX = 5
SCORE_SIZE_PX = 64


def draw_reveal(reveal: Reveal) -> Image.Image:
    """Draw the card on the left; beside it what happened, what it does here, its joke, and the score."""
    name = drawing.drawable(reveal.face.name)
    size, names = drawing.uncut(name, FACE_SIZE_PX - 24, NAME_SIZES_PX, 2)
    band = 16 + (size + 4) * len(names)
    wide, high = WIDTH_PX, band + FACE_SIZE_PX + FIGURES_SIZES_PX[0] + 20 + 2 * PADDING_PX
    picture = Image.new("RGB", (wide, high), drawing.BACKGROUND_COLOUR)
    draw = ImageDraw.Draw(picture)
    _card(picture, reveal.face, names, size, band)
    left = FACE_SIZE_PX + 2 * PADDING_PX + 4
    room = wide - left - PADDING_PX
    floor = high - PADDING_PX - (SCORE_SIZE_PX + 16 if reveal.score is not None else 0)
    size, lines = drawing.uncut(drawing.drawable(reveal.head, ""), room, HEAD_SIZES_PX, 3)
    y = drawing.write(draw, lines, (left, PADDING_PX), size, drawing.TEXT_COLOUR, LINE_GAP_PX)
    for note in reveal.notes:
        size, lines = _that_fit(note, room, NOTE_SIZES_PX, floor - y - 6)
        if lines:
            y = drawing.write(draw, lines, (left, y + 6), size, drawing.GOLD_COLOUR, LINE_GAP_PX)
    size, lines = _that_fit(reveal.joke, room, JOKE_SIZES_PX, floor - y - 10)  # half a joke is none
    drawing.write(draw, lines, (left, y + 10), size, drawing.MUTED_COLOUR, LINE_GAP_PX)
    if reveal.score is not None:
        party, monsters = reveal.score
        colour = drawing.GOOD_COLOUR if reveal.ahead else drawing.BAD_COLOUR
        where = (left, high - PADDING_PX - SCORE_SIZE_PX - 10)
        draw.text(where, f"{party} : {monsters}", font=drawing.font(SCORE_SIZE_PX), fill=colour)
    return picture


def _card(picture: Image.Image, face: CardFace, names: list[str], name_size: int, band: int) -> None:
    """Draw the card: its name on a band, its drawing, its figures below."""
    draw = ImageDraw.Draw(picture)
    left, top, right = PADDING_PX, PADDING_PX, PADDING_PX + FACE_SIZE_PX - 1  # the last pixel is part of it
    bottom = picture.height - PADDING_PX
    colour = drawing.colour_of(face.kind, face.name)
    draw.rounded_rectangle((left, top, right, bottom), radius=16, fill=drawing.PAPER_COLOUR)
    draw.rounded_rectangle((left, top, right, top + band + 16), radius=16, fill=colour)
    for number, line in enumerate(names):
        place = (left + 12, top + 6 + (name_size + 4) * number)
        draw.text(place, line, font=drawing.font(name_size), fill=drawing.PAPER_COLOUR)
    picture.paste(draw_face(face, FACE_SIZE_PX), (left, top + band))
    figures = [short_figure(*figure) for figure in face.figures]
    told = drawing.drawable(" · ".join(figures or [face.kind]), "")
    size, lines = drawing.uncut(told, FACE_SIZE_PX - 24, FIGURES_SIZES_PX, 1)
    draw.text(
        (left + 12, bottom - 12 - (size + 2) * len(lines)),
        "\n".join(lines),
        font=drawing.font(size),
        fill=drawing.INK_COLOUR,
        spacing=2,
    )


def _that_fit(text: str, room: int, sizes: tuple[int, ...], high: int) -> tuple[int, list[str]]:
    """Return the largest size at which the whole text fits, and its lines: none if it fits at none."""
    for size in sizes:
        _, lines = drawing.uncut(drawing.drawable(text, ""), room, (size,), 1)
        if len(lines) * (size + LINE_GAP_PX) <= high:
            return size, lines
    return sizes[-1], []
