"""The table: every seat's Level on a track, and its gear."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.views.pictures import drawing, palette
from bot.views.pictures.models import Scene, SeatRow

WIDTH_PX = 780
PADDING_PX = 14
ROW_HEIGHT_PX = 104
GAP_PX = 8
NAME_WIDTH_PX = 300
NAME_SIZES_PX = (30, 26, 23, 20)
"""Heights of letters, the first that leaves a name whole."""

MAX_CACHED_ROWS = 256
"""Rows kept, 80 KB each: of a table that changes most are there already."""


def draw_scene(scene: Scene) -> Image.Image:
    """Draw a row for each seat, in the shared colors."""
    high = PADDING_PX + len(scene.rows) * (ROW_HEIGHT_PX + GAP_PX) + GAP_PX
    picture = palette.blank((WIDTH_PX, high))
    for number, row in enumerate(scene.rows):
        picture.paste(_reduced_row(row, scene.goal), (0, PADDING_PX + number * (ROW_HEIGHT_PX + GAP_PX)))
    return picture


@lru_cache(MAX_CACHED_ROWS)
def _reduced_row(row: SeatRow, goal: int) -> Image.Image:
    return palette.reduced(scene_row(row, goal))


def scene_row(row: SeatRow, goal: int) -> Image.Image:
    """Draw the row of one seat, from edge to edge."""
    # A rectangle includes its last pixel, so the picture is one higher.
    picture = Image.new("RGB", (WIDTH_PX, ROW_HEIGHT_PX + 1), drawing.BACKGROUND_COLOUR)
    _row(ImageDraw.Draw(picture), row, goal, 0)
    return picture


def _row(draw: drawing.Canvas, row: SeatRow, goal: int, top: int) -> None:
    """Draw one seat: name and figures above, track and gear below."""
    ground = drawing.PANEL_COLOUR if row.active else drawing.BACKGROUND_COLOUR
    colour = (
        drawing.SEAT_COLOURS[row.colour % len(drawing.SEAT_COLOURS)] if row.alive else drawing.MUTED_COLOUR
    )
    draw.rounded_rectangle(
        (PADDING_PX, top, WIDTH_PX - PADDING_PX, top + ROW_HEIGHT_PX),
        radius=14,
        fill=ground,
        outline=colour if row.active else drawing.PANEL_COLOUR,
        width=3,
    )
    whole = drawing.drawable(row.name, f"Seat {row.colour + 1}")
    size, name = drawing.in_line(whole, NAME_WIDTH_PX, NAME_SIZES_PX)
    draw.text((PADDING_PX + 16, top + 8 + (30 - size) // 2), name, font=drawing.font(size), fill=colour)
    after = PADDING_PX + 28 + drawing.width(name, size)
    words = row.words if row.alive else "dead"
    room = WIDTH_PX - 260 - after
    if room > 60:
        told = drawing.fitted(drawing.drawable(words, ""), room, 21)
        draw.text((after, top + 16), told, font=drawing.font(21), fill=drawing.MUTED_COLOUR)
    _figures(draw, row, top)
    _track(draw, row.level, goal, top + 56, colour)
    _chips(draw, row, top + 54)


def _figures(draw: drawing.Canvas, row: SeatRow, top: int) -> None:
    """Draw strength behind a sword, and the cards in hand behind a card."""
    drawing.emblem(draw, "item", WIDTH_PX - 226, top + 10, 32, drawing.GOLD_COLOUR)
    draw.text((WIDTH_PX - 190, top + 8), str(row.strength), font=drawing.font(32), fill=drawing.TEXT_COLOUR)
    draw.rounded_rectangle(
        (WIDTH_PX - 108, top + 12, WIDTH_PX - 86, top + 42), radius=4, outline=drawing.GOLD_COLOUR, width=3
    )
    draw.text((WIDTH_PX - 76, top + 8), str(row.cards), font=drawing.font(32), fill=drawing.TEXT_COLOUR)


def _track(draw: drawing.Canvas, level: int, goal: int, top: int, colour: drawing.Colour) -> None:
    """Draw a box for each Level; the one the seat is on bears its number."""
    step = min(34, 360 // goal)
    for number in range(1, goal + 1):
        left = PADDING_PX + 16 + (number - 1) * step
        box = (left, top, left + step - 5, top + 34)
        filled = number <= level
        draw.rounded_rectangle(
            box,
            radius=6,
            fill=colour if filled else None,
            outline=drawing.GOLD_COLOUR if number == goal else drawing.MUTED_COLOUR,
            width=2,
        )
        if number == level:
            middle = (left + (step - 5) / 2, top + 17)
            draw.text(
                middle,
                str(level),
                font=drawing.font(24 if step > 24 else 14),
                fill=drawing.INK_COLOUR,
                anchor="mm",
            )


def _chips(draw: drawing.Canvas, row: SeatRow, top: int) -> None:
    """Draw the gear that is in play; what is not equipped is pale."""
    left = PADDING_PX + 390
    for chip in row.chips:
        told = f"{chip.bonus:+d}" if chip.bonus else ""
        wide = 40 + (drawing.width(told, 22) + 6 if told else 0)
        if left + wide > WIDTH_PX - PADDING_PX - 8:
            draw.text((left, top + 6), "…", font=drawing.font(22), fill=drawing.MUTED_COLOUR)
            break
        colour = drawing.GOLD_COLOUR if chip.worn else drawing.MUTED_COLOUR
        drawing.emblem(draw, chip.emblem, left, top + 4, 32, colour)
        draw.text(
            (left + 36, top + 7),
            told,
            font=drawing.font(22),
            fill=drawing.TEXT_COLOUR if chip.worn else drawing.MUTED_COLOUR,
        )
        left += wide
