"""The word ``reroll``: roll again."""

from __future__ import annotations

from typing import Literal

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class Reroll(Word):
    """The Run Away roll just made is rolled again."""

    do: Literal["reroll"]

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.reroll(frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "the roll is made again"
