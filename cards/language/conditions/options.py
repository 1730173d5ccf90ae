"""Conditions about the rules in force: house rules, and figures that other cards change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import CompiledCondition, Condition, Who, Whole
from cards.language.compiled_conditions import CompiledStatIs
from cards.language.compiled_test import CompiledTest
from cards.language.conditions.combat import AllOf, AnyOf, Negation
from cards.language.rules_api import Facts
from cards.language.stats import STATS, Flag, StatName
from cards.language.text_renderer import TextRenderer


class HouseRule(Condition):
    """A house rule is set to a value."""

    is_: Literal["option"] = Field(alias="is")
    name: Literal["charm_min_cards", "halfling", "cowboy_early_win"] = Field(description="Which house rule.")
    value: str | int | bool = Field(description="To which value.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return bool(facts.option(self.name) == self.value)

    def describe(self, renderer: TextRenderer) -> str:
        return f"the house rule “{self._title()}” is {self.value}"

    def describe_negated(self, renderer: TextRenderer) -> str:
        return f"the house rule “{self._title()}” is not {self.value}"

    def _title(self) -> str:
        return self.name.replace("_", " ")


def settle(test: Condition, house: Mapping[str, object]) -> bool | Condition:
    """Return a test without its house rules, or True or False if nothing else is asked."""
    if isinstance(test, HouseRule):
        return house.get(test.name) == test.value
    if isinstance(test, Negation):
        inner = settle(test.test, house)
        return not inner if isinstance(inner, bool) else test.model_copy(update={"test": inner})
    if not isinstance(test, AllOf | AnyOf):
        return test
    settled = [settle(part, house) for part in test.of]
    decisive = isinstance(test, AnyOf)
    if decisive in [part for part in settled if isinstance(part, bool)]:
        return decisive
    left = tuple(part for part in settled if not isinstance(part, bool))
    if len(left) < 2:
        return left[0] if left else not decisive
    return test.model_copy(update={"of": left})


class StatIs(CompiledCondition):
    """The sum of what cards change for somebody is at least this; 1 for rules that are on or off."""

    is_: Literal["stat"] = Field(alias="is")
    stat: StatName = Field(description="Which figure or rule.")
    least: Whole = Field(default=1, description="At least this.")
    who: Who = Field(default="you", description="For whom; of several people, anybody.")

    def reads_totals(self) -> bool:
        return True

    def compile_test(self) -> CompiledTest:
        return CompiledStatIs(self.stat, self.least, self.who)

    def _clause(self, renderer: TextRenderer) -> str:
        stat = STATS[self.stat]
        if isinstance(stat, Flag):
            return f"under a card that says so ({stat.effect})"
        return f"at {self.least:+d} or more ({stat.effect})"

    def describe(self, renderer: TextRenderer) -> str:
        if self.stat == "theft_proof":
            return renderer.does(self.who, "cannot", "lose Items to other players")
        return renderer.does(self.who, "be", self._clause(renderer))

    def describe_negated(self, renderer: TextRenderer) -> str:
        if self.stat == "theft_proof":
            return renderer.does(self.who, "can", "lose Items to other players")
        return renderer.does(self.who, "be", f"not {self._clause(renderer)}")
