"""The word ``curse``: a curse card strikes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class CurseWord(Word):
    """A curse card strikes somebody, from any place."""

    do: Literal["curse"]
    what: What = Field(description="Which curse card.")
    who: Who = Field(default="you", description="Whom.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        for card in cards[:1]:
            if rules.definition(card).kind == "curse":
                rules.curse(seat, card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "suffer", renderer.cards(self.what))
