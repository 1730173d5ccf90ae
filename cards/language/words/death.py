"""The word ``death``: die."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Death(Word):
    """Somebody dies (R-480)."""

    do: Literal["death"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        for seat in who_seats(self.who, rules, frame):
            rules.kill(seat, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "die")
