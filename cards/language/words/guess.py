"""The word ``guess``: guess high or low."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Guess(Word):
    """Somebody guesses whether the die will show 1-3 (low) or 4-6 (high), and rolls."""

    do: Literal["guess"]
    who: Who = Field(default="you", description="Who guesses.")
    then: Block = Field(description="What happens if the guess was right.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return self.who == "you"

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        picks = rules.choose(frame, "?guess", seat, "guess", Slot("guess", "word", ("low", "high")))
        if picks is None:
            return Wait.WAIT
        die = rules.roll(frame, "?die", seat)
        frame.vars["die"] = die
        chosen = self.then if picks[0] == ("high" if die > 3 else "low") else self.else_
        if chosen:
            rules.run_block(frame, chosen)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "guess", "high (4-6) or low (1-3)")
        parts = [f"{told} and {renderer.verb(self.who, 'roll')} the die"]
        parts.append(f"if right, {renderer.effects(self.then)}")
        if self.else_:
            parts.append(f"if wrong, {renderer.effects(self.else_)}")
        return parts
