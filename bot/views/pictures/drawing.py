"""Colors, letters and emblems that all pictures share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.views.pictures.letters import font as font
from bot.views.pictures.letters import has_letter

Color = tuple[int, int, int]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Canvas = ImageDraw.ImageDraw

INK_COLOR: Color = (38, 34, 48)
PAPER_COLOR: Color = (250, 246, 235)
BACKGROUND_COLOR: Color = (46, 52, 64)
PANEL_COLOR: Color = (62, 70, 86)
TEXT_COLOR: Color = (236, 239, 244)
MUTED_COLOR: Color = (160, 170, 188)
GOLD_COLOR: Color = (235, 203, 139)
GOOD_COLOR: Color = (134, 188, 120)
BAD_COLOR: Color = (236, 126, 128)

SEAT_COLORS: tuple[Color, ...] = (
    (236, 112, 94),
    (94, 160, 226),
    (124, 196, 116),
    (240, 190, 84),
    (184, 126, 214),
    (86, 198, 194),
    (236, 140, 182),
    (168, 176, 190),
)
"""A color for each seat; names stand beside them, so nothing depends on telling them apart."""

FINAL_COLOR: Color = (190, 72, 72)
FINAL_BAND_PX = 42

_CORNERS = ((1, 1), (3, 3), (1, 3), (3, 1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((2, 2),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (2, 2)),
    4: _CORNERS,
    5: (*_CORNERS, (2, 2)),
    6: (*_CORNERS, (1, 2), (3, 2)),
}
"""Where the pips of a die are, in quarters of its side."""

PAPER_SHADE = 0.72
"""How bright the color of a kind is where it is written on paper: 4.5 to 1 for the palest of them."""

LIKENESSES = {
    "–": "-",
    "−": "-",
    "×": "x",
}
"""Signs in our own texts that Pillow's letters lack."""

JOINERS = "\u200d\ufe0f "
"""What is left between the emoji of a name that is made of nothing else."""

KIND_COLORS: dict[str, Color] = {
    "monster": (190, 72, 72),
    "enhancer": (140, 56, 64),
    "curse": (116, 76, 156),
    "class": (62, 110, 176),
    "race": (70, 140, 92),
    "item": (184, 128, 52),
    "shot": (206, 104, 56),
    "level": (164, 126, 32),
    "companion": (44, 134, 138),
    "other": (98, 106, 124),
}

EMBLEM_OF_KIND: tuple[tuple[str, str], ...] = (
    ("enhancer", "enhancer"),
    ("wandering", "enhancer"),
    ("monster", "monster"),
    ("curse", "curse"),
    ("trap", "curse"),
    ("disaster", "curse"),
    ("class", "class"),
    ("super", "class"),
    ("race", "race"),
    ("role", "race"),
    ("one-shot", "shot"),
    ("item", "item"),
    ("go up", "level"),
    ("hireling", "companion"),
    ("sidekick", "companion"),
    ("ally", "companion"),
    ("steed", "companion"),
    ("character", "companion"),
    ("potion", "shot"),
    ("weapon", "item"),
    ("hit", "item"),
)

HIT_COLORS: dict[str, Color] = {"red": (190, 72, 72), "green": (70, 140, 92), "blue": (62, 110, 176)}
"""The colors of the castle's arcs, by the first word in the name of a card that hits there."""


def seat_color(number: int) -> Color:
    """Return the color of a seat."""
    return SEAT_COLORS[number % len(SEAT_COLORS)]


def emblem_of(kind: str) -> str:
    """Return the emblem for a card's printed kind."""
    low = kind.lower()
    return next((emblem for word, emblem in EMBLEM_OF_KIND if word in low), "other")


def color_of(kind: str, name: str) -> Color:
    """Return the color of a card's band: that of its kind, or of the arcs in which it hits."""
    if kind == "hit":
        return HIT_COLORS.get(name.partition(" ")[0].lower(), KIND_COLORS["companion"])
    return KIND_COLORS[emblem_of(kind)]


def on_paper(color: Color) -> Color:
    """Return a darker shade, in which small letters are read on paper."""
    red, green, blue = (int(value * PAPER_SHADE) for value in color)
    return red, green, blue


def drawable(text: str, instead: str = "?") -> str:
    """Return the text in letters that our fonts have; emoji and what else is like none are left out."""
    told = "".join(map(_drawn, unicodedata.normalize("NFC", text)))
    return " ".join(told.split()).strip(JOINERS) or instead


@lru_cache(4096)
def _drawn(letter: str) -> str:
    """Return a letter, or what is like it, or the plain one under its accents, or nothing."""
    letter = LIKENESSES.get(letter, letter)
    return next(
        (each for each in (letter, unicodedata.normalize("NFKD", letter)[:1]) if has_letter(each)), ""
    )


@lru_cache(8192)
def width(text: str, size: int) -> int:
    return int(font(size).getlength(text))


