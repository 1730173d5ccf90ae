"""Conditions about the combat, the moment and what was chosen."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import (
    CardReference,
    Condition,
    NegatableCondition,
    Test,
    Who,
    Whole,
)
from cards.language.filters import CardSelection, Filter, What
from cards.language.finding import fits, fitting, matching, ref_card
from cards.language.grammar import article, clauses, listed, number_word
from cards.language.printed import Span
from cards.language.rules_api import Facts
from cards.language.seats import any_seat_holds, who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.zones import ZONES


class InCombat(NegatableCondition):
    """Somebody fights or helps at the moment."""

    is_: Literal["in_combat"] = Field(alias="is")
    who: Who = Field(default="you", description="Who.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.in_combat(seat):
                return True
        return False

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "be", f"{not_}in a fight")


class IsFighting(NegatableCondition):
    """Somebody is the fighter, whose combat it is."""

    is_: Literal["fighter", "helper"] = Field(alias="is")
    who: Who = Field(default="you", description="Who.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        seat = facts.fighter if self.is_ == "fighter" else facts.helper
        return seat >= 0 and seat in who_seats(self.who, facts, frame)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "be", f"{not_}the {self.is_}")


class Alone(NegatableCondition):
    """The fighter has no helper."""

    is_: Literal["alone"] = Field(alias="is")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return facts.fighter >= 0 and facts.helper < 0

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return "the fighter has a helper" if not_ else "the fighter has no helper"

    def describe_against(self, renderer: TextRenderer) -> str:
        return "anyone who fights alone"


class Ahead(NegatableCondition):
    """The party would win as things stand."""

    is_: Literal["ahead"] = Field(alias="is")

    def reads_totals(self) -> bool:
        return True

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return facts.fighter >= 0 and facts.ahead()

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"the party is {not_}winning"


class ForTheWin(NegatableCondition):
    """The combat would end the game, were it won (R-360)."""

    is_: Literal["for_the_win"] = Field(alias="is")

    def reads_totals(self) -> bool:
        return True

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return facts.fighter >= 0 and facts.for_the_win()

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"this fight could {not_}win the game"


class CanHelp(NegatableCondition):
    """Somebody can be made to help in a combat that has no helper, may have one and cannot win the game."""

    is_: Literal["can_help"] = Field(alias="is")
    who: Who = Field(default="it", description="Who.")

    def reads_totals(self) -> bool:
        return True

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return any_seat_holds(self.who, facts, frame, facts.can_be_compelled)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "be", "unable to help" if not_ else "able to help")


class Meddled(NegatableCondition):
    """Somebody outside the combat has done something against those who are in it."""

    is_: Literal["meddled"] = Field(alias="is")
    who: Who = Field(default="you", description="Who.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return any_seat_holds(self.who, facts, frame, facts.meddled)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "have", f"{not_}played against them")


class Monsters(Filter, Condition):
    """Monsters of a kind are in the combat."""

    is_: Literal["monsters"] = Field(alias="is")
    least: Whole = Field(default=1, description="At least so many.")
    most: Whole | None = Field(default=None, description="At most so many.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return Span(self.least, self.most).holds(len(fitting(self, facts.monsters(), facts, frame)))

    def _nouns(self, renderer: TextRenderer) -> tuple[str, str]:
        one, many = renderer.nouns(self)
        return one.replace("card", "monster"), many.replace("cards", "monsters")

    def describe(self, renderer: TextRenderer) -> str:
        one, many = self._nouns(renderer)
        if self.most is not None:
            span = f"{number_word(self.least)} to" if self.least else "at most"
            be = "is" if not self.least and self.most == 1 else "are"
            return f"{span} {number_word(self.most)} {one if be == 'is' else many} {be} in the fight"
        if self.least == 1:
            return f"{article(one)} is in the fight"
        return f"{number_word(self.least)} or more {many} are in the fight"

    def describe_negated(self, renderer: TextRenderer) -> str:
        one, many = self._nouns(renderer)
        if self.most is not None:
            return super().describe_negated(renderer)
        if self.least == 1:
            return f"no {one} is in the fight"
        return f"fewer than {number_word(self.least)} {many} are in the fight"

    def describe_against(self, renderer: TextRenderer) -> str:
        return self._nouns(renderer)[1] if self.least == 1 and self.most is None else ""


class IsCard(Filter, NegatableCondition):
    """A card is what a filter says."""

    is_: Literal["card"] = Field(alias="is")
    what: CardReference = Field(default="card", description="Which card.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        card = ref_card(self.what, facts, frame)
        return card >= 0 and fits(self, card, facts, frame)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"{renderer.cards(self.what)} is {not_}{article(renderer.nouns(self)[0])}"


class IsTurn(NegatableCondition):
    """It is somebody's turn."""

    is_: Literal["turn"] = Field(alias="is")
    who: Who = Field(default="you", description="Whose.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return facts.active in who_seats(self.who, facts, frame)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"it is {not_}{renderer.possessive(self.who)} turn"


class CardExists(NegatableCondition):
    """There is such a card at the moment."""

    is_: Literal["there_is"] = Field(alias="is")
    what: What = Field(description="Which card.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        if isinstance(self.what, CardSelection):
            return bool(matching(self.what, facts, frame))
        return ref_card(self.what, facts, frame) >= 0

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"there is {not_}{self._noun(renderer)}"

    def _noun(self, renderer: TextRenderer) -> str:
        if isinstance(self.what, str):
            return renderer.cards(self.what)
        noun = article(renderer.nouns(self.what)[0])
        pile = ZONES[self.what.zone].pile
        if pile:
            return f"{noun} among the {pile}"
        return renderer.cards(self.what)


FIGHT_ALONE_TEXT = "you fight alone"
"""How it reads that you are the fighter and have no helper."""


class AllOf(Condition):
    """All of several conditions hold."""

    is_: Literal["all"] = Field(alias="is")
    of: tuple[Test, ...] = Field(min_length=2, max_length=6, description="Which conditions.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for test in self.of:
            if not test.holds(facts, frame):
                return False
        return True

    def describe(self, renderer: TextRenderer) -> str:
        tests = list(self.of)
        fights = [test for test in tests if isinstance(test, IsFighting) and test.is_ == "fighter"]
        alone = [test for test in tests if isinstance(test, Alone)]
        told = [test.describe(renderer) for test in tests if test not in fights + alone]
        if len(fights) == len(alone) == 1:
            told.insert(0, renderer.does(fights[0].who, "fight", "alone"))
        else:
            told = [test.describe(renderer) for test in tests]
        return clauses(told)

    def describe_negated(self, renderer: TextRenderer) -> str:
        return clauses([test.describe_negated(renderer) for test in self.of], "or")


class AnyOf(Condition):
    """At least one of several conditions holds."""

    is_: Literal["any"] = Field(alias="is")
    of: tuple[Test, ...] = Field(min_length=2, max_length=6, description="Which conditions.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for test in self.of:
            if test.holds(facts, frame):
                return True
        return False

    def describe(self, renderer: TextRenderer) -> str:
        return clauses([test.describe(renderer) for test in self.of], "or")

    def describe_negated(self, renderer: TextRenderer) -> str:
        return clauses([test.describe_negated(renderer) for test in self.of])

    def describe_against(self, renderer: TextRenderer) -> str:
        told = [test.describe_against(renderer) for test in self.of]
        return listed(told) if all(told) else ""


class Negation(Condition):
    """A condition does not hold."""

    is_: Literal["not"] = Field(alias="is")
    test: Test = Field(description="Which condition.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        """Return True if the test does not hold; what harms whom it applies to spares whom it does not."""
        reading = facts.as_drawback
        if reading is None:
            return not self.test.holds(facts, frame)
        facts.as_drawback = not reading
        try:
            return not self.test.holds(facts, frame)
        finally:
            facts.as_drawback = reading

    def describe(self, renderer: TextRenderer) -> str:
        return self.test.describe_negated(renderer)

    def describe_negated(self, renderer: TextRenderer) -> str:
        return self.test.describe(renderer)
