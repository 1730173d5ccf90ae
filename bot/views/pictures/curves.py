"""The end of a game: everybody's curve over the turns, and the podium beside it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from PIL import Image, ImageDraw

from bot.views.base.sketches import Curve, Curves
from bot.views.base.text import plural
from bot.views.pictures import drawing

WIDTH_PX = 780
CHART_HEIGHT_PX = 330
ROW_HEIGHT_PX = 52
PADDING_PX = 22
AXIS_WIDTH_PX = 52
SUPERSAMPLING = 2
"""Drawn so many times larger and shrunk, which makes the lines smooth."""
LINE_WIDTH_PX = 6
MAX_STEPS = 7
"""Between two lines of the chart, from the lowest to the highest figure."""
SHIFT_PX = 3
"""By how much the lines of two seats are apart where they have the same figure."""


def draw_curves(curves: Curves) -> Image.Image:
    """Draw the chart, and below it a row for each seat, the winner on top."""
    high = CHART_HEIGHT_PX + PADDING_PX + len(curves.rows) * ROW_HEIGHT_PX + PADDING_PX // 2
    picture = Image.new("RGB", (WIDTH_PX * SUPERSAMPLING, high * SUPERSAMPLING), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    draw_chart(draw, curves)
    for place, row in enumerate(curves.rows):
        _row(draw, curves, row, place, CHART_HEIGHT_PX + PADDING_PX + place * ROW_HEIGHT_PX)
    return picture.reduce(SUPERSAMPLING)


def draw_chart(
    draw: drawing.Canvas, curves: Curves, above_px: int = 0, height_px: int = CHART_HEIGHT_PX
) -> None:
    """Draw the lines of all seats so far below the upper edge, on a canvas as wide as the picture."""
    left, top = PADDING_PX + AXIS_WIDTH_PX, above_px + PADDING_PX
    right, bottom = WIDTH_PX - PADDING_PX - 10, above_px + height_px - 8
    low, highest = _range(curves)
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
        color = seat_color(row)
        if len(points) > 1:
            draw.line(_stairs(points), fill=color, width=LINE_WIDTH_PX * SUPERSAMPLING, joint="curve")
        _dot(draw, points[-1], color, 9 if row.winner else 7)


def _stairs(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a line that keeps its height until the next turn."""
    line = [points[0]]
    for x, y in points[1:]:
        line += [(x, line[-1][1]), (x, y)]
    return line


def _range(curves: Curves) -> tuple[int, int]:
    figures = [figure for row in curves.rows for figure in row.points]
    return min([*figures, 1 if curves.goal else 0]), max([*figures, curves.goal])


def ticks(low: int, highest: int, goal: int) -> list[int]:
    """Return the figures at which a line is drawn: round ones, at most some eight, and the goal."""
    step = next(step for step in _steps() if (highest - low) / step <= MAX_STEPS)
    figures = list(range(-(-low // step) * step, highest + 1, step))
    if goal:
        figures = [figure for figure in figures if abs(figure - goal) > step / 2] + [goal]
    return figures


def _steps() -> Iterator[int]:
    """Return 1, 2, 5, 10, 20, 50 and so on."""
    return (figure * 10**zeros for zeros in itertools.count() for figure in (1, 2, 5))


def _row(draw: drawing.Canvas, curves: Curves, row: Curve, place: int, top: int) -> None:
    u = SUPERSAMPLING
    color = seat_color(row)
    if row.winner:
        box = (PADDING_PX * u, top * u, (WIDTH_PX - PADDING_PX) * u, (top + ROW_HEIGHT_PX - 6) * u)
        draw.rounded_rectangle(box, radius=12 * u, fill=drawing.PANEL_COLOR)
    middle = (top + (ROW_HEIGHT_PX - 6) / 2) * u
    font = drawing.font(30 * u)
    rank = (PADDING_PX + 22) * u
    if len(curves.rows) > 1:
        draw.text((rank, middle), str(place + 1), font=font, fill=drawing.MUTED_COLOR, anchor="mm")
    _dot(draw, ((PADDING_PX + 58) * u, middle), color, 12)
    name = drawing.fitted(drawing.drawable(row.name, f"Seat {row.color + 1}"), 430, 30)
    draw.text(((PADDING_PX + 84) * u, middle), name, font=font, fill=drawing.TEXT_COLOR, anchor="lm")
    figure = figure_told(curves.unit, row.points[-1])
    told = drawing.GOLD_COLOR if row.winner else drawing.TEXT_COLOR
    draw.text(((WIDTH_PX - PADDING_PX - 18) * u, middle), figure, font=font, fill=told, anchor="rm")


def figure_told(unit: str, figure: int) -> str:
    """Return a figure with what is counted: Level 7, 1 point, 3 points."""
    return f"Level {figure}" if unit == "Level" else plural(figure, unit)


def seat_color(row: Curve) -> drawing.Color:
    """Return the color of a curve's seat."""
    return drawing.SEAT_COLORS[row.color % len(drawing.SEAT_COLORS)]


def _dot(draw: drawing.Canvas, at: tuple[float, float], color: drawing.Color, radius: int) -> None:
    x, y = at
    size = radius * SUPERSAMPLING
    draw.ellipse((x - size, y - size, x + size, y + size), fill=color, outline=drawing.INK_COLOR, width=4)
