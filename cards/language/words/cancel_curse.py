"""The word ``cancel_curse``: the pending curse does nothing."""

from __future__ import annotations

from typing import Literal

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.port import Rules
from cards.language.telling import Telling


class CancelCurse(Word):
    """The curse that is about to strike is cancelled (R-008)."""

    do: Literal["cancel_curse"]

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.cancel_curse(frame.card)
        return None

    def describe(self, telling: Telling) -> str:
        return f"the {telling.labels.curse} has no effect and is discarded"
