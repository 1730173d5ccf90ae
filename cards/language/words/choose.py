"""The word ``choose``: pick one of several things to happen."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Label, Model, Test, Wait, Word
from cards.language.grammar import listed
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class ChooseOption(Model):
    """One of the things to choose from."""

    name: Label = Field(description="What the button says.")
    test: Test | None = Field(default=None, alias="if", description="Only offered if this holds.")
    then: Block = Field(description="What happens.")


class Choose(Word):
    """Somebody chooses what happens."""

    do: Literal["choose"]
    who: Who = Field(default="you", description="Who chooses.")
    options: tuple[ChooseOption, ...] = Field(min_length=2, max_length=5, description="Among what.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        open_ = [option for option in self.options if option.test is None or option.test.holds(rules, frame)]
        if seat < 0 or not open_:
            return None
        slot = Slot("option", "word", tuple(option.name for option in open_))
        picks = rules.choose(frame, "?option", seat, "option", slot)
        if picks is None:
            return Wait.WAIT
        chosen = next(option for option in open_ if option.name == picks[0])
        rules.run_block(frame, chosen.then)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        after = renderer.with_pronoun(self.who)
        told = [
            ("" if option.test is None else f"if {option.test.describe(after)}, ")
            + after.effects(option.then)
            for option in self.options
        ]
        word = ", or" if any(", " in option for option in told) else "or"
        return f"{renderer.order(self.who, 'choose')}: {listed(told, word).replace(' ,', ',')}"
