"""The word ``put_back``: lay cards on or under a deck."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class PutBack(Word):
    """Cards go face down on top of the deck of their own back, or under it."""

    moves_cards: ClassVar = True

    do: Literal["put_back"]
    what: What = Field(description="Which cards.")
    bottom: Flag = Field(default=False, description="Under the deck.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.put_on_deck(card, rules.definition(card).back, bottom=self.bottom)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        where = "under its deck" if self.bottom else "on top of its deck"
        return f"put {renderer.cards(self.what)} {where}"
