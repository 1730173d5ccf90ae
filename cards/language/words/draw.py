"""The word ``draw``: draw cards."""

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


class DrawWord(Word):
    """Somebody draws cards; those drawn by you can then be spoken of as `found`."""

    do: Literal["draw"]
    deck: Literal["door", "treasure"] = Field(default="treasure", description="From which deck.")
    n: Number = Field(default=1, description="How many.")
    who: Who = Field(default="you", description="Who.")
    face_up: Flag = Field(default=False, description="For all to see.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            drawn = rules.draw(seat, self.deck, n, face_up=self.face_up)
            if seat == frame.seat:
                frame.vars["found"] = tuple(drawn)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        one = "Door card" if self.deck == "door" else "Treasure"
        face = " face-up" if self.face_up else ""
        return renderer.order(self.who, "draw", renderer.amount(self.n, one) + face)
