"""The end of a game in one picture: the podium, the card that decided it, and everybody's curve."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.views.base.sketches import Curve, Curves, Ending
from bot.views.base.text import ordinal, plural, say
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face
from cards.kernel.game import CardFace

WIDTH_PX = 780
PADDING_PX = 22
AXIS_WIDTH_PX = 52
SUPERSAMPLING = 2
"""Drawn so many times larger and shrunk, which makes the lines smooth."""
LINE_WIDTH_PX = 6
MAX_STEPS = 7
"""Between two lines of the chart, from the lowest to the highest figure."""
SHIFT_PX = 3
"""By how much the lines of two seats are apart where they have the same figure."""
PODIUM_HEIGHT_PX = 222
CHART_HEIGHT_PX = 172
STEP_HEIGHTS_PX = (100, 84, 68)
"""Of the first, second and third place; the name and the figure stand on each."""
STEPS = len(STEP_HEIGHTS_PX)
HEAD_RADIUS_PX = 36
NAME_SIZES_PX = (28, 25, 22)
"""On the podium, the first that leaves a name whole."""
FIGURE_SIZE_PX = 24
FACE_SIZE_PX = 124
CARD_WIDTH_PX = 184
"""How wide the column of the deciding card is: its drawing, and below it what it did."""
CAPTION_SIZES_PX = (24, 21)
CAPTION_LINES = 3
CARD_TOP_PX = 10
ROW_HEIGHT_PX = 36
ROOM_PX = WIDTH_PX - 2 * PADDING_PX
HALF_PX = ROOM_PX // 2
MAX_NAME_WIDTH_PX = 500
"""Wider than twenty of the widest letters."""


def draw_ending(ending: Ending) -> Image.Image:
    """Draw the podium with the deciding card beside it, the other seats, and the chart below."""
    size, caption = drawing.uncut(
        drawing.drawable(ending.caption, ""), CARD_WIDTH_PX, CAPTION_SIZES_PX, CAPTION_LINES
    )
    beside = CARD_WIDTH_PX + PADDING_PX if ending.face is not None else 0
    room = WIDTH_PX - 2 * PADDING_PX - beside
    floor = max(PODIUM_HEIGHT_PX, CARD_TOP_PX + FACE_SIZE_PX + 8 + len(caption) * (size + 4) if beside else 0)
    lines = _lines_of_rows(ending.curves, _step_width(ending.curves, room))
    high = floor + len(lines) * ROW_HEIGHT_PX + CHART_HEIGHT_PX + PADDING_PX // 2
    picture = Image.new("RGB", (WIDTH_PX * SUPERSAMPLING, high * SUPERSAMPLING), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    _podium(draw, ending, room)
    for number, line in enumerate(lines):
        _line(draw, line, floor + number * ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2)
    _chart(draw, ending.curves, floor + len(lines) * ROW_HEIGHT_PX)
    small = picture.reduce(SUPERSAMPLING)
    if ending.face is not None:
        _card(small, ending.face, size, caption)
    return small


def _podium(draw: drawing.Canvas, ending: Ending, room_px: int) -> None:
    shown = ending.curves.rows[:STEPS]
    wide = _step_width(ending.curves, room_px)
    left = PADDING_PX + (room_px - wide * len(shown)) // 2
    order = (1, 0, 2) if len(shown) == STEPS else tuple(range(len(shown)))
    found = ending.curves.places()
    for column, number in enumerate(order):
        _step(draw, ending.curves.unit, shown[number], found[number], (left + column * wide, wide))


def _step_width(curves: Curves, room_px: int) -> int:
    return min(room_px // max(len(curves.rows[:STEPS]), 1), 260)


def _name(row: Curve) -> str:
    return drawing.drawable(row.name, say("Seat {number}", number=row.color + 1))


def _name_on_step(row: Curve, wide_px: int) -> tuple[int, str]:
    """Return the size of a name on the podium, and the name, cut if it is too long for any size."""
    return drawing.in_line(_name(row), wide_px - 20, NAME_SIZES_PX)


def _step(draw: drawing.Canvas, unit: str, row: Curve, place: int, span: tuple[int, int]) -> None:
    """Draw a seat on its step; ``span`` is where the step begins and how wide it is."""
    u = SUPERSAMPLING
    left, wide = span
    top, bottom = PODIUM_HEIGHT_PX - 10 - STEP_HEIGHTS_PX[place - 1], PODIUM_HEIGHT_PX - 10
    box = ((left + 4) * u, top * u, (left + wide - 4) * u, bottom * u)
    edge = drawing.GOLD_COLOR if row.winner else drawing.PANEL_COLOR
    draw.rounded_rectangle(box, radius=12 * u, fill=drawing.PANEL_COLOR, outline=edge, width=3 * u)
    middle = left + wide // 2
    _head(draw, middle, top - HEAD_RADIUS_PX + 4, drawing.seat_color(row.color), crowned=row.winner)
    size, name = _name_on_step(row, wide)
    font = drawing.font(size * u)
    draw.text((middle * u, (top + 24) * u), name, font=font, fill=drawing.TEXT_COLOR, anchor="mm")
    figure = _figure(unit, row, place)
    told = drawing.GOLD_COLOR if row.winner else drawing.MUTED_COLOR
    font = drawing.font(FIGURE_SIZE_PX * u)
    draw.text((middle * u, (top + 51) * u), figure, font=font, fill=told, anchor="mm")


def _head(draw: drawing.Canvas, x: int, y: int, color: drawing.Color, *, crowned: bool) -> None:
    """Draw a face in a seat's color: the winner's smiles under a crown, the others' does not."""
    u, r, ink = SUPERSAMPLING, HEAD_RADIUS_PX, drawing.INK_COLOR
    draw.ellipse(_box(x, y, r, r), fill=color, outline=ink, width=4 * u)
    for side in (-1, 1):
        draw.ellipse(_box(x + side * 13, y - 6, 8, 9), fill=drawing.PAPER_COLOR, outline=ink, width=2 * u)
        draw.ellipse(_box(x + side * 13 + 2, y - 4, 3, 4), fill=ink)
    if crowned:
        draw.arc(_box(x, y + 6, 17, 14), 20, 160, fill=ink, width=4 * u)
        points = ((-30, -22), (-36, -58), (-15, -40), (0, -64), (15, -40), (36, -58), (30, -22))
        crown = [((x + px) * u, (y + py) * u) for px, py in points]
        draw.polygon(crown, fill=drawing.GOLD_COLOR, outline=ink, width=3 * u)
    else:
        draw.line(((x - 12) * u, (y + 17) * u, (x + 12) * u, (y + 15) * u), fill=ink, width=4 * u)


