"""The word ``pick_card``: somebody chooses a card to speak of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import CardSelection
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class PickCard(Word):
    """Cards are chosen or found, and then have a name on the card."""

    do: Literal["pick_card"]
    what: CardSelection = Field(description="Which cards.")
    name: Literal["card", "second_card", "monster", "found"] = Field(
        default="card", description="How they are called afterwards."
    )

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        frame.vars[self.name] = tuple(cards)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        if what.pick in ("top", "bottom"):
            return f"find {renderer.cards(what)}"
        if what.shared:
            return f"choose {renderer.cards(what)}"
        if what.by == "you":
            return renderer.order("you", "choose", renderer.cards(what.model_copy(update={"by": what.whose})))
        who = what.whose if what.by == "holder" else what.by
        return f"{renderer.order(who, 'choose')} {renderer.with_pronoun(who).cards(what)}"
