"""The word ``recall``: name a card from memory."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Block, Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who

NAME_CHOICES_COUNT = 5
"""Names to choose from, the right one among them."""


class Recall(Word):
    """Somebody names a card that is not seen, out of a few of its kind; no card at all is a wrong answer."""

    do: Literal["recall"]
    what: What = Field(description="Which card.")
    who: Who = Field(default="you", description="Who names it.")
    then: Block | None = Field(default=None, description="What happens if the name was right.")
    else_: Block | None = Field(default=None, alias="else", description="What happens if not.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        card = frame.vars.get("?asked")  # the pile may grow while somebody remembers
        if not isinstance(card, int):
            cards = select(self.what, rules, frame, "card")
            if cards is None:
                return Wait.WAIT
            card = frame.vars["?asked"] = cards[0] if cards else -1
        right = False
        if card >= 0:
            names = rules.name_choices(frame, "?names", card, NAME_CHOICES_COUNT)
            slot = Slot("recall", "word", names)
            picks = rules.choose(frame, "?recall", seat, "recall", slot, always=True)
            if picks is None:
                return Wait.WAIT
            right = picks[0] == rules.definition(card).name
        chosen = self.then if right else self.else_
        if chosen:
            rules.run_block(frame, chosen)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        told = renderer.order(self.who, "name", f"{renderer.cards(self.what)} from memory")
        parts = [told]
        if self.then:
            parts.append(f"if right, {renderer.effects(self.then)}")
        if self.else_:
            parts.append(f"if wrong, {renderer.effects(self.else_)}")
        return parts
