"""Letters of the world: each text in the font that has them, shaped, from right to left where it runs so.

The fonts in ``fonts/`` are free: Noto under the SIL Open Font License, Droid under the Apache License.
"""

from __future__ import annotations

import math
import unicodedata
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

_FOLDER = Path(__file__).with_name("fonts")

FONT_FILES = (
    "NotoSans-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "DroidSansFallback.ttf",
)
"""The first that has a letter draws it; the last has Chinese, Japanese and Korean ones."""

NO_LETTER = "\uffff"
"""Never a letter, so every font draws its box for unknown ones."""


class Letters(ImageFont.FreeTypeFont):
    """The letters that come with Pillow at a size, and those of our fonts where it has none."""

    def getlength(self, text: str | bytes, *args: Any, **kwargs: Any) -> float:
        """Return how wide a text is."""
        runs = _runs(str(text))
        if not runs:
            return super().getlength(text, *args, **kwargs)
        return sum(_font(number, self.size).getlength(run) for number, run in runs)

    def getbbox(
        self, text: str | bytes | bytearray, *args: Any, **kwargs: Any
    ) -> tuple[float, float, float, float]:
        """Return the box around a text."""
        if not _runs(str(text)):
            return super().getbbox(text, *args, **kwargs)
        mask, (x, y) = self.getmask2(str(text), *args, **kwargs)
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        return x + left, y + top, x + right, y + bottom

    def getmask2(self, text: str | bytes, *args: Any, **kwargs: Any) -> tuple[Any, tuple[int, int]]:
        """Return the drawn text, and where it stands: all runs on the base line of Pillow's letters."""
        runs = _runs(str(text))
        if not runs:
            return super().getmask2(text, *args, **kwargs)
        anchor = (args[5] if len(args) > 5 else kwargs.get("anchor")) or "la"
        base = super().getbbox("x", anchor=anchor)[1] - super().getbbox("x", anchor="ls")[1]
        wide, room = math.ceil(self.getlength(text)), 2 * math.ceil(self.size)
        canvas = Image.new("L", (wide + room, 2 * room))
        at = room / 2
        for number, run in runs:
            font = _font(number, self.size)
            ImageDraw.Draw(canvas).text((at, room), run, font=font, fill=255, anchor="ls")
            at += font.getlength(run)
        left = {"l": 0, "m": wide // 2, "r": wide}[anchor[0]]
        return canvas.im, (-left - room // 2, round(base) - room)


def has_letter(letter: str) -> bool:
    """Return True if one of the fonts draws it, and not its box for those that it lacks."""
    return any(_has(number, letter) for number in range(len(FONT_FILES) + 1))


@lru_cache(4096)
def _runs(text: str) -> tuple[tuple[int, str], ...]:
    """Return a text in runs by font, from left to right; nothing if Pillow's own has all of it."""
    numbers = range(len(FONT_FILES) + 1)
    whole = next((number for number in numbers if all(_has(number, letter) for letter in text)), None)
    if whole is not None:
        return ((whole, text),) if whole else ()
    fonts: list[int] = []
    for letter in text:  # marks and spaces stay with the letters before them
        order = (*fonts[-1:], *numbers)
        fonts.append(next((number for number in order if _has(number, letter)), 0))
    found = [
        (number, "".join(letter for _, letter in run))
        for number, run in groupby(zip(fonts, text, strict=True), lambda each: each[0])
    ]
    strong = (unicodedata.bidirectional(letter) for letter in text)
    is_from_right = next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"
    return tuple(reversed(found) if is_from_right else found)


@cache
def _font(number: int, size: float) -> ImageFont.FreeTypeFont:
    """Return a font by number: 0 for the letters that come with Pillow, the others as listed."""
    if number:
        return ImageFont.truetype(str(_FOLDER / FONT_FILES[number - 1]), size)
    plain = ImageFont.load_default(size)
    assert isinstance(plain, ImageFont.FreeTypeFont)
    return plain


@cache
def letters(size: float) -> Letters:
    """Return all letters at a size in pixels."""
    plain = _font(0, size)
    return Letters(BytesIO(plain.font_bytes), size, layout_engine=plain.layout_engine)


@lru_cache(8192)
def _has(number: int, letter: str) -> bool:
    if letter.isascii():
        return number == 0 or letter == " "
    return _alone(number, letter) != _alone(number, NO_LETTER)


def _alone(number: int, letter: str) -> bytes:
    picture = Image.new("L", (96, 64))
    ImageDraw.Draw(picture).text((4, 4), letter, font=_font(number, 40), fill=255)
    return picture.tobytes()
