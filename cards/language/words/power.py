"""The word ``power``: add to a side's combat strength."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Number, Wait, Word
from cards.language.finding import ref_card
from cards.language.name_types import CardReference
from cards.language.numbers import number_value
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class PowerWord(Word):
    """One side of the combat gets stronger or weaker until it is over."""

    do: Literal["power"]
    n: Number = Field(description="By how much.")
    side: Literal["party", "monsters", "chosen"] = Field(
        default="party", description="Which side; `chosen`: the side picked as a target."
    )
    who: Who = Field(default="you", description="Whose bonus it is, on the party's side.")
    monster: CardReference | None = Field(default=None, description="Which monster's, on the monsters' side.")

    def used_names(self) -> Iterator[tuple[str, str]]:
        yield from super().used_names()
        if self.side == "chosen":
            yield "side", "side"

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and isinstance(self.n, int) and self.n != 0

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        n = number_value(self.n, rules, frame)
        side = str(frame.vars.get("side", "party")) if self.side == "chosen" else self.side
        if side == "monsters":
            monster = -1 if self.monster is None else ref_card(self.monster, rules, frame)
            rules.add_strength("monsters", n, frame.card, monster=monster)
            return None
        seat = first_seat(self.who, rules, frame)
        if not rules.in_combat(seat):
            seat = rules.fighter
        rules.add_strength("party", n, frame.card, seat=seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        if self.side == "chosen":
            return renderer.bonus(self.n, "either side")
        if self.side == "party":
            return renderer.bonus(self.n, "your side" if self.who == "you" else renderer.object(self.who))
        if self.monster is not None:
            return renderer.bonus(self.n, renderer.cards(self.monster))
        return renderer.bonus(self.n, "the monsters' side")
