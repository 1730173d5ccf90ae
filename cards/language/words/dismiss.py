"""The word ``dismiss``: the helper leaves."""

from __future__ import annotations

from typing import Literal

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class DismissWord(Word):
    """The helper leaves the combat; another may be asked (R-358)."""

    do: Literal["dismiss"]

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.dismiss_helper(frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "the helper leaves the combat"
