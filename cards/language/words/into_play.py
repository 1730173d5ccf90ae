"""The word ``into_play``: lay a card before a player."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class IntoPlay(Word):
    """A Class, Race, companion or the like comes into play, limits obeyed and old ones displaced."""

    moves_cards: ClassVar = True

    do: Literal["into_play"]
    what: What = Field(description="Which card.")
    who: Who = Field(default="you", description="Before whom.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        cards = select(self.what, rules, frame, "play")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.into_play(card, seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.order(self.who, "put", f"{renderer.cards(self.what)} into play")
