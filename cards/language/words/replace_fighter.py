"""The word ``replace_fighter``: somebody else fights on."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class ReplaceFighter(Word):
    """Somebody takes the fighter's place in the combat."""

    do: Literal["replace_fighter"]
    who: Who = Field(default="target", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat >= 0:
            rules.replace_fighter(seat, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "take", "the fighter's place in this combat")
