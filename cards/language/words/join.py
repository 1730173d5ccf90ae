"""The word ``join``: a monster joins the combat."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Join(Word):
    """Monster cards join the combat from any place (R-310)."""

    do: Literal["join"]
    what: What = Field(description="Which monsters.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "monster")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            if rules.definition(card).kind == "monster":
                rules.add_monster(card, by=frame.seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.what)} joins the combat"
