"""The conditions that are asked most, as plain objects; what they mean is said where they are written."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.frames import Frame
from cards.language.base import Who
from cards.language.compiled_test import CompiledSelection, CompiledTest
from cards.language.finding import fitting_cards, matching_cards, zone_cards
from cards.language.printed import CompiledFilter, Span
from cards.language.rules_api import Facts
from cards.language.seats import who_seats


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAllOf(CompiledTest):
    of: tuple[CompiledTest, ...]

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for test in self.of:
            if not test.holds(facts, frame):
                return False
        return True


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAnyOf(CompiledTest):
    of: tuple[CompiledTest, ...]

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for test in self.of:
            if test.holds(facts, frame):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledNegation(CompiledTest):
    test: CompiledTest

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


@dataclass(frozen=True, slots=True, eq=False)
class CompiledInCombat(CompiledTest):
    who: Who

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.in_combat(seat):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledIsTrait(CompiledTest):
    kind: str
    name: str
    who: Who
    alone: bool

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.has_trait(seat, self.kind, self.name):
                return not self.alone or self._is_only_one(facts, frame)
        return False

    def _is_only_one(self, facts: Facts, frame: Frame) -> bool:
        """Return True if nobody else is one, whatever a Super Munchkin spares them (R-166)."""
        everyone = who_seats("everyone", facts, frame)
        reading, facts.as_drawback = facts.as_drawback, None
        try:
            return len([seat for seat in everyone if facts.has_trait(seat, self.kind, self.name)]) == 1
        finally:
            facts.as_drawback = reading


@dataclass(frozen=True, slots=True, eq=False)
class CompiledIsLevel(CompiledTest):
    levels: Span
    who: Who

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if self.levels.holds(facts.level(seat)):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCanRise(CompiledTest):
    who: Who

    def holds(self, facts: Facts, frame: Frame) -> bool:
        cap = facts.gain_cap()
        for seat in who_seats(self.who, facts, frame):
            if facts.level(seat) < cap:
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledIsSex(CompiledTest):
    sex: str
    who: Who

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.of_sex(seat, self.sex):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledMonsters(CompiledTest):
    """``found`` is how many monsters of the combat have to be ``what``."""

    what: CompiledFilter
    found: Span

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return self.found.holds(len(fitting_cards(self.what, facts.monsters(), facts, frame)))


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCardExists(CompiledTest):
    what: CompiledSelection

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return bool(matching_cards(self.what, facts, frame))


@dataclass(frozen=True, slots=True, eq=False)
class CompiledHas(CompiledTest):
    """``found`` is how many of one's cards have to be ``what``."""

    what: CompiledFilter
    who: Who
    zone: str
    found: Span

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            cards = zone_cards(self.zone, facts, [seat])
            if self.found.holds(len(fitting_cards(self.what, cards, facts, frame))):
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledIsAmong(CompiledTest):
    others: Who
    who: Who
    alone: bool
    """Whether there may be only one of the others."""

    def holds(self, facts: Facts, frame: Frame) -> bool:
        others = who_seats(self.others, facts, frame)
        if self.alone and len(others) > 1:
            return False
        for seat in who_seats(self.who, facts, frame):
            if seat in others:
                return True
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CompiledStatIs(CompiledTest):
    stat: str
    least: int
    who: Who

    def holds(self, facts: Facts, frame: Frame) -> bool:
        for seat in who_seats(self.who, facts, frame):
            if facts.total(seat, self.stat) >= self.least:
                return True
        return False
