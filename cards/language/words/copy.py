"""The word ``copy``: this card becomes a second one of a monster."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.finding import ref_card
from cards.language.name_types import CardReference
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer


class Copy(Word):
    """This card joins the combat as a copy of a monster with all that was played on it."""

    not_on_monsters: ClassVar = "it is in the combat and cannot join it a second time"

    do: Literal["copy"]
    what: CardReference = Field(default="monster", description="Which monster is copied.")
    linked: Flag = Field(default=True, description="What is played on one later counts for both (R-303).")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and monster and self.what == "monster"

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        monster = ref_card(self.what, rules, frame)
        if monster >= 0:
            rules.copy_monster(monster, frame.card, linked=self.linked)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return "; ".join(self.describe_parts(renderer))

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        parts = [f"this card becomes a second one of {renderer.cards(self.what)}"]
        parts.append("it has the same strength, enhancers, Levels and Treasures")
        if self.linked:
            parts.append("whatever enhances one later enhances both")
        return [*parts, "-1 to Run Away from the second one"]
