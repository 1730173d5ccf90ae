"""The table: every seat's Level on a track, and its gear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from PIL import Image, ImageDraw

from bot.views.base.sketches import Chip, Scene, SeatRow
from bot.views.pictures import drawing, palette
from cards.say import say

WIDTH_PX = 780
PADDING_PX = 14
ROW_HEIGHT_PX = 104
GAP_PX = 8
NAME_WIDTH_PX = 300
NAME_SIZES_PX = (30, 26, 23, 20)
"""Heights of letters, the first that leaves a name whole."""

MAX_CACHED_PARTS = 1024
"""Parts of rows kept, 20 KB each: of a table that changes most are there already."""

Box = tuple[int, int, int, int]

_MIDDLE_PX, _FIGURES_LEFT_PX, _CHIPS_LEFT_PX = 54, WIDTH_PX - 240, PADDING_PX + 384
"""Where the parts of a row meet: nothing is drawn across these lines."""
_FLOOR_PX = ROW_HEIGHT_PX + 1  # a rectangle includes its last pixel


@dataclass(frozen=True, slots=True)
class Frame:
    """What a row is drawn into."""

    color: drawing.Color
    active: bool

    @classmethod
    def of(cls, row: SeatRow) -> Frame:
        """Return the frame of a seat's row."""
        color = drawing.seat_color(row.color)
        return cls(color if row.alive else drawing.MUTED_COLOR, row.active)

    @property
    def edge(self) -> drawing.Color | None:
        """Return the color around an active seat; all others look alike."""
        return self.color if self.active else None


