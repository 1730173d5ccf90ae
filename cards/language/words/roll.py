"""The word ``roll``: a die decides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Block, Model, Number, Wait, Who, Word
from cards.language.numbers import number_value
from cards.language.port import Rules
from cards.language.seats import one_seat
from cards.language.telling import Telling

Face = Annotated[int, Field(strict=True, ge=1, le=6)]


class Outcome(Model):
    """What happens on some of the faces."""

    on: tuple[Face, Face] = Field(description="From which number to which.")
    then: Block = Field(description="What happens.")


class Roll(Word):
    """Somebody rolls the die, known afterwards as `die`; the first outcome that fits happens."""

    do: Literal["roll"]
    who: Who = Field(default="you", description="Who rolls.")
    plus: Number = Field(default=0, description="What is added to the roll.")
    outcomes: tuple[Outcome, ...] = Field(default=(), max_length=6, description="What happens on which roll.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = one_seat(self.who, rules, frame)
        if seat < 0:
            return None
        die = rules.roll(frame, "?die", seat) + number_value(self.plus, rules, frame)
        frame.vars["die"] = die
        kept = min(max(die, 1), 6)
        for outcome in self.outcomes:
            if outcome.on[0] <= kept <= outcome.on[1]:
                rules.run_block(frame, outcome.then)
                break
        return None

    def describe(self, telling: Telling) -> str:
        told = telling.does(self.who, "roll", "the die")
        if self.plus:
            told += f" and add {telling.figure(self.plus)}"
        for outcome in self.outcomes:
            low, high = outcome.on
            span = f"{low}" if low == high else f"{low}-{high}"
            told += f"; on {span}, {telling.effects(outcome.then)}"
        return told
