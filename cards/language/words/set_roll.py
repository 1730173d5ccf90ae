"""The word ``set_roll``: choose what was rolled."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class SetRoll(Word):
    """The Run Away roll just made becomes another number."""

    do: Literal["set_roll"]
    n: Number = Field(description="Which number.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.set_roll(number_value(self.n, rules, frame), frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"the roll becomes {renderer.figure(self.n)}"
