"""The word ``end_combat``: the combat is over."""

from __future__ import annotations

from typing import Literal

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class EndCombat(Word):
    """The combat ends with neither reward nor Bad Stuff."""

    do: Literal["end_combat"]

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.end_combat(frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "the combat ends at once, with neither rewards nor Bad Stuff"
