"""The word ``pick_card``: somebody chooses a card to speak of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import Cards
from cards.language.port import Rules
from cards.language.selection import select
from cards.language.telling import Telling


class PickCard(Word):
    """Cards are chosen or found, and can then be spoken of by a name."""

    do: Literal["pick_card"]
    what: Cards = Field(description="Which cards.")
    name: Literal["card", "second_card", "monster", "found"] = Field(
        default="card", description="How they are called afterwards."
    )

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "card")
        if cards is None:
            return Wait.WAIT
        frame.vars[self.name] = tuple(cards)
        return None

    def describe(self, telling: Telling) -> str:
        what = self.what
        if what.pick in ("top", "bottom"):
            return f"find {telling.cards(what)}"
        if what.zone in ("combat", "door_discard", "treasure_discard") or what.by == "you":
            return f"choose {telling.cards(what)}"
        who = what.whose if what.by == "holder" else what.by
        return f"{telling.does(who, 'choose')} {telling.they(who).cards(what)}"
