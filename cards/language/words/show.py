"""The word ``show``: let others see cards."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Who, Word
from cards.language.filters import What
from cards.language.port import Rules
from cards.language.seats import who_seats
from cards.language.selection import select
from cards.language.telling import Telling


class Show(Word):
    """Cards of the hand are shown."""

    do: Literal["show"]
    what: What = Field(description="Which cards.")
    to: Who = Field(default="everyone", description="To whom.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "show")
        if cards is None:
            return Wait.WAIT
        viewers = None if self.to == "everyone" else who_seats(self.to, rules, frame)
        for owner in sorted({rules.owner(card) for card in cards}):
            shown = tuple(card for card in cards if rules.owner(card) == owner)
            rules.show(shown, viewers, owner=owner)
        return None

    def describe(self, telling: Telling) -> str:
        what = self.what
        viewers = "everyone" if self.to == "everyone" else telling.noun(self.to)
        if isinstance(what, str):
            return f"show {telling.cards(what)} to {viewers}"
        if what.pick == "all" and what.zone == "hand" and not what.kind and not what.tag:
            return f"{telling.does(what.whose, 'show')} {telling.own(what.whose)} hand to {viewers}"
        return f"{telling.does(what.whose, 'show')} {telling.they(what.whose).cards(what)} to {viewers}"
