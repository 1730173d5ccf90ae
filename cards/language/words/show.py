"""The word ``show``: let others see cards."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


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

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        viewers = "everyone" if self.to == "everyone" else renderer.noun(self.to)
        if isinstance(what, str):
            return f"show {renderer.cards(what)} to {viewers}"
        if what.pick == "all" and what.zone == "hand" and not what.kind and not what.tag:
            own = renderer.own_possessive(what.whose)
            return renderer.order(what.whose, "show", f"{own} hand to {viewers}")
        shown = renderer.with_pronoun(what.whose).cards(what)
        return f"{renderer.order(what.whose, 'show')} {shown} to {viewers}"