def fitted(text: str, room: int, size: int) -> str:
    """Return the text, cut with an ellipsis if it is wider than the room."""
    if width(text, size) <= room:
        return text
    while text and width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, room: int, size: int, most: int) -> list[str]:
    """Break the text into at most so many lines that fit the room, the last one cut if it must be."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        line = words.pop(0)
        while words and width(f"{line} {words[0]}", size) <= room:
            line += f" {words.pop(0)}"
        lines.append(fitted(line, room, size))
    if words and lines:
        lines[-1] = fitted(f"{lines[-1]} …", room, size) if not lines[-1].endswith("…") else lines[-1]
    return lines


def uncut(text: str, room: int, sizes: Sequence[int], most: int) -> tuple[int, list[str]]:
    """Return the largest of the sizes at which the whole text fits into so many lines, and the lines.

    A text that fits at none of them gets as many lines as it needs at the smallest; words that are wider than
    the room are broken there.
    """
    words = text.split()
    for size in sizes:
        lines = wrapped(text, room, size, len(words))
        if len(lines) <= most and " ".join(lines) == " ".join(words):
            return size, lines
    size = sizes[-1]
    pieces = [piece for word in words for piece in _pieces(word, room, size)]
    return size, wrapped(" ".join(pieces), room, size, len(pieces))


def write(
    draw: Canvas, lines: Sequence[str], where: tuple[int, int], size: int, color: Color, gap: int
) -> int:
    """Write lines with a gap between them, and return where the next one begins."""
    x, y = where
    for line in lines:
        draw.text((x, y), line, font=font(size), fill=color)
        y += size + gap
    return y


def _pieces(word: str, room: int, size: int) -> Iterator[str]:
    """Yield a word in pieces that fit the room."""
    while word:
        count = next((n for n in range(len(word), 1, -1) if width(word[:n], size) <= room), 1)
        yield word[:count]
        word = word[count:]


def in_line(text: str, room: int, sizes: Sequence[int]) -> tuple[int, str]:
    """Return the largest of the sizes at which the text fits, and the text, cut if it fits at none."""
    for size in sizes:
        if width(text, size) <= room:
            return size, text
    return sizes[-1], fitted(text, room, sizes[-1])


def die(draw: Canvas, x: int, y: int, size: int, number: int, color: Color) -> None:
    """Draw a die that shows a number into the square at (x, y)."""
    draw.rounded_rectangle((x, y, x + size, y + size), size // 6, fill=PAPER_COLOR, outline=color, width=5)
    pip = size // 11
    for column, row in PIPS[number]:
        middle_x, middle_y = x + size * column // 4, y + size * row // 4
        draw.ellipse((middle_x - pip, middle_y - pip, middle_x + pip, middle_y + pip), fill=INK_COLOR)


def final_frame(picture: Image.Image, told: str) -> None:
    """Frame a picture in red, with a band at its foot that says what is about to end."""
    draw, (wide, high) = ImageDraw.Draw(picture), picture.size
    draw.rectangle((0, high - FINAL_BAND_PX, wide, high), fill=FINAL_COLOR)
    draw.rectangle((0, 0, wide - 1, high - 1), outline=FINAL_COLOR, width=6)
    size, line = in_line(drawable(told), wide - 32, (26, 23, 20, 17))
    middle = (wide // 2, high - FINAL_BAND_PX // 2)
    draw.text(middle, line, font=font(size), fill=PAPER_COLOR, anchor="mm")


def emblem(draw: Canvas, name: str, x: int, y: int, size: int, color: Color) -> None:
    """Draw an emblem into the square at (x, y)."""
    unit = size / 100
    for shape in EMBLEMS.get(name, EMBLEMS["other"]).split("; "):
        kind, *numbers = shape.split()
        points = [
            (x + float(px) * unit, y + float(py) * unit)
            for px, py in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        fill = PAPER_COLOR if kind.isupper() else color
        match kind.lower():
            case "p":
                draw.polygon(points, fill=fill)
            case "e":
                draw.ellipse(points, fill=fill)
            case "r":
                draw.rectangle(points, fill=fill)
            case "h":
                draw.pieslice(points, 180, 360, fill=fill)
            case "a":
                begin = 4 * int(numbers[0])
                draw.arc(points, begin, begin + 290, fill=fill, width=max(2, int(9 * unit)))
            case _:
                draw.rounded_rectangle(points, radius=14 * unit, fill=fill)


_SWORD = "p 44 62 44 16 50 4 56 16 56 62; r 26 62 74 70; r 44 70 56 94"

EMBLEMS = {
    "monster": "p 12 8 34 34 16 48; p 88 8 66 34 84 48; e 14 22 86 94; E 30 42 44 56; E 58 42 72 56; "
    "P 30 68 70 68 62 80 54 70 46 80 38 70",
    "curse": "a 10 10 90 90; a 26 26 74 74; a 42 42 58 58",
    "class": "p 50 6 62 38 96 38 69 58 79 92 50 72 21 92 31 58 4 38 38 38",
    "race": "e 32 8 68 46; h 12 50 88 136",
    "item": _SWORD,
    "hand": _SWORD,
    "head": "h 14 12 86 96; r 6 54 94 66",
    "armor": "p 50 6 88 18 84 58 50 94 16 58 12 18",
    "feet": "p 28 8 56 8 56 56 90 70 92 90 28 90",
    "shot": "r 40 6 60 40; p 40 34 60 34 88 92 12 92; E 42 62 54 74",
    "level": "p 50 6 90 50 64 50 64 94 36 94 36 50 10 50",
    "enhancer": "r 40 10 60 90; r 10 40 90 60",
    "companion": "e 18 14 42 40; h 6 46 54 120; e 58 14 82 40; h 46 46 94 120",
    "other": "b 18 18 82 82",
}
"""Shapes in a square of 100: polygon, ellipse, rectangle, upper half of an ellipse, arc, box with round
corners; those with a capital are of paper."""