def _box(x: int, y: int, wide: int, high: int) -> tuple[int, int, int, int]:
    """Return the box of an ellipse around a point, by its half axes."""
    u = SUPERSAMPLING
    return ((x - wide) * u, (y - high) * u, (x + wide) * u, (y + high) * u)


@dataclass(frozen=True, slots=True)
class _SeatName:
    """A seat below the podium: whose name is told in full, and where its figure begins."""

    name: str
    figure: str
    color: drawing.Color

    @property
    def figure_left_px(self) -> int:
        return 34 + drawing.width(self.name, FIGURE_SIZE_PX) + 16

    @property
    def width_px(self) -> int:
        return self.figure_left_px + drawing.width(self.figure, FIGURE_SIZE_PX) + 20


def _figure(unit: str, row: Curve, place: int) -> str:
    return f"{ordinal(place)} · {_figure_told(unit, row.points[-1])}"


def _lines_of_rows(curves: Curves, step_px: int) -> list[list[_SeatName]]:
    """Return the seats that are not on the podium, and those whose names are cut there, line by line."""
    lines: list[list[_SeatName]] = []
    for number, (row, place) in enumerate(zip(curves.rows, curves.places(), strict=True)):
        if number < STEPS and _name_on_step(row, step_px)[1] == _name(row):
            continue
        seat = _SeatName(
            drawing.fitted(_name(row), MAX_NAME_WIDTH_PX, FIGURE_SIZE_PX),
            _figure(curves.unit, row, place),
            drawing.seat_color(row.color),
        )
        before = lines[-1] if lines else []
        if len(before) == 1 and before[0].width_px + seat.width_px <= ROOM_PX:
            before.append(seat)
        else:
            lines.append([seat])
    return lines


