"""A fight: both sides with their sums, what the sums are made of, and what it is about."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.base.sketches import FINAL_MARK, FightBox, ScorePart, Side
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face
from cards.kernel.game import CardFace

WIDTH_PX = 640
PADDING_PX = 10
HEAD_HEIGHT_PX = 92
LINE_HEIGHT_PX = 30
FOOT_HEIGHT_PX = 42
TEXT_SIZE_PX = 24
"""Large enough to read when a phone shows the picture at less than half its size."""

NAME_SIZES_PX = (24, 21)
"""Of what the sums are made of, the first that leaves a name whole in one line; else it takes two."""

SIDE_WIDTH_PX = (WIDTH_PX - 3 * PADDING_PX) // 2
PART_ROOM_PX = SIDE_WIDTH_PX - 24

FACE_SIZE_PX = 80
MAX_FACES = 2


def draw_fight(fight: FightBox) -> Image.Image:
    """Draw the party on the left, green while it is ahead and else red, and the monsters on the right."""
    rows = max(_rows(fight.party), _rows(fight.monsters))
    high = HEAD_HEIGHT_PX + rows * LINE_HEIGHT_PX + FOOT_HEIGHT_PX + 2 * PADDING_PX
    picture = Image.new("RGB", (WIDTH_PX, high), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    own = drawing.GOOD_COLOR if fight.ahead else drawing.BAD_COLOR
    bottom = high - FOOT_HEIGHT_PX
    _side(picture, fight.party, PADDING_PX, bottom, own)
    _side(picture, fight.monsters, WIDTH_PX // 2 + PADDING_PX // 2, bottom, drawing.TEXT_COLOR)
    if fight.final:
        drawing.final_frame(picture, f"{FINAL_MARK}: {fight.final}")
        return picture
    stakes = drawing.fitted(drawing.drawable(fight.stakes), WIDTH_PX - 2 * PADDING_PX, TEXT_SIZE_PX)
    draw.text(
        (WIDTH_PX // 2, high - FOOT_HEIGHT_PX // 2 - 2),
        stakes,
        font=drawing.font(TEXT_SIZE_PX),
        fill=drawing.GOLD_COLOR,
        anchor="mm",
    )
    return picture


def _rows(side: Side) -> int:
    return sum(len(_told(part)[1]) + bool(part.by) for part in side.parts)


def _told(part: ScorePart) -> tuple[int, list[str]]:
    """Return how a part's name is written: its size, and its lines."""
    name, room = drawing.drawable(part.name), PART_ROOM_PX - _amount_width(part)
    size, lines = drawing.uncut(name, room, NAME_SIZES_PX, 1)
    return (size, lines) if len(lines) == 1 else drawing.uncut(name, room, NAME_SIZES_PX[:1], 2)


def _amount_width(part: ScorePart) -> int:
    return drawing.width(drawing.drawable(part.amount), TEXT_SIZE_PX) + 8


def _side(picture: Image.Image, side: Side, left: int, bottom: int, color: drawing.Color) -> None:
    draw = ImageDraw.Draw(picture)
    right = left + SIDE_WIDTH_PX
    draw.rounded_rectangle((left, PADDING_PX, right, bottom), radius=14, fill=drawing.PANEL_COLOR)
    draw.text((left + 14, PADDING_PX + 2), str(side.total), font=drawing.font(74), fill=color)
    _faces(picture, side, right - 10)
    y = PADDING_PX + HEAD_HEIGHT_PX
    for part in side.parts:
        y = _part(draw, part, left + 14, y)


def _faces(picture: Image.Image, side: Side, right: int) -> None:
    """Draw who fights, from the right: a figure for each seat, the drawing of each monster."""
    draw = ImageDraw.Draw(picture)
    shown: list[int | CardFace] = [*side.colors, *side.faces]
    for number, sign in enumerate(shown[:MAX_FACES]):
        x = right - (number + 1) * (FACE_SIZE_PX + 6)
        if isinstance(sign, int):
            color = drawing.seat_color(sign)
            drawing.emblem(draw, "race", x + 8, PADDING_PX + 14, FACE_SIZE_PX - 16, color)
        else:
            picture.paste(draw_face(sign, FACE_SIZE_PX), (x, PADDING_PX + 6))


def _part(draw: drawing.Canvas, part: ScorePart, x: int, y: int) -> int:
    """Draw one part of the sum, and below it who brought it; return where the next one begins."""
    letters = drawing.font(TEXT_SIZE_PX)
    draw.text((x, y), drawing.drawable(part.amount), font=letters, fill=drawing.GOLD_COLOR)
    after = _amount_width(part)
    size, names = _told(part)
    for line in names:
        where = (x + after, y + TEXT_SIZE_PX - size)
        draw.text(where, line, font=drawing.font(size), fill=drawing.TEXT_COLOR)
        y += LINE_HEIGHT_PX
    if part.by:
        by = drawing.fitted(drawing.drawable(part.by), PART_ROOM_PX - after, TEXT_SIZE_PX - 2)
        draw.text((x + after, y), by, font=drawing.font(TEXT_SIZE_PX - 2), fill=drawing.MUTED_COLOR)
        y += LINE_HEIGHT_PX
    return y
