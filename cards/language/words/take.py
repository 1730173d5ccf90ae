"""The word ``take``: cards change hands."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Who, Word
from cards.language.filters import What
from cards.language.port import Rules
from cards.language.selection import select
from cards.language.telling import Telling
from cards.language.who import one_seat


class Take(Word):
    """Cards go to a player, from other players or the discards."""

    do: Literal["take"]
    what: What = Field(description="Which cards.")
    who: Who = Field(default="you", description="Who gets them.")
    to: Literal["hand", "carried"] = Field(default="hand", description="To the hand, or carried in play.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = one_seat(self.who, rules, frame)
        if seat < 0:
            return None
        cards = select(self.what, rules, frame, "give" if seat != frame.seat else "take")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.take(card, seat, self.to)
        frame.vars["found"] = tuple(cards)
        return None

    def describe(self, telling: Telling) -> str:
        what = telling.cards(self.what)
        where = f"into {telling.own(self.who)} hand" if self.to == "hand" else "and carry it"
        if not isinstance(self.what, str) and self.what.whose == "you" and self.who != "you":
            return f"you give {telling.noun(self.who)} {what}"
        return f"{telling.does(self.who, 'take', what)} {where}"
