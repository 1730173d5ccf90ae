"""The word ``set_level``: come to a certain Level."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class SetLevel(Word):
    """Somebody's Level becomes a number."""

    do: Literal["set_level"]
    n: Number = Field(description="Which Level.")
    who: Who = Field(default="you", description="Whose.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        level = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.set_level(seat, level, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        told = renderer.figure(self.n)
        return renderer.order(
            self.who, "go", f"to Level {told}" if told.isdigit() else f"to a Level equal to {told}"
        )
