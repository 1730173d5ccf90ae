"""The word ``run_away``: change Run Away rolls of this combat."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.finding import ref_card
from cards.language.name_types import CardReference
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class RunAway(Word):
    """Somebody's Run Away rolls get better or worse for the rest of this combat."""

    do: Literal["run_away"]
    n: Number = Field(description="By how much.")
    who: Who = Field(default="you", description="Whose rolls.")
    monster: CardReference | None = Field(default=None, description="Only from this monster.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
        if monster < 0 and self.monster is not None:
            return None  # -1 would mean all rolls
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.add_flee(seat, n, frame.card, monster=monster)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        if self.monster == "fled" and self.who == "you":
            return renderer.bonus(self.n, "this Run Away roll")
        roll = "roll" if self.monster is not None else "rolls"
        from_ = "" if self.monster is None else f" from {renderer.cards(self.monster)}"
        told = renderer.bonus(self.n, f"{renderer.possessive(self.who)} Run Away {roll}")
        return f"{told}{from_}"
