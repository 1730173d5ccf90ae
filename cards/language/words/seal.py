"""The words ``open_seal`` and ``close_seal``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.grammar import article
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class SealWord(Word):
    """Somebody opens the next Seal, or closes the one in force (R-661, R-664)."""

    do: Literal["open_seal", "close_seal"]
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        if self.do == "open_seal":
            rules.open_seal(seat)
        else:
            rules.close_seal(seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, self.do.split("_")[0], article(renderer.labels.seal))
