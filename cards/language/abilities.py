"""The three ways in which a card acts: standing modifiers, abilities that are used, reactions to events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from cards.kernel.moves import Slot
from cards.language.base import (
    TEXT_CHARACTER_PATTERN,
    Block,
    Flag,
    Label,
    Model,
    Number,
    Test,
    Who,
    Whole,
    Word,
)
from cards.language.filters import CardSelection, Filter
from cards.language.printed import CompiledFilter, is_no_role
from cards.language.stats import STATS, StatName
from cards.language.terms import OneOf, Terms
from cards.language.timing import EventName, MomentName
from cards.language.typeguards import is_tuple


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Whom a modifier concerns; ``who`` is the word for them in card texts."""

    name: str
    meaning: str
    who: str


REACHES: Terms[Reach] = Terms(
    "To",
    "whom",
    "",
    [
        Reach("owner", "the card's owner", "you"),
        Reach("this", "this monster", "party"),
        Reach("party", "the players fighting", "party"),
        Reach("fighter", "the fighter", "fighter"),
        Reach("helper", "the helper", "helper"),
        Reach("monsters", "the monster side as a whole", "party"),
        Reach("others", "everybody but the owner", "others"),
        Reach("everyone", "everybody", "everyone"),
    ],
)

ReachName: TypeAlias = Annotated[str, OneOf(REACHES)]


class Mod(Model):
    """A change to a figure or a rule for as long as the card is in force."""

    stat: StatName = Field(description="What is changed.")
    n: Number = Field(default=1, description="By how much; 1 switches a flag on.")
    to: ReachName | None = Field(
        default=None, description="Whom it concerns: the `owner` by default, for a monster `this` monster."
    )
    test: Test | None = Field(
        default=None, alias="if", description="Only while this holds; `it` is the one concerned."
    )

    @model_validator(mode="after")
    def _of_whom(self) -> Mod:
        if self.to in ("this", "monsters") and STATS[self.stat].monster is None:
            raise ValueError(f"monsters have no `{self.stat}`; say which players it concerns")
        return self

    @cached_property
    def flat(self) -> bool:
        """Return True if it is always the same number."""
        return self.test is None and isinstance(self.n, int)

    def is_drawback(self, kind: str) -> bool:
        """Return True if, on a card of this kind, it weakens players or strengthens a monster (R-166)."""
        lowers = isinstance(self.n, int) and self.n < 0
        of_monster = self.to in ("this", "monsters") or (self.to is None and kind in ("monster", "enhancer"))
        if STATS[self.stat].drawback or (of_monster and self.stat == "strength"):
            return not lowers
        return lowers


class Target(Model):
    """Something that is chosen when an ability is used."""

    name: Literal["target", "second", "card", "second_card", "monster", "side", "word"] = Field(
        default="target", description="How the effects call what is chosen."
    )
    who: Who | None = Field(default=None, description="For a player: among whom to choose.")
    what: CardSelection | None = Field(default=None, description="For a card: among which to choose.")
    words: tuple[Label, ...] = Field(default=(), max_length=8, description="For a word: what can be said.")
    test: Test | None = Field(
        default=None, alias="if", description="Only players (`it`) for whom this holds."
    )
    least: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    most: Annotated[int, Field(strict=True, ge=1, le=10)] = 1

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    @cached_property
    def fixed_slot(self) -> Slot | None:
        """Return the slot of a side or a word, which is always the same; None for what is on the table."""
        if self.name == "side":
            return Slot(self.name, "word", ("party", "monsters"), self.least, self.most)
        return Slot(self.name, "word", self.words, self.least, self.most) if self.name == "word" else None

    @cached_property
    def selection(self) -> CardSelection:
        """Return the cards to choose from: those one carries if nothing is said."""
        return self.what or CardSelection()


class Cost(Filter):
    """Cards of one's own to discard for using an ability; their number is bound as ``paid``."""

    discard: Annotated[int, Field(strict=True, ge=0, le=20)] = Field(
        default=1, description="How many cards at least."
    )
    most: Annotated[int, Field(strict=True, ge=0, le=20)] = Field(
        default=0, description="How many at most; as many as `discard` if not said."
    )
    zone: Literal["own", "hand", "in_play", "carried"] = Field(
        default="own", alias="from", description="Hand and table (`own`) or one of them."
    )
    whole_hand: Flag = Field(
        default=False, description="The whole hand, of at least `discard` cards; never cards in play."
    )
    worth: Whole = Field(default=0, description="Items that are worth so much together.")

    def bound_names(self) -> tuple[str, ...]:
        return ("paid",)

    @cached_property
    def fits(self) -> CompiledFilter:
        """Return what a card has to be to pay with it: never a Role."""
        return replace(self.compiled, printed=(*self.compiled.printed, is_no_role))


class Ability(Model):
    """Something that the one who has the card may do with it."""

    name: Annotated[str, StringConstraints(max_length=40, pattern=rf"^{TEXT_CHARACTER_PATTERN}*$")] = Field(
        default="", description="What players call it."
    )
    when: tuple[MomentName, ...] = Field(min_length=1, max_length=6, description="At which moments.")
    targets: tuple[Target, ...] = Field(default=(), max_length=3, description="What is chosen.")
    cost: Cost | None = Field(default=None, description="What it costs.")
    test: Test | None = Field(default=None, alias="if", description="Only if this holds.")
    max: Annotated[int, Field(strict=True, ge=0, le=9)] = Field(
        default=0, description="How often; 0 is without limit."
    )
    per: Literal["turn", "combat", "target", "roll", "game"] = Field(
        default="turn",
        description="How long `max` counts; `target`: one victim in one fight; `roll`: one Run Away roll.",
    )
    spend: Flag = Field(default=False, description="The card itself is discarded.")
    then: Block = Field(description="What happens.")
    told: Annotated[str, StringConstraints(max_length=200, pattern=rf"^{TEXT_CHARACTER_PATTERN}*$")] = Field(
        default="", description="Its text, where the one made from all this would be too long for a card."
    )

    @cached_property
    def flees(self) -> bool:
        """Return True if it concerns the monster that is being fled."""
        return _needs_fled(self.then)

    @model_validator(mode="after")
    def _counts_somebody(self) -> Ability:
        if self.max and self.per == "target" and not self.targets:
            raise ValueError("`per` counts targets, and there are no `targets`")
        return self


def _needs_fled(part: object) -> bool:
    """Return True if an effect among these, or inside them, concerns the monster that is being fled."""
    if is_tuple(part):
        return any(_needs_fled(inside) for inside in part)
    if not isinstance(part, Model):
        return False
    if isinstance(part, Word) and part.needs_fled():
        return True
    return any(_needs_fled(inside) for inside in list(part.__dict__.values()))


class Reaction(Model):
    """Something that happens by itself after an event."""

    when: EventName = Field(description="After which event.")
    test: Test | None = Field(default=None, alias="if", description="Only if this holds.")
    drawback: Flag = Field(
        default=False, description="Of a Class or Race: a lone Super Munchkin or Half-Breed is spared it."
    )
    then: Block = Field(description="What happens.")

    def bound_names(self) -> tuple[str, ...]:
        return ("levels",) if self.when == "lost_level" else ()


class Spares(Model):
    """A monster that does not fight somebody (R-317): for whom, and what happens instead."""

    test: Test = Field(alias="if", description="When it refuses to fight.")
    may: Flag = Field(default=False, description="You may choose to fight it all the same.")
    then: Block | None = Field(default=None, description="What happens instead.")
