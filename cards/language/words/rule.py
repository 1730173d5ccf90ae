"""The word ``rule``: a rule for the rest of the combat."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.text_renderer import TextRenderer

_RULE_CLAUSES = {
    "alone": "nobody can help in this combat",
    "level_only": "only Levels count for the party in this combat, no bonuses",
    "no_items": "the party gets no bonuses from Items in this combat",
    "no_level": "the party's Levels do not count in this combat",
    "no_one_shots": "the party cannot use one-shot Items in this combat",
    "no_escape": "there is no escape from this combat: no rolls to Run Away",
    "wins_ties": "the party wins ties in this combat",
}


class RuleWord(Word):
    """A rule holds until the combat is over, whatever becomes of the card."""

    do: Literal["rule"]
    rule: Literal["alone", "level_only", "no_items", "no_level", "no_one_shots", "no_escape", "wins_ties"] = (
        Field(description="Which; the figures and rules of that name say what each means.")
    )

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.add_rule(self.rule, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return _RULE_CLAUSES[self.rule]
