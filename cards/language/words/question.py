"""The word ``question``: ask about the world outside the game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class Question(Word):
    """This card's owner answers a question with yes or no, once for as long as they have the card.

    The test `answered` looks at the answer. Silence is a no.
    """

    do: Literal["question"]
    text: str = Field(
        min_length=1,
        max_length=90,
        pattern=r"^[^\x00-\x1f\x7f{}?]+$",
        description='What may be true or not, e.g. "it is raining".',
    )

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        if rules.answered(frame.card):
            return None
        slot = Slot("answer", "word", ("no", "yes"))
        picks = rules.choose(frame, "?answer", frame.seat, "question", slot, ("no",))
        if picks is None:
            return Wait.WAIT
        rules.record_answer(frame.card, str(picks[0]))
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"say once, and honestly, whether {self.text}"
