"""The word ``may``: somebody decides whether it happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class May(Word):
    """Somebody is asked whether something happens; silence is a no."""

    do: Literal["may"]
    who: Who = Field(default="you", description="Who decides.")
    then: Block = Field(description="What happens after a yes.")
    else_: Block | None = Field(default=None, alias="else", description="What happens after a no.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        slot = Slot("whether", "word", ("no", "yes"))
        picks = rules.choose(frame, "?whether", seat, "whether", slot, ("no",))
        if picks is None:
            return Wait.WAIT
        chosen = self.then if picks == ("yes",) else self.else_
        if chosen:
            rules.run_block(frame, chosen)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        said = replace(renderer.with_pronoun(self.who), orders=False)
        told = f"{renderer.does(self.who, 'may', 'decide that')} {said.effects(self.then)}"
        if self.else_:
            told += f"; if not, {renderer.effects(self.else_)}"
        return told
