"""The end of a game in one picture: the podium, the card that decided it, and everybody's curve."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.pictures import drawing
from bot.views.pictures.curves import SUPERSAMPLING, WIDTH_PX, draw_chart, figure_told, seat_colour
from bot.views.pictures.faces import draw_face
from bot.views.pictures.models import Curve, Ending
from bot.views.text import ordinal

PADDING_PX = 22
PODIUM_HEIGHT_PX = 250
CHART_HEIGHT_PX = 172
STEP_HEIGHTS_PX = (100, 84, 68)
"""Of the first, second and third place; the name and the figure stand on each."""
STEPS = len(STEP_HEIGHTS_PX)
HEAD_RADIUS_PX = 36
NAME_SIZE_PX = 28
FIGURE_SIZE_PX = 24
FACE_SIZE_PX = 168
CAPTION_SIZE_PX = 21
ROW_HEIGHT_PX = 40
ROWS_SIDE_BY_SIDE = 2
"""Seats beyond the podium in one line."""


def draw_ending(ending: Ending) -> Image.Image:
    """Draw the podium with the deciding card beside it, the other seats, and the chart below."""
    rows = ending.curves.rows
    rest = rows[STEPS:]
    rest_height = -(-len(rest) // ROWS_SIDE_BY_SIDE) * ROW_HEIGHT_PX
    high = PODIUM_HEIGHT_PX + rest_height + CHART_HEIGHT_PX + PADDING_PX // 2
    picture = Image.new("RGB", (WIDTH_PX * SUPERSAMPLING, high * SUPERSAMPLING), drawing.BACKGROUND_COLOUR)
    draw = ImageDraw.Draw(picture)
    room = WIDTH_PX - 2 * PADDING_PX - (FACE_SIZE_PX + PADDING_PX if ending.face is not None else 0)
    _podium(draw, ending, room)
    for number, row in enumerate(rest):
        _row(draw, ending, row, number)
    draw_chart(draw, ending.curves, PODIUM_HEIGHT_PX + rest_height, CHART_HEIGHT_PX)
    small = picture.reduce(SUPERSAMPLING)
    if ending.face is not None:
        _card(small, ending)
    return small


def _podium(draw: drawing.Canvas, ending: Ending, room_px: int) -> None:
    shown = ending.curves.rows[:STEPS]
    wide = min(room_px // max(len(shown), 1), 260)
    left = PADDING_PX + (room_px - wide * len(shown)) // 2
    order = (1, 0, 2) if len(shown) == STEPS else tuple(range(len(shown)))
    found = ending.curves.places()
    for column, number in enumerate(order):
        _step(draw, ending.curves.unit, shown[number], found[number], (left + column * wide, wide))


def _step(draw: drawing.Canvas, unit: str, row: Curve, place: int, span: tuple[int, int]) -> None:
    """Draw a seat on its step; ``span`` is where the step begins and how wide it is."""
    u = SUPERSAMPLING
    left, wide = span
    top, bottom = PODIUM_HEIGHT_PX - 10 - STEP_HEIGHTS_PX[place - 1], PODIUM_HEIGHT_PX - 10
    box = ((left + 4) * u, top * u, (left + wide - 4) * u, bottom * u)
    edge = drawing.GOLD_COLOUR if row.winner else drawing.PANEL_COLOUR
    draw.rounded_rectangle(box, radius=12 * u, fill=drawing.PANEL_COLOUR, outline=edge, width=3 * u)
    middle = left + wide // 2
    _head(draw, middle, top - HEAD_RADIUS_PX + 4, seat_colour(row), crowned=row.winner)
    name = drawing.fitted(drawing.drawable(row.name, f"Seat {row.colour + 1}"), wide - 24, NAME_SIZE_PX)
    font = drawing.font(NAME_SIZE_PX * u)
    draw.text((middle * u, (top + 24) * u), name, font=font, fill=drawing.TEXT_COLOUR, anchor="mm")
    figure = f"{ordinal(place)} · {figure_told(unit, row.points[-1])}"
    told = drawing.GOLD_COLOUR if row.winner else drawing.MUTED_COLOUR
    font = drawing.font(FIGURE_SIZE_PX * u)
    draw.text((middle * u, (top + 51) * u), figure, font=font, fill=told, anchor="mm")


def _head(draw: drawing.Canvas, x: int, y: int, colour: drawing.Colour, *, crowned: bool) -> None:
    """Draw a face in a seat's colour: the winner's smiles under a crown, the others' does not."""
    u, r, ink = SUPERSAMPLING, HEAD_RADIUS_PX, drawing.INK_COLOUR
    draw.ellipse(_box(x, y, r, r), fill=colour, outline=ink, width=4 * u)
    for side in (-1, 1):
        draw.ellipse(_box(x + side * 13, y - 6, 8, 9), fill=drawing.PAPER_COLOUR, outline=ink, width=2 * u)
        draw.ellipse(_box(x + side * 13 + 2, y - 4, 3, 4), fill=ink)
    if crowned:
        draw.arc(_box(x, y + 6, 17, 14), 20, 160, fill=ink, width=4 * u)
        points = ((-30, -22), (-36, -58), (-15, -40), (0, -64), (15, -40), (36, -58), (30, -22))
        crown = [((x + px) * u, (y + py) * u) for px, py in points]
        draw.polygon(crown, fill=drawing.GOLD_COLOUR, outline=ink, width=3 * u)
    else:
        draw.line(((x - 12) * u, (y + 17) * u, (x + 12) * u, (y + 15) * u), fill=ink, width=4 * u)


