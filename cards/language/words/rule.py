"""The word ``rule``: a rule for the rest of the combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.stats import combat_rules
from cards.language.terms import literal_of
from cards.language.text_renderer import TextRenderer

_COMBAT_RULES = combat_rules()

if TYPE_CHECKING:
    RuleName: TypeAlias = str
else:
    RuleName = literal_of(_COMBAT_RULES)


class RuleWord(Word):
    """A rule holds until the combat is over, even if the card is gone."""

    do: Literal["rule"]
    rule: RuleName = Field(description="Which; the figures and rules of that name say what each means.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        rules.add_rule(self.rule, frame.card)
        return None

    def describe(self, renderer: TextRenderer) -> str:
        return _COMBAT_RULES[self.rule].clause