def _line(draw: drawing.Canvas, seats: list[_SeatName], middle_px: int) -> None:
    """Draw one or two seats beside each other, in halves if both are narrow enough."""
    u = SUPERSAMPLING
    font = drawing.font(FIGURE_SIZE_PX * u)
    in_halves = max(seat.width_px for seat in seats) <= HALF_PX
    left = PADDING_PX
    for seat in seats:
        dot = _box(left + 14, middle_px, 11, 11)
        draw.ellipse(dot, fill=seat.color, outline=drawing.INK_COLOR, width=4)
        at = ((left + 34) * u, middle_px * u)
        draw.text(at, seat.name, font=font, fill=drawing.TEXT_COLOR, anchor="lm")
        at = ((left + seat.figure_left_px) * u, middle_px * u)
        draw.text(at, seat.figure, font=font, fill=drawing.MUTED_COLOR, anchor="lm")
        left += HALF_PX if in_halves else seat.width_px


def _chart(draw: drawing.Canvas, curves: Curves, above_px: int) -> None:
    """Draw the lines of all seats so far below the upper edge, on a canvas as wide as the picture."""
    left, top = PADDING_PX + AXIS_WIDTH_PX, above_px + PADDING_PX
    right, bottom = WIDTH_PX - PADDING_PX - 10, above_px + CHART_HEIGHT_PX - 8
    figures = [figure for row in curves.rows for figure in row.points]
    low, highest = min([*figures, 1 if curves.goal else 0]), max([*figures, curves.goal])
    turns = max(len(row.points) for row in curves.rows)

    def spot(turn: int, figure: int, shift: float) -> tuple[float, float]:
        x = left + (right - left) * turn / max(turns - 1, 1)
        y = bottom - (bottom - top) * (figure - low) / max(highest - low, 1) + shift
        return x * SUPERSAMPLING, y * SUPERSAMPLING

    for figure in ticks(low, highest, curves.goal):
        (x, y), (end, _) = spot(0, figure, 0), spot(max(turns - 1, 1), figure, 0)
        goal = 0 < curves.goal == figure
        color = drawing.GOLD_COLOR if goal else drawing.PANEL_COLOR
        draw.line((x, y, end, y), fill=color, width=2 * SUPERSAMPLING)
        told = drawing.GOLD_COLOR if goal else drawing.MUTED_COLOR
        draw.text((x - 14, y), str(figure), font=drawing.font(24 * SUPERSAMPLING), fill=told, anchor="rm")
    for place, row in reversed(list(enumerate(curves.rows))):
        shift = (place - (len(curves.rows) - 1) / 2) * SHIFT_PX
        points = [spot(turn, figure, shift) for turn, figure in enumerate(row.points)]
        color = drawing.seat_color(row.color)
        if len(points) > 1:
            draw.line(_stairs(points), fill=color, width=LINE_WIDTH_PX * SUPERSAMPLING, joint="curve")
        _dot(draw, points[-1], color, 9 if row.winner else 7)


def _stairs(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a line that keeps its height until the next turn."""
    line = [points[0]]
    for x, y in points[1:]:
        line += [(x, line[-1][1]), (x, y)]
    return line


def ticks(low: int, highest: int, goal: int) -> list[int]:
    """Return the figures at which a line is drawn: round ones, at most some eight, and the goal."""
    step = next(
        figure * 10**zeros
        for zeros in itertools.count()
        for figure in (1, 2, 5)
        if (highest - low) / (figure * 10**zeros) <= MAX_STEPS
    )
    figures = list(range(-(-low // step) * step, highest + 1, step))
    if goal:
        figures = [figure for figure in figures if abs(figure - goal) > step / 2] + [goal]
    return figures


def _figure_told(unit: str, figure: int) -> str:
    """Return a figure with what is counted: Level 7, 1 point, 3 points."""
    return say("Level {figure}", figure=figure) if unit == "Level" else plural(figure, unit)


def _dot(draw: drawing.Canvas, at: tuple[float, float], color: drawing.Color, radius: int) -> None:
    x, y = at
    size = radius * SUPERSAMPLING
    draw.ellipse((x - size, y - size, x + size, y + size), fill=color, outline=drawing.INK_COLOR, width=4)


def _card(picture: Image.Image, face: CardFace, size: int, caption: list[str]) -> None:
    """Draw the card that decided the game, and what it did."""
    middle = WIDTH_PX - PADDING_PX - CARD_WIDTH_PX // 2
    picture.paste(draw_face(face, FACE_SIZE_PX), (middle - FACE_SIZE_PX // 2, CARD_TOP_PX))
    draw = ImageDraw.Draw(picture)
    y = CARD_TOP_PX + FACE_SIZE_PX + 4
    for line in caption:
        draw.text((middle, y), line, font=drawing.font(size), fill=drawing.TEXT_COLOR, anchor="ma")
        y += size + 4
