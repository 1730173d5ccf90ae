"""The word ``stay``: this card remains before a player."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Stay(Word):
    """This card stays before a player with its modifiers in force."""

    not_on_monsters: ClassVar = "it is in the combat and cannot stay before a player as well"

    do: Literal["stay"]
    until: Literal["next_combat", "turn", "removed"] = Field(description="For how long (R-565).")
    who: Who = Field(default="you", description="Before whom.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        for seat in who_seats(self.who, rules, frame)[:1]:
            rules.stay(frame.card, seat, self.until)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        own = renderer.own_possessive(self.who)
        until = {
            "next_combat": f"until {own} next combat is over",
            "turn": f"until the end of {own} next turn",
            "removed": "until something gets rid of it",
        }[self.until]
        return f"this card stays before {renderer.noun(self.who)} {until}"
