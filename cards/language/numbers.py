"""Numbers that depend on the table, each a small form that can be computed and put into words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import CardReference, Flag, Formula, Number, Who, Whole, ZoneName
from cards.language.filters import Filter
from cards.language.finding import fitting, ref_card, zone_cards
from cards.language.rules_api import Facts
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.zones import ZONES


def number_value(n: Number, facts: Facts, frame: Frame) -> int:
    """Work a number out as things stand."""
    return n if isinstance(n, int) else n.value(facts, frame)


class Count(Filter, Formula):
    """How many cards of a kind lie somewhere."""

    num: Literal["count"]
    zone: ZoneName = Field(default="equipped", alias="from", description="Where to count.")
    whose: Who = Field(default="you", description="Whose cards, all together.")
    times: Whole = Field(default=1, description="What each counts for.")

    def value(self, facts: Facts, frame: Frame) -> int:
        seats = who_seats(self.whose, facts, frame)
        cards = zone_cards(self.zone, facts, seats)
        return self.times * len(fitting(self, cards, facts, frame))

    def describe(self, renderer: TextRenderer) -> str:
        times = "" if self.times == 1 else f"{self.times} times "
        return f"{times}the number of {renderer.nouns(self)[1]}{self._where(renderer)}"

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]:
        that = " that" if self.name_has else ""
        return self.times, f"{renderer.nouns(self)[0]}{that}{self._where(renderer)}"

    def _where(self, renderer: TextRenderer) -> str:
        who = self.whose
        place = ZONES[self.zone]
        if self.zone == "combat":
            return " in the fight"
        if place.pile:
            return f" among the {place.pile}"
        renderer = renderer.with_noun("party", "the party")
        verb = "wear" if self.zone == "equipped" and self.slot in ("head", "armor", "feet") else place.verb
        return f" {renderer.does(who, verb)}{place.behind_count}"


class LevelOf(Formula):
    """Somebody's Level; of several people all Levels together."""

    num: Literal["level"]
    who: Who = Field(default="you", description="Whose Level.")

    def value(self, facts: Facts, frame: Frame) -> int:
        return sum(facts.level(seat) for seat in who_seats(self.who, facts, frame))

    def describe(self, renderer: TextRenderer) -> str:
        return f"{renderer.possessive(self.who)} Level"


class Var(Formula):
    """A number bound before: ``paid`` (cards of the cost), ``die`` (the roll), ``levels`` lost or a `let`."""

    num: Literal["var"]
    name: Annotated[str, Field(pattern="^[a-z_]{1,20}$")] = Field(description="Its name.")
    times: Whole = Field(default=1, description="What it is multiplied with.")

    def used_names(self) -> Iterator[tuple[str, str]]:
        yield from super().used_names()
        yield "name", self.name

    def value(self, facts: Facts, frame: Frame) -> int:
        return self.times * frame.int_var(self.name)

    def describe(self, renderer: TextRenderer) -> str:
        times = "" if self.times == 1 else f"{self.times} times "
        return times + {
            "paid": "the number of cards you discarded",
            "lost": "the number of cards you lost",
            "levels": "the number of Levels you lost",
            "die": "the number rolled",
        }.get(self.name, f"“{self.name.replace('_', ' ')}”")

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]:
        each = {"paid": "card discarded", "lost": "card you lost", "levels": "Level lost"}.get(self.name, "")
        return (self.times, each) if each else (0, "")


class Players(Formula):
    """How many players there are of a group."""

    num: Literal["players"]
    who: Who = Field(default="others", description="Which players.")
    times: Whole = Field(default=1, description="What each counts for.")

    def value(self, facts: Facts, frame: Frame) -> int:
        return self.times * len(who_seats(self.who, facts, frame))

    def describe(self, renderer: TextRenderer) -> str:
        times = "" if self.times == 1 else f"{self.times} times "
        return f"{times}the number of players counting {renderer.noun(self.who)}"

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]:
        return self.times, renderer.noun(self.who).removeprefix("each ")


