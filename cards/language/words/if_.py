"""The word ``if``: one thing or another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Block, Test, Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class If(Word):
    """Something happens if a test holds; something else can happen if not."""

    do: Literal["if"]
    test: Test = Field(description="What is asked.")
    then: Block = Field(description="What happens if the test holds.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        chosen = self.then if self.test.holds(rules, frame) else self.else_
        if chosen:
            rules.run_block(frame, chosen)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        told = f"if {self.test.describe(renderer)}, {renderer.effects(self.then)}"
        if self.else_:
            told += f"; otherwise {renderer.effects(self.else_)}"
        return told
