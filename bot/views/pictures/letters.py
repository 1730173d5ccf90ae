"""Letters of the world: each text in the font that has them, shaped, from right to left where it runs so."""

from __future__ import annotations

import math
import unicodedata
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from PIL import Image, ImageDraw, ImageFont

FONT_FILES = sorted(Path(__file__).with_name("fonts").glob("*.ttf"), reverse=True)
"""Noto before Droid, which has the Chinese, Japanese and Korean letters; number 0 is Pillow's own font."""

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

    def getmask2(self, text: str | bytes, *args: Any, **kwargs: Any) -> tuple[Any, tuple[int, int]]:
        """Return the drawn text, and where it stands: all runs on the base line of Pillow's letters."""
        runs = _runs(str(text))
        if not runs:
            return super().getmask2(text, *args, **kwargs)
        anchor = args[5] or "la"
        base = self.getbbox("x", anchor=anchor)[1] - self.getbbox("x", anchor="ls")[1]
        wide, room = math.ceil(self.getlength(text)), 2 * math.ceil(self.size)
        canvas, at = Image.new("L", (wide + room, 2 * room)), room / 2
        for number, run in runs:
            own = _font(number, self.size)
            ImageDraw.Draw(canvas).text((at, room), run, font=own, fill=255, anchor="ls")
            at += own.getlength(run)
        left = {"l": 0, "m": wide // 2, "r": wide}[anchor[0]]
        return canvas.im, (-left - room // 2, round(base) - room)


@cache
def font(size: float) -> Letters:
    """Return the letters of all our fonts, at a size in pixels."""
    plain = _font(0, size)
    return Letters(BytesIO(plain.font_bytes), size, layout_engine=plain.layout_engine)


def has_letter(letter: str) -> bool:
    """Return True if one of the fonts draws it, and not its box for those that it lacks."""
    return any(_has(number, letter) for number in range(len(FONT_FILES) + 1))


@lru_cache(4096)
def _runs(text: str) -> tuple[tuple[int, str], ...]:
    """Return a text in runs by font, from left to right; nothing if Pillow's own has all of it."""
    numbers = range(len(FONT_FILES) + 1)
    whole = next((number for number in numbers if all(_has(number, letter) for letter in text)), None)
    fonts: list[int] = []
    for letter in text:  # marks and spaces stay with the letters before them
        order = (*fonts[-1:], *numbers) if whole is None else (whole,)
        fonts.append(next((number for number in order if _has(number, letter)), 0))
    pairs = zip(fonts, text, strict=True)
    found = [
        (number, "".join(each[1] for each in run)) for number, run in groupby(pairs, lambda each: each[0])
    ]
    kinds = map(unicodedata.bidirectional, text)
    from_right = next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"
    return () if whole == 0 else tuple(reversed(found) if from_right else found)


@cache
def _font(number: int, size: float) -> ImageFont.FreeTypeFont:
    if number:
        return ImageFont.truetype(FONT_FILES[number - 1], size)
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(size))


@lru_cache(8192)
def _has(number: int, letter: str) -> bool:
    if letter.isascii():
        return number == 0 or letter == " "
    return _alone(number, letter) != _alone(number, NO_LETTER)


def _alone(number: int, letter: str) -> bytes:
    picture = Image.new("L", (96, 64))
    ImageDraw.Draw(picture).text((4, 4), letter, font=_font(number, 40), fill=255)
    return picture.tobytes()
