"""The word ``level``: gain or lose Levels."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Number, Wait, Word
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Level(Word):
    """Somebody gains Levels, or loses them where the number is below 0."""

    do: Literal["level"]
    n: Number = Field(default=1, description="How many.")
    lose: Flag = Field(default=False, description="Lose them; for numbers that depend on the table.")
    who: Who = Field(default="you", description="Who.")
    may_win: Flag = Field(default=False, description="Also the winning Level (R-006).")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.change_level(seat, -n if self.lose else n, frame.card, may_win=self.may_win)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        loses = self.lose or (isinstance(self.n, int) and self.n < 0)
        told = renderer.order(self.who, "lose" if loses else "gain", renderer.amount(self.n, "Level"))
        return f"{told} (even the winning one)" if self.may_win else told
