"""The word ``escape``: get away without a roll."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.finding import ref_card
from cards.language.name_types import CardReference
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Escape(Word):
    """Somebody escapes without a roll (R-438)."""

    do: Literal["escape"]
    who: Who = Field(default="you", description="Who.")
    monster: CardReference = Field(default="fled", description="From which monster.")
    all: Flag = Field(default=False, description="From all monsters in the combat.")

    def needs_fled(self) -> bool:
        return not self.all and super().needs_fled()

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        monster = -1 if self.all else ref_card(self.monster, rules, frame)
        if monster < 0 and not self.all:
            return None
        for seat in who_seats(self.who, rules, frame):
            rules.escape(seat, monster)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        monster = "every monster" if self.all else renderer.cards(self.monster)
        return renderer.order(self.who, "escape", f"from {monster} without a roll")
