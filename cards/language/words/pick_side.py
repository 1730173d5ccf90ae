"""The word ``pick_side``: somebody chooses a side of the combat to speak of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class PickSide(Word):
    """The party or the monsters are chosen in the course of the effects, e.g. after a roll."""

    do: Literal["pick_side"]
    by: Who = Field(default="you", description="Who chooses.")

    def bound_names(self) -> tuple[str, ...]:
        return ("side",)

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        chooser = first_seat(self.by, rules, frame)
        if chooser < 0:
            return None
        picks = rules.choose(frame, "?side", chooser, "side", Slot("side", "word", ("party", "monsters")))
        if picks is None:
            return Wait.WAIT
        frame.vars["side"] = picks[0]
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.by, "choose", "a side")
