"""Questions about players and rules in force: what they are, how high they stand, what they have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Condition, NegatableCondition, Number, Who, Whole, ZoneName
from cards.language.conditions.combat import AllOf, AnyOf, Negation
from cards.language.filters import Filter
from cards.language.finding import fitting, zone_cards
from cards.language.grammar import article, level_span, number_word, plural
from cards.language.numbers import Pool, number_value
from cards.language.printed import Span
from cards.language.rules_api import Facts
from cards.language.seats import any_seat_holds, who_seats
from cards.language.stats import STATS, Flag, StatName
from cards.language.text_renderer import TextRenderer
from cards.language.zones import ZONES


class IsTrait(NegatableCondition):
    """Somebody is of a Class, Race or Role (any of the people named)."""

    is_: Literal["class", "race", "role"] = Field(alias="is")
    name: str = Field(pattern="^[a-z_]{1,30}$", description="Its word, e.g. `elf`; `any` for any at all.")
    who: Who = Field(default="you", description="Of whom.")
    alone: bool = Field(default=False, strict=True, description="And nobody else in the game is.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.has_trait(seat, self.is_, self.name):
                return not self.alone or self._is_only_one(facts, frame)
        return False

    def _is_only_one(self, facts: Facts, frame: Frame) -> bool:
        """Return True if nobody else is one, whatever a Super Munchkin spares them (R-166)."""
        reading, facts.as_drawback = facts.as_drawback, None
        try:
            everyone = who_seats("everyone", facts, frame)
            return len([seat for seat in everyone if facts.has_trait(seat, self.is_, self.name)]) == 1
        finally:
            facts.as_drawback = reading

    def _only_one(self, renderer: TextRenderer) -> str:
        if self.name == "any":
            return f"the only one with a {self.is_.capitalize()}"
        return f"the only {renderer.trait(self.name)} in the game"

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        in_party, kind = self.who == "party", self.is_.capitalize()
        if self.alone:
            only = self._only_one(renderer)
            if in_party:
                return f"{only} is {not_}in the party"
            return renderer.does(self.who, "be", f"{not_}{only}")
        if self.name == "any":
            return renderer.does(self.who, "have", f"no {kind}" if not_ else f"a {kind}")
        name = renderer.trait(self.name)
        if in_party and not_ and self.is_ != "role":
            return f"no {name} is in the party"
        one = name if self.is_ == "role" else article(name)
        return f"{one} is {not_}in the party" if in_party else renderer.does(self.who, "be", f"{not_}{one}")

    def describe_against(self, renderer: TextRenderer) -> str:
        if self.who not in ("party", "it"):
            return ""
        if self.alone:
            return self._only_one(renderer)
        if self.name == "any":
            return f"anyone with a {self.is_.capitalize()}"
        if self.is_ == "role":
            return renderer.trait(self.name)
        return renderer.trait_plural(self.name)


class Answered(NegatableCondition):
    """This card's owner has given an answer to its question."""

    is_: Literal["answered"] = Field(alias="is")
    answer: Literal["yes", "no"] = Field(default="yes", description="Which answer.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return facts.answered(frame.card) == self.answer

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"you have {not_}said {self.answer}"


class IsSex(NegatableCondition):
    """Somebody is male or female."""

    is_: Literal["sex"] = Field(alias="is")
    sex: Literal["male", "female"] = Field(description="Which sex.")
    who: Who = Field(default="you", description="Of whom.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.of_sex(seat, self.sex):
                return True
        return False

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        if self.who == "party":
            return f"{'no' if not_ else 'a'} {self.sex} player is in the party"
        return renderer.does(self.who, "be", f"{not_}{self.sex}")

    def describe_against(self, renderer: TextRenderer) -> str:
        return f"{self.sex} players" if self.who in ("party", "it") else ""


class IsLevel(NegatableCondition):
    """Somebody's Level lies within limits."""

    is_: Literal["level"] = Field(alias="is")
    min: Whole | None = Field(default=None, description="At least.")
    max: Whole | None = Field(default=None, description="At most.")
    who: Who = Field(default="you", description="Whose Level; of several people, anybody's.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        levels = Span(self.min, self.max)
        return any_seat_holds(self.who, facts, frame, lambda seat: levels.holds(facts.level(seat)))

    def _span(self) -> str:
        return level_span(self.min, self.max).removeprefix(" of ")

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "be", f"{not_}{self._span()}")

    def describe_against(self, renderer: TextRenderer) -> str:
        return f"anyone of {self._span()}" if self.who in ("party", "it") else ""


class CanRise(NegatableCondition):
    """Somebody is below the last Level before winning, so that a card may lift them (R-006, R-266)."""

    is_: Literal["can_rise"] = Field(alias="is")
    who: Who = Field(default="you", description="Who.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        cap = facts.gain_cap()
        return any_seat_holds(self.who, facts, frame, lambda seat: facts.level(seat) < cap)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        would = "it would be" if not_ else "it would not be"
        return f"{would} {renderer.possessive(self.who)} winning Level"


class Has(Filter, Condition):
    """Somebody has cards of a kind."""

    is_: Literal["has"] = Field(alias="is")
    who: Who = Field(default="you", description="Whose cards; of several people, anybody's.")
    zone: ZoneName = Field(default="carried", alias="from", description="Where to look.")
    least: Whole = Field(default=1, description="At least so many.")
    most: Whole | None = Field(default=None, description="At most so many.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        found = Span(self.least, self.most)
        for seat in who_seats(self.who, facts, frame):
            if found.holds(len(fitting(self, zone_cards(self.zone, facts, [seat]), facts, frame))):
                return True
        return False

    def _clause(self, renderer: TextRenderer, verb_no: bool) -> str:
        if self.most == 0:
            verb_no = not verb_no
        if "party" not in renderer.calls:
            renderer = renderer.with_noun(
                "party", "nobody in the party" if verb_no else "somebody in the party"
            )
            verb_no = verb_no and self.who != "party"
        place = ZONES[self.zone]
        verb = (
            {"carried": "have", "equipped": "wear"}.get(self.zone, place.verb) if self.worn() else place.verb
        )
        return renderer.does(self.who, verb, self._quantity(renderer, verb_no) + place.behind)

    def _quantity(self, renderer: TextRenderer, verb_no: bool) -> str:
        one, many = renderer.nouns(self)
        if self.zone == "traits":
            one = one.removesuffix(" card")
        least, most = number_word(self.least), number_word(self.most or 0)
        if verb_no:
            count = f"no {self.worn() or one}" if self.least <= 1 else f"fewer than {least} {many}"
            if self.most:
                above = f"more than {most}"
                count = f"{count} or {above}" if self.least else f"{above} {many}"
            return count
        if not self.most:
            return self.worn() or article(one) if self.least <= 1 else f"{least} or more {many}"
        if self.least == self.most:
            return f"exactly {least} {one if self.least == 1 else many}"
        return f"{least} to {most} {many}" if self.least else f"at most {most} {many}"

    def describe(self, renderer: TextRenderer) -> str:
        return self._clause(renderer, False)

    def describe_negated(self, renderer: TextRenderer) -> str:
        return self._clause(renderer, True)

    def describe_against(self, renderer: TextRenderer) -> str:
        if self.who not in ("party", "it"):
            return ""
        for who in ("party", "it"):
            renderer = renderer.with_noun(who, "anyone")
        told = self._clause(renderer, False)
        return told.replace("anyone ", "anyone who ", 1)


class IsRank(Condition):
    """Somebody stands highest or lowest of all, ties included."""

    is_: Literal["highest", "lowest"] = Field(alias="is")
    who: Who = Field(default="you", description="Who.")
    alone: bool = Field(default=False, strict=True, description="Ties do not count.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        best = who_seats(self.is_, facts, frame)
        if self.alone and len(best) > 1:
            return False
        return any_seat_holds(self.who, facts, frame, best.__contains__)

    def describe(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "have", f"the {self.is_} Level{' (no ties)' * self.alone}")

    def describe_negated(self, renderer: TextRenderer) -> str:
        return renderer.does(self.who, "do", f"not have the {self.is_} Level{' (no ties)' * self.alone}")


class IsSame(NegatableCondition):
    """Two words mean the same player."""

    is_: Literal["same"] = Field(alias="is")
    who: Who = Field(default="it", description="The one.")
    as_: Who = Field(default="you", alias="as", description="The other.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return any_seat_holds(self.who, facts, frame, who_seats(self.as_, facts, frame).__contains__)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return renderer.does(self.who, "be", f"{not_}{renderer.noun(self.as_)}")


class Compare(Condition):
    """A number lies within limits."""

    is_: Literal["number"] = Field(alias="is")
    n: Number = Field(description="Which number.")
    min: Number | None = Field(default=None, description="At least.")
    max: Number | None = Field(default=None, description="At most.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        value = number_value(self.n, facts, frame)
        if self.min is not None and value < number_value(self.min, facts, frame):
            return False
        return self.max is None or value <= number_value(self.max, facts, frame)

    def describe(self, renderer: TextRenderer) -> str:
        counted = "" if isinstance(self.n, int) else self.n.describe_each(renderer)[1]
        if counted and isinstance(self.min, int) and self.min > 1 and self.max is None:
            return f"there are {number_word(self.min)} or more {plural(counted)}"
        if isinstance(self.n, Pool) and isinstance(self.min, int) and self.max is None:
            return f"the {self.n.source} brings at least {renderer.amount(self.min, 'Treasure')}"
        limits = [f"at least {renderer.figure(self.min)}"] if self.min is not None else []
        limits += [f"at most {renderer.figure(self.max)}"] if self.max is not None else []
        if self.min is not None and self.min == self.max:
            limits = [renderer.figure(self.min)]
        if self.min == 1 and self.max is None and not isinstance(self.n, int):
            factor, counted = self.n.describe_each(renderer)
            if factor == 1 and counted.startswith("open "):
                return f"{article(counted.removeprefix('open '))} is open"
            if factor == 1:
                return f"there is at least one {counted}"
        return f"{renderer.figure(self.n)} is {' and '.join(limits)}"


class HouseRule(NegatableCondition):
    """A house rule is set to a value."""

    is_: Literal["option"] = Field(alias="is")
    name: Literal["charm_min_cards", "halfling", "cowboy_early_win"] = Field(description="Which house rule.")
    value: str | int | bool = Field(description="To which value.")

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return bool(facts.option(self.name) == self.value)

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        return f"the house rule “{self.name.replace('_', ' ')}” is {not_}{self.value}"


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


class StatIs(NegatableCondition):
    """The sum of what cards change for somebody is at least this; 1 for rules that are on or off."""

    is_: Literal["stat"] = Field(alias="is")
    stat: StatName = Field(description="Which figure or rule.")
    least: Whole = Field(default=1, description="At least this.")
    who: Who = Field(default="you", description="For whom; of several people, anybody.")

    def reads_totals(self) -> bool:
        return True

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.total(seat, self.stat) >= self.least:
                return True
        return False

    def _clause(self, renderer: TextRenderer) -> str:
        stat = STATS[self.stat]
        if isinstance(stat, Flag):
            return f"under a card that says so ({stat.effect})"
        return f"at {self.least:+d} or more ({stat.effect})"

    def tell(self, renderer: TextRenderer, not_: str) -> str:
        if self.stat == "theft_proof":
            return renderer.does(self.who, "can" if not_ else "cannot", "lose Items to other players")
        return renderer.does(self.who, "be", f"{not_}{self._clause(renderer)}")
