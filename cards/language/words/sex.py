"""The word ``sex``: change sex."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Who, Word
from cards.language.port import Rules
from cards.language.telling import Telling
from cards.language.who import who_seats

_OTHER = {"male": "female", "female": "male"}


class Sex(Word):
    """Somebody's sex changes."""

    do: Literal["sex"]
    to: Literal["male", "female", "other"] = Field(default="other", description="To which.")
    who: Who = Field(default="you", description="Whose.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        for seat in who_seats(self.who, rules, frame):
            sex = _OTHER[rules.sex(seat)] if self.to == "other" else self.to
            rules.set_sex(seat, sex, frame.card)
        return None

    def describe(self, telling: Telling) -> str:
        if self.to == "other":
            return telling.does(self.who, "change", "sex")
        return telling.does(self.who, "become", self.to)