class Tally(Formula):
    """A figure kept for the present turn."""

    num: Literal["tally"]
    name: Literal["levels_gained", "monsters_killed", "cards_discarded", "doors_kicked", "curses_suffered"]
    who: Who = Field(default="you", description="Whose figure.")

    def value(self, facts: Facts, frame: Frame) -> int:
        return sum(facts.tally(seat, self.name) for seat in who_seats(self.who, facts, frame))

    def describe(self, renderer: TextRenderer) -> str:
        noun = {
            "levels_gained": "Levels gained",
            "monsters_killed": "monsters killed",
            "cards_discarded": "cards discarded",
            "doors_kicked": "doors kicked",
            "curses_suffered": f"{renderer.labels.curses} suffered",
        }[self.name]
        return f"the number of {noun} by {renderer.noun(self.who)} this turn"


class Printed(Formula):
    """A figure of a card: as printed, save for ``bonus`` and ``treasures``, which are those of the moment."""

    num: Literal["printed"]
    what: CardReference = Field(default="monster", description="Which card.")
    stat: Literal["level", "bonus", "value", "treasures"] = Field(
        default="level", description="Which figure."
    )
    times: Whole = Field(default=1, description="What it is multiplied with.")

    def reads_totals(self) -> bool:
        return self.stat in ("bonus", "treasures")

    def value(self, facts: Facts, frame: Frame) -> int:
        card = ref_card(self.what, facts, frame)
        if card < 0:
            return 0
        measure = {
            "level": facts.printed_level,
            "bonus": facts.bonus,
            "value": facts.value,
            "treasures": facts.treasures,
        }[self.stat]
        return self.times * measure(card)

    def describe(self, renderer: TextRenderer) -> str:
        times = "" if self.times == 1 else f"{self.times} times "
        noun = {"level": "Level", "bonus": "bonus", "value": "value", "treasures": "Treasures"}[self.stat]
        return f"{times}the {noun} of {renderer.cards(self.what)}"


class Seals(Formula):
    """How many Seals are open."""

    num: Literal["seals"]
    times: Whole = Field(default=1, description="What each counts for.")

    def value(self, facts: Facts, frame: Frame) -> int:
        return self.times * len(facts.pile("seals_open"))

    def describe(self, renderer: TextRenderer) -> str:
        return f"the number of open {renderer.labels.seals}"

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]:
        return self.times, f"open {renderer.labels.seal}"


class Pool(Formula):
    """How many Treasures the combat brings if it is won."""

    num: Literal["pool"]
    killed: Flag = Field(default=False, description="Only for monsters killed, not for those taken out.")

    def value(self, facts: Facts, frame: Frame) -> int:
        if facts.fighter < 0:
            return 0
        return facts.killed_pool() if self.killed else facts.pool()

    def describe(self, renderer: TextRenderer) -> str:
        return f"the number of Treasures that the {self.source} brings"

    @property
    def source(self) -> str:
        """Return what brings the Treasures."""
        return "kill" if self.killed else "fight"


class Plus(Formula):
    """Several numbers added up."""

    num: Literal["plus"]
    of: tuple[Number, ...] = Field(min_length=2, max_length=4, description="What is added.")

    def value(self, facts: Facts, frame: Frame) -> int:
        return sum(number_value(n, facts, frame) for n in self.of)

    def describe(self, renderer: TextRenderer) -> str:
        told = renderer.figure(self.of[0])
        for n in self.of[1:]:
            if isinstance(n, int) and n < 0:
                told += f" minus {-n}"
            else:
                told += f" plus {renderer.figure(n)}"
        return told


class Half(Formula):
    """Half of a number."""

    num: Literal["half"]
    n: Number = Field(description="What is halved.")
    up: bool = Field(default=False, strict=True, description="Round up, not down.")

    def value(self, facts: Facts, frame: Frame) -> int:
        value = number_value(self.n, facts, frame)
        return -(-value // 2) if self.up else value // 2

    def describe(self, renderer: TextRenderer) -> str:
        return f"half of {renderer.figure(self.n)}, rounded {'up' if self.up else 'down'}"


class Between(Formula):
    """A number kept within limits."""

    num: Literal["between"]
    n: Number = Field(description="The number.")
    min: Whole | None = Field(default=None, description="At least.")
    max: Whole | None = Field(default=None, description="At most.")

    def value(self, facts: Facts, frame: Frame) -> int:
        value = number_value(self.n, facts, frame)
        if self.min is not None:
            value = max(value, self.min)
        if self.max is not None:
            value = min(value, self.max)
        return value

    def describe(self, renderer: TextRenderer) -> str:
        limits = [f"at least {self.min}"] if self.min is not None else []
        limits += [f"at most {self.max}"] if self.max is not None else []
        return f"{renderer.figure(self.n)} ({', '.join(limits)})"
