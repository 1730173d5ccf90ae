"""The word ``roll``: a die decides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.dice import DIE_SIDES
from cards.kernel.frames import Frame
from cards.language.base import Block, Model, Number, Wait, Word
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who

DieFace = Annotated[int, Field(strict=True, ge=1, le=6)]


class RollOutcome(Model):
    """What happens on some of the faces."""

    on: tuple[DieFace, DieFace] = Field(description="From which number to which.")
    then: Block = Field(description="What happens.")


class Roll(Word):
    """Somebody rolls the die, known afterwards as `die`; the first outcome that fits happens."""

    do: Literal["roll"]
    who: Who = Field(default="you", description="Who rolls.")
    plus: Number = Field(default=0, description="What is added to the roll.")
    outcomes: tuple[RollOutcome, ...] = Field(
        default=(), max_length=6, description="What happens on which roll."
    )

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return self.who == "you"

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        die = rules.roll(frame, "?die", seat) + number_value(self.plus, rules, frame)
        frame.vars["die"] = die
        kept = min(max(die, 1), DIE_SIDES)
        for outcome in self.outcomes:
            if outcome.on[0] <= kept <= outcome.on[1]:
                rules.run_block(frame, outcome.then)
                break
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "roll", "the die")
        if self.plus:
            told += f" and add {renderer.figure(self.plus)}"
        return [told] + [
            f"on {_faces(*outcome.on)}, {renderer.effects(outcome.then)}" for outcome in self.outcomes
        ]


def _faces(low: int, high: int) -> str:
    """Return "a 6", "a 1 or 2", "a 1 to 3"."""
    if low == high:
        return f"a {low}"
    return f"a {low} {'or' if high == low + 1 else 'to'} {high}"
