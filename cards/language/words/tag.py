"""The word ``tag``: give a monster a tag."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.finding import ref_card
from cards.language.grammar import article, tag_name
from cards.language.name_types import CardReference
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class TagWord(Word):
    """A monster gets a tag, e.g. `undead`, until the combat is over."""

    do: Literal["tag"]
    tag: str = Field(pattern="^[a-z_]{1,30}$", description="Which tag.")
    what: CardReference = Field(default="monster", description="Which monster.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        monster = ref_card(self.what, rules, frame)
        if monster >= 0:
            rules.tag_monster(monster, self.tag)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.cards(self.what)} counts as {article(tag_name(self.tag))} monster"
