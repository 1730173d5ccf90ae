"""The word ``each``: the same for several players."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Block, Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Each(Word):
    """The same happens for each of several players in turn, who is then called `it`."""

    repeats: ClassVar = True

    do: Literal["each"]
    who: Who = Field(description="For whom.")
    then: Block = Field(description="What happens for each.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        for seat in reversed(who_seats(self.who, rules, frame)):
            rules.run_block(frame, self.then, it=seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        noun = renderer.noun(self.who)
        first = self.then[0].describe(renderer.with_noun("it", noun))
        if noun not in first:
            first = f"for {noun}: {first}"
        rest = [word.describe(renderer.with_noun("it", "that player")) for word in self.then[1:]]
        return ", then ".join([first, *rest])
