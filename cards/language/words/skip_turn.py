"""The word ``skip_turn``: miss a turn."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class SkipTurn(Word):
    """Somebody misses their next turn."""

    do: Literal["skip_turn"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        for seat in who_seats(self.who, rules, frame):
            rules.skip_turn(seat, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "miss", f"{renderer.own_possessive(self.who)} next turn")
