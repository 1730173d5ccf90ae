"""The word ``force_help``: compel a player to help."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class ForceHelp(Word):
    """Somebody has to help in the combat, unless it could win the game (R-357)."""

    do: Literal["force_help"]
    who: Who = Field(default="target", description="Who.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat >= 0:
            rules.force_help(seat, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "must", "help in this combat, but not for the win")