@dataclass(frozen=True, slots=True)
class NamePart:
    """Who sits there, in the letters that the font has."""

    name: str
    words: str

    box: ClassVar[Box] = (0, 0, _FIGURES_LEFT_PX, _MIDDLE_PX)

    def draw(self, draw: drawing.Canvas, frame: Frame) -> None:
        """Draw the name, and beside it what they are."""
        size, name = drawing.in_line(self.name, NAME_WIDTH_PX, NAME_SIZES_PX)
        draw.text((PADDING_PX + 16, 8 + (30 - size) // 2), name, font=drawing.font(size), fill=frame.color)
        after = PADDING_PX + 28 + drawing.width(name, size)
        room = WIDTH_PX - 260 - after
        if room > 60:
            told = drawing.fitted(drawing.drawable(self.words, ""), room, 21)
            draw.text((after, 16), told, font=drawing.font(21), fill=drawing.MUTED_COLOR)


@dataclass(frozen=True, slots=True)
class FiguresPart:
    """How strong they are, and how many cards they hold."""

    strength: int
    cards: int

    box: ClassVar[Box] = (_FIGURES_LEFT_PX, 0, WIDTH_PX, _MIDDLE_PX)

    def draw(self, draw: drawing.Canvas, frame: Frame) -> None:
        """Draw strength behind a sword, and the cards in hand behind a card."""
        drawing.emblem(draw, "item", WIDTH_PX - 226, 10, 32, drawing.GOLD_COLOR)
        draw.text((WIDTH_PX - 190, 8), str(self.strength), font=drawing.font(32), fill=drawing.TEXT_COLOR)
        draw.rounded_rectangle(
            (WIDTH_PX - 108, 12, WIDTH_PX - 86, 42), radius=4, outline=drawing.GOLD_COLOR, width=3
        )
        draw.text((WIDTH_PX - 76, 8), str(self.cards), font=drawing.font(32), fill=drawing.TEXT_COLOR)


@dataclass(frozen=True, slots=True)
class TrackPart:
    """How far they are."""

    level: int
    goal: int

    box: ClassVar[Box] = (0, _MIDDLE_PX, _CHIPS_LEFT_PX, _FLOOR_PX)

    def draw(self, draw: drawing.Canvas, frame: Frame) -> None:
        """Draw a box for each Level; the one the seat is on bears its number."""
        top, step = 56, min(34, 360 // self.goal)
        for number in range(1, self.goal + 1):
            left = PADDING_PX + 16 + (number - 1) * step
            draw.rounded_rectangle(
                (left, top, left + step - 5, top + 34),
                radius=6,
                fill=frame.color if number <= self.level else None,
                outline=drawing.GOLD_COLOR if number == self.goal else drawing.MUTED_COLOR,
                width=2,
            )
            if number == self.level:
                size = 24 if step > 24 else 14
                middle, told = (left + (step - 5) / 2, top + 17), str(self.level)
                draw.text(middle, told, font=drawing.font(size), fill=drawing.INK_COLOR, anchor="mm")


@dataclass(frozen=True, slots=True)
class ChipsPart:
    """Their gear that is in play."""

    chips: tuple[Chip, ...]

    box: ClassVar[Box] = (_CHIPS_LEFT_PX, _MIDDLE_PX, WIDTH_PX, _FLOOR_PX)

    def draw(self, draw: drawing.Canvas, frame: Frame) -> None:
        """Draw it side by side; what is not equipped is pale."""
        left, top = PADDING_PX + 390, 54
        for chip in self.chips:
            told = f"{chip.bonus:+d}" if chip.bonus else ""
            wide = 40 + (drawing.width(told, 22) + 6 if told else 0)
            if left + wide > WIDTH_PX - PADDING_PX - 8:
                draw.text((left, top + 6), "…", font=drawing.font(22), fill=drawing.MUTED_COLOR)
                break
            color = drawing.GOLD_COLOR if chip.worn else drawing.MUTED_COLOR
            ink = drawing.TEXT_COLOR if chip.worn else drawing.MUTED_COLOR
            drawing.emblem(draw, chip.emblem, left, top + 4, 32, color)
            draw.text((left + 36, top + 7), told, font=drawing.font(22), fill=ink)
            left += wide


Part = NamePart | FiguresPart | TrackPart | ChipsPart


def draw_scene(scene: Scene) -> Image.Image:
    """Draw a row for each seat, in the shared colors."""
    high = PADDING_PX + len(scene.rows) * (ROW_HEIGHT_PX + GAP_PX) + GAP_PX
    picture = palette.blank((WIDTH_PX, high))
    for number, row in enumerate(scene.rows):
        top = PADDING_PX + number * (ROW_HEIGHT_PX + GAP_PX)
        frame = Frame.of(row)
        for part in row_parts(row, scene.goal):
            left, above, _, _ = part.box
            picture.paste(reduced_part(part, frame), (left, top + above))
    return picture


def scene_row(row: SeatRow, goal: int) -> Image.Image:
    """Draw the row of one seat as a whole, from edge to edge and in all colors."""
    frame = Frame.of(row)
    picture = _empty_row(frame.edge).copy()
    draw = ImageDraw.Draw(picture)
    for part in row_parts(row, goal):
        part.draw(draw, frame)
    return picture


def row_parts(row: SeatRow, goal: int) -> tuple[Part, ...]:
    """Return what the row of a seat is put together from; an action hardly ever changes all of it."""
    name = drawing.drawable(row.name, say("Seat {number}", number=row.color + 1))
    return (
        NamePart(name, row.words if row.alive else "dead"),
        FiguresPart(row.strength, row.cards),
        TrackPart(row.level, goal),
        ChipsPart(row.chips),
    )


@lru_cache(MAX_CACHED_PARTS)
def reduced_part(part: Part, frame: Frame) -> Image.Image:
    """Draw one part of a row in its frame, in the shared colors."""
    picture = _empty_row(frame.edge).copy()
    part.draw(ImageDraw.Draw(picture), frame)
    return palette.reduced(picture.crop(part.box))


@cache
def _empty_row(edge: drawing.Color | None) -> Image.Image:
    picture = Image.new("RGB", (WIDTH_PX, _FLOOR_PX), drawing.BACKGROUND_COLOR)
    ImageDraw.Draw(picture).rounded_rectangle(
        (PADDING_PX, 0, WIDTH_PX - PADDING_PX, ROW_HEIGHT_PX),
        radius=14,
        fill=drawing.PANEL_COLOR if edge else drawing.BACKGROUND_COLOR,
        outline=edge or drawing.PANEL_COLOR,
        width=3,
    )
    return picture
