"""The word ``let``: remember a number."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class Let(Word):
    """A number is worked out now and kept under a name for later words of the card."""

    do: Literal["let"]
    name: str = Field(pattern="^[a-z_]{1,20}$", description="The name.")
    n: Number = Field(description="The number.")

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        frame.vars[self.name] = number_value(self.n, rules, frame)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"count {renderer.figure(self.n)} (“{self.name.replace('_', ' ')}”)"
