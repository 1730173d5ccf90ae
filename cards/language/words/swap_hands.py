"""The word ``swap_hands``: two players exchange hands."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class SwapHands(Word):
    """Two players exchange their hands."""

    do: Literal["swap_hands"]
    who: Who = Field(default="you", description="One of them.")
    with_: Who = Field(alias="with", description="The other.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        one, other = first_seat(self.who, rules, frame), first_seat(self.with_, rules, frame)
        if one >= 0 and other >= 0 and one != other:
            rules.swap_hands(one, other)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "swap", f"hands with {renderer.noun(self.with_)}")
