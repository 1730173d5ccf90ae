"""The word ``if``: one thing or another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Block, Test, Wait, Word
from cards.language.conditions.people import Has, IsTrait
from cards.language.filters import Filter, What
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer
from cards.language.words.discard import Discard

_ASKED_FIELDS = {*Filter.model_fields, "zone"}


class If(Word):
    """Something happens if a test holds; something else can happen if not."""

    do: Literal["if"]
    test: Test = Field(description="What is asked.")
    then: Block = Field(description="What happens if the test holds.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        chosen = self.then if self.test.compiled_test.holds(rules, frame) else self.else_
        if chosen:
            rules.run_block(frame, chosen)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return self._loss_or(renderer) or "; ".join(self._branches(renderer, "otherwise"))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        either = self._loss_or(renderer)
        return [either] if either else self._branches(renderer, "if not,")

    def _branches(self, renderer: TextRenderer, otherwise: str) -> list[str]:
        asked, done = self.test.describe(renderer), renderer.effects(self.then)
        if isinstance(self.test, IsTrait) and self.test.name == "any":
            done = done.replace(f"lose your {self.test.is_.capitalize()}", "lose it")
        told = [f"if {asked}, {done}"]
        return [*told, f"{otherwise} {renderer.effects(self.else_)}"] if self.else_ else told

    def _loss_or(self, renderer: TextRenderer) -> str:
        """Return "lose your Footgear, or a Level if you have none" if it says just that, else ""."""
        if not self.else_ or not renderer.orders:
            return ""
        first = self.then[0]
        if not isinstance(first, Discard) or not _asks_for(self.test, first.what):
            return ""
        taken, instead = renderer.effects(self.then), renderer.effects(self.else_)
        if instead.startswith("you ") or any(mark in taken + instead for mark in ("; ", ", ")):
            return ""
        verb = taken.split(" ", 1)[0]
        verb_of_instead, _, rest = instead.partition(" ")
        have = "wear" if " you wear" in taken else "have"
        if verb == verb_of_instead:
            return f"{taken}, or {rest} if you {have} none"
        return f"{taken} (none? {instead})"


def _asks_for(test: Test, what: What) -> bool:
    """Return True if a test asks whether you have the cards of a selection."""
    if isinstance(what, str) or what.whose != "you":
        return False
    if isinstance(test, IsTrait):
        return test.name == "any" and test.who == "you" and what.zone == "traits" and what.kind == (test.is_,)
    if not isinstance(test, Has) or test.who != "you" or (test.least, test.most) != (1, None):
        return False
    asked, wanted = test.model_dump(include=_ASKED_FIELDS), what.model_dump(include=_ASKED_FIELDS)
    return asked == wanted
