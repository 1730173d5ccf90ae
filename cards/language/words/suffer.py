"""The word ``suffer``: another card's Bad Stuff."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Suffer(Word):
    """Somebody suffers a monster card's Bad Stuff."""

    do: Literal["suffer"]
    what: What = Field(description="Which monster's.")
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "monster")
        if cards is None:
            return Wait.WAIT
        for seat in reversed(who_seats(self.who, rules, frame)):
            for card in cards[:1]:
                rules.suffer(seat, card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "suffer", f"the Bad Stuff of {renderer.cards(self.what)}")