def _box(x: int, y: int, wide: int, high: int) -> tuple[int, int, int, int]:
    """Return the box of an ellipse around a point, by its half axes."""
    u = SUPERSAMPLING
    return ((x - wide) * u, (y - high) * u, (x + wide) * u, (y + high) * u)


def _row(draw: drawing.Canvas, ending: Ending, row: Curve, number: int) -> None:
    """Draw a seat that is not on the podium."""
    u = SUPERSAMPLING
    wide = (WIDTH_PX - 2 * PADDING_PX) // ROWS_SIDE_BY_SIDE
    left = PADDING_PX + number % ROWS_SIDE_BY_SIDE * wide
    middle = PODIUM_HEIGHT_PX + number // ROWS_SIDE_BY_SIDE * ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2
    draw.ellipse(_box(left + 14, middle, 11, 11), fill=seat_colour(row), outline=drawing.INK_COLOUR, width=4)
    place = ending.curves.places()[STEPS + number]
    figure = f"{ordinal(place)} · {figure_told(ending.curves.unit, row.points[-1])}"
    end = wide - 16 - drawing.width(figure, FIGURE_SIZE_PX)
    name = drawing.fitted(drawing.drawable(row.name, f"Seat {row.colour + 1}"), end - 46, FIGURE_SIZE_PX)
    font = drawing.font(FIGURE_SIZE_PX * u)
    draw.text(((left + 34) * u, middle * u), name, font=font, fill=drawing.TEXT_COLOUR, anchor="lm")
    draw.text(((left + end) * u, middle * u), figure, font=font, fill=drawing.MUTED_COLOUR, anchor="lm")


def _card(picture: Image.Image, ending: Ending) -> None:
    """Draw the card that decided the game, and what it did."""
    assert ending.face is not None
    left, top = WIDTH_PX - PADDING_PX - FACE_SIZE_PX, 14
    picture.paste(draw_face(ending.face, FACE_SIZE_PX), (left, top))
    draw = ImageDraw.Draw(picture)
    y = top + FACE_SIZE_PX + 6
    caption = drawing.drawable(ending.caption, "")
    for line in drawing.wrapped(caption, FACE_SIZE_PX, CAPTION_SIZE_PX, 3):
        where = (left + FACE_SIZE_PX // 2, y)
        draw.text(where, line, font=drawing.font(CAPTION_SIZE_PX), fill=drawing.TEXT_COLOUR, anchor="ma")
        y += CAPTION_SIZE_PX + 4
