"""How one person wants to read what they alone see: pictures or words, and how large the letters are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import get_args

from bot.views.base.layout import Screen
from bot.views.base.sketches import LargeCard, Sketch, Strip, TextSize

TEXT_SIZES: tuple[TextSize, ...] = get_args(TextSize)
"""The sizes by the numbers under which they are saved."""

SMALL_PRINT_PATTERN = re.compile(r"^-# ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a person has chosen."""

    text_only: bool = False
    text_size: TextSize = "normal"

    def shown(self, screen: Screen) -> Screen:
        """Return a private screen as the person wants to read it.

        Large letters make a picture taller, and turn the small print beside it into ordinary words.
        """
        if self.text_only:
            screen = screen.without_pictures()
        if self.text_size == "normal":
            return screen
        sized = screen.with_sketches(self._sized)
        return sized.with_texts(_without_small_print) if self.text_size == "large" else sized

    def _sized(self, sketch: Sketch) -> Sketch:
        if isinstance(sketch, Strip | LargeCard):
            return replace(sketch, text_size=self.text_size)
        return sketch


def text_size_of(number: int) -> TextSize:
    """Return the size that is saved under a number; normal for one that nobody knows yet."""
    return TEXT_SIZES[number] if 0 <= number < len(TEXT_SIZES) else "normal"


def _without_small_print(text: str) -> str:
    return SMALL_PRINT_PATTERN.sub("", text)
