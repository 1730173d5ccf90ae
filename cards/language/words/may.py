"""The word ``may``: somebody decides whether it happens."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Wait, Who, Word
from cards.language.port import Rules
from cards.language.seats import one_seat
from cards.language.telling import Telling


class May(Word):
    """Somebody is asked whether something happens; silence is a no."""

    do: Literal["may"]
    who: Who = Field(default="you", description="Who decides.")
    then: Block = Field(description="What happens after a yes.")
    else_: Block | None = Field(default=None, alias="else", description="What happens after a no.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = one_seat(self.who, rules, frame)
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

    def describe(self, telling: Telling) -> str:
        told = f"{telling.does(self.who, 'may', 'decide that')} {telling.effects(self.then)}"
        if self.else_:
            told += f"; if not, {telling.effects(self.else_)}"
        return told
