"""The word ``replace``: another monster takes one's place."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class ReplaceWord(Word):
    """A monster leaves with all that was played on it, and another card takes its place."""

    do: Literal["replace"]
    what: What = Field(default="monster", description="Which monster leaves.")
    by: What = Field(description="Which monster card comes.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        out = select(self.what, rules, frame, "monster", "?out")
        if out is None:
            return Wait.WAIT
        comes = select(self.by, rules, frame, "monster", "?in")
        if comes is None:
            return Wait.WAIT
        if out and comes and rules.definition(comes[0]).kind == "monster":
            rules.replace_monster(out[0], comes[0])
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.by)} takes the place of {renderer.cards(self.what)}"
