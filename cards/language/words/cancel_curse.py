"""The word ``cancel_curse``: the pending curse does nothing."""

from __future__ import annotations

from typing import Literal

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class CancelCurse(Word):
    """The curse that is about to strike is cancelled (R-008)."""

    do: Literal["cancel_curse"]

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.cancel_curse(frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "it has no effect and is discarded"
