"""The word ``treasures``: change what a monster brings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.finding import ref_card
from cards.language.name_types import CardReference
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class TreasuresWord(Word):
    """The combat brings more Treasures, or fewer."""

    do: Literal["treasures"]
    n: Number = Field(description="By how many.")
    monster: CardReference | None = Field(default=None, description="Of which monster.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
        rules.add_treasures(number_value(self.n, rules, frame), frame.card, monster=monster)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        of = "the combat" if self.monster is None else renderer.cards(self.monster)
        order = "fewer" if isinstance(self.n, int) and self.n < 0 else "extra"
        return f"{of} brings {renderer.amount(self.n, f'{order} Treasure')}"
