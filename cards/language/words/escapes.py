"""The words for running away, and for what it comes to."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import CardReference, Flag, Number, Who, Word
from cards.language.filters import What
from cards.language.finding import ref_card
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class RunAway(Word):
    """Somebody's Run Away rolls get better or worse for the rest of this combat."""

    do: Literal["run_away"]
    n: Number = Field(description="By how much.")
    who: Who = Field(default="you", description="Whose rolls.")
    monster: CardReference | None = Field(default=None, description="Only from this monster.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
        if monster < 0 and self.monster is not None:
            return  # -1 would mean all rolls
        n = number_value(self.n, rules, frame)
        for seat in who_seats(self.who, rules, frame):
            rules.add_flee(seat, n, frame.card, monster=monster)

    def describe(self, renderer: TextRenderer) -> str:
        if self.monster == "fled" and self.who == "you":
            return renderer.bonus(self.n, "this roll")
        roll = "roll" if self.monster is not None else "rolls"
        from_ = "" if self.monster is None else f" from {renderer.cards(self.monster)}"
        told = renderer.bonus(self.n, f"{renderer.possessive(self.who)} Run Away {roll}")
        return f"{told}{from_}"


class Escape(Word):
    """Somebody escapes without a roll (R-438)."""

    do: Literal["escape"]
    who: Who = Field(default="you", description="Who.")
    monster: CardReference = Field(default="fled", description="From which monster.")
    all: Flag = Field(default=False, description="From all monsters in the combat.")

    def needs_fled(self) -> bool:
        return not self.all and super().needs_fled()

    def resolve(self, rules: Rules, frame: Frame) -> None:
        monster = -1 if self.all else ref_card(self.monster, rules, frame)
        if monster < 0 and not self.all:
            return
        for seat in who_seats(self.who, rules, frame):
            rules.escape(seat, monster)

    def describe(self, renderer: TextRenderer) -> str:
        monster = "every monster" if self.all else renderer.cards(self.monster)
        return renderer.order(self.who, "escape", f"from {monster} without a roll")


class SetRoll(Word):
    """The Run Away roll just made becomes another number."""

    do: Literal["set_roll"]
    n: Number = Field(description="Which number.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.set_roll(number_value(self.n, rules, frame), frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return f"the roll becomes {renderer.figure(self.n)}"


class Reroll(Word):
    """The Run Away roll just made is rolled again."""

    do: Literal["reroll"]

    def resolve(self, rules: Rules, frame: Frame) -> None:
        rules.reroll(frame.card)

    def describe(self, renderer: TextRenderer) -> str:
        return "the roll is made again"


class Suffer(Word):
    """Somebody suffers a monster card's Bad Stuff."""

    do: Literal["suffer"]
    what: What = Field(description="Which monster's.")
    who: Who = Field(default="you", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> None:
        cards = select(self.what, rules, frame, "monster")
        for seat in reversed(who_seats(self.who, rules, frame)):
            for card in cards[:1]:
                rules.suffer(seat, card)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "suffer", f"the Bad Stuff of {renderer.cards(self.what)}")
