"""The word ``swap``: two Items change places."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Swap(Word):
    """Two carried cards change owners; without one of them nothing happens."""

    do: Literal["swap"]
    what: What = Field(description="One card.")
    for_: What = Field(alias="for", description="The other.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        one = select(self.what, rules, frame, "give", "?one")
        if one is None:
            return Wait.WAIT
        other = select(self.for_, rules, frame, "take", "?other")
        if other is None:
            return Wait.WAIT
        if one and other:
            rules.swap_items(one[0], other[0])
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"swap {renderer.cards(self.what)} for {renderer.cards(self.for_)}"
