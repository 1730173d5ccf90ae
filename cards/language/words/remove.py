"""The word ``remove``: take a monster out of the combat."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Remove(Word):
    """A monster leaves the combat; with the last one the combat ends (R-315, R-316)."""

    do: Literal["remove"]
    what: What = Field(default="monster", description="Which monster.")
    treasures: Flag | None = Field(
        default=None, description="Whether its Treasures are earned; the edition's rule if not said."
    )
    kill: Flag = Field(default=False, description="It counts as killed: Levels and Treasures (R-336).")

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        return in_combat and monster and self.what == "monster"

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "monster")
        if cards is None:
            return Wait.WAIT
        treasures = self.treasures
        if treasures is None:
            treasures = self.kill or bool(rules.option("treasures_for_removed"))
        for card in cards:
            rules.remove_monster(card, treasures=treasures, kill=self.kill, by=frame.seat)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        what = renderer.cards(self.what)
        if self.kill:
            return f"{what} is killed, which counts as your kill"
        pays = renderer.pays if self.treasures is None else self.treasures
        return f"{what} leaves, {'but its Treasures are yours' if pays else 'Treasures and all'}"
