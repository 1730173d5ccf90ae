"""The word ``unload``: a companion puts down what it carries."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Unload(Word):
    """What a companion carries stays with its owner, even if the companion leaves next (R-605)."""

    do: Literal["unload"]
    what: What = Field(description="Which companion.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.unload(card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.what)} puts down anything it carries"
