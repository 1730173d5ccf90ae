"""The word ``attach``: lay this card on another."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Attach(Word):
    """This card is laid on another one in play, and leaves with it."""

    not_on_monsters: ClassVar = "it is in the combat and cannot be laid on another card as well"

    do: Literal["attach"]
    to: What = Field(description="On which card.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.to, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        if cards:
            rules.attach(frame.card, cards[0])
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"lay this card on {renderer.cards(self.to)}"
