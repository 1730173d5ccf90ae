"""Conditions about the rules in force: house rules, and figures that other cards change."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Condition, Whole
from cards.language.rules_api import Facts
from cards.language.seats import who_seats
from cards.language.stats import STATS, Flag, StatName
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who

_OPTION_CLAUSES: dict[tuple[str, object], str] = {
    ("charm_min_cards", 0): "the house lets any hand charm",
    ("halfling", "older"): "the house plays the older Halfling",
    ("halfling", "newer"): "the house plays the newer Halfling",
    ("cowboy_early_win", True): "the house lets Cowboys win early",
}


class HouseRule(Condition):
    """A house rule is set to a value."""

    is_: Literal["option"] = Field(alias="is")
    name: Literal["charm_min_cards", "halfling", "cowboy_early_win"] = Field(description="Which house rule.")
    value: str | int | bool = Field(description="To which value.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return bool(facts.option(self.name) == self.value)

    def describe(self, renderer: TextRenderer) -> str:
        return (
            _OPTION_CLAUSES.get((self.name, self.value))
            or f"the house rule “{self._title()}” is {self.value}"
        )

    def describe_negated(self, renderer: TextRenderer) -> str:
        return f"the house rule “{self._title()}” is not {self.value}"

    def _title(self) -> str:
        return self.name.replace("_", " ")


class StatIs(Condition):
    """The sum of what cards change for somebody is at least this; 1 for rules that are on or off."""

    is_: Literal["stat"] = Field(alias="is")
    stat: StatName = Field(description="Which figure or rule.")
    least: Whole = Field(default=1, description="At least this.")
    who: Who = Field(default="you", description="For whom; of several people, anybody.")

    def reads_totals(self) -> bool:
        return True

    def holds(self, facts: Facts, frame: Frame) -> bool:
        stat, least = self.stat, self.least
        for seat in who_seats(self.who, facts, frame):
            if facts.total(seat, stat) >= least:
                return True
        return False

    def _clause(self, renderer: TextRenderer) -> str:
        if self.stat == "theft_proof":
            return "safe from thieves"
        stat = STATS[self.stat]
        if isinstance(stat, Flag):
            return f"under a card that says so ({stat.effect})"
        return f"at {self.least:+d} or more ({stat.effect})"

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "be", self._clause(renderer))

    def describe_negated(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "be", f"not {self._clause(renderer)}")
