"""The word ``fight``: begin a combat."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class FightWord(Word):
    """The active player has to fight a monster card, if no combat is on (R-280)."""

    do: Literal["fight"]
    what: What = Field(description="Which monster card.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "monster")
        if cards is None:
            return Wait.WAIT
        if cards and rules.fighter < 0 and rules.definition(cards[0]).kind == "monster":
            # Before the first turn it is nobody's: whom the card hits fights.
            rules.meet_monster(cards[0], rules.active if rules.active >= 0 else frame.seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"fight {renderer.cards(self.what)} at once"
