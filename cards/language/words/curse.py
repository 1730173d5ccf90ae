"""The word ``curse``: a curse card strikes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Who, Word
from cards.language.filters import What
from cards.language.port import Rules
from cards.language.seats import one_seat
from cards.language.selection import select
from cards.language.telling import Telling


class CurseWord(Word):
    """A curse card strikes somebody, from wherever the card is."""

    do: Literal["curse"]
    what: What = Field(description="Which curse card.")
    who: Who = Field(default="you", description="Whom.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = one_seat(self.who, rules, frame)
        if seat < 0:
            return None
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        for card in cards[:1]:
            if rules.definition(card).kind == "curse":
                rules.curse(seat, card)
        return None

    def describe(self, telling: Telling) -> str:
        return telling.does(self.who, "suffer", telling.cards(self.what))
