"""What every part of the card language is built from: closed models, and the four kinds of building blocks.

The blocks refer to one another (an effect holds a test, a test holds a number, ...). So that each can have
a file of its own, the unions are named here as forward references and tied together in ``vocabulary``.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, ForwardRef, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, StringConstraints, Tag

from cards.kernel.frames import Frame
from cards.language.player_words import CARD_REFERENCES, WHO_WORDS
from cards.language.rules_api import Facts, Rules
from cards.language.terms import OneOf
from cards.language.text_renderer import TextRenderer
from cards.language.zones import ZONES

NAMING_FIELDS = ("who", "whose", "by", "to", "with_", "for_", "as_", "what", "monster", "among")
"""The fields of parts that can name something chosen before."""
CHOSEN_NAMES = frozenset(
    {term.name for terms in (WHO_WORDS, CARD_REFERENCES) for term in terms.values() if term.chosen}
)
"""The names of players and cards that something on the card has to choose."""


class Model(BaseModel):
    """A closed, immutable piece of a card: an unknown field is a fault."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy; what was made of the fields is made again for it."""
        copy = super().model_copy(update=update, deep=deep)
        values = vars(copy)
        for name in values.keys() - type(self).model_fields.keys():
            del values[name]
        return copy

    def bound_names(self) -> tuple[str, ...]:
        """Return the names by which the card can speak of what this part chooses or keeps."""
        return ()

    def used_names(self) -> Iterator[tuple[str, str]]:
        """Yield each name of something chosen or kept that this part speaks of, behind its field."""
        for field in NAMING_FIELDS:
            value = self.__dict__.get(field)
            if isinstance(value, str) and value in CHOSEN_NAMES:
                yield field.rstrip("_"), value

    def reads_totals(self) -> bool:
        """Return True if this part looks at figures that modifiers change, so that none can depend on it."""
        return False


class Word(Model, ABC):
    """An effect: something that happens once.

    Subclasses have a field ``do`` with their name. ``resolve`` asks everything before it changes anything,
    since it is called again from its start after each answer.
    """

    moves_cards: ClassVar[bool] = False
    """True if it takes the cards ``what`` from where they lie; monsters in a combat must stay there."""
    repeats: ClassVar[bool] = False
    """True if the effects inside it happen once for each of several players."""
    not_on_monsters: ClassVar[str] = ""
    """Why the card of a monster or its enhancer cannot say it; "" if it can."""

    def always_acts(self, *, in_combat: bool, monster: bool) -> bool:
        """Return True if it does something whenever it runs, so that nobody has to try; else False.

        ``in_combat``: there is a combat, and it is not over; ``monster``: one of its monsters was chosen.
        """
        return False

    def needs_fled(self) -> bool:
        """Return True if it concerns the monster that is being fled."""
        return any(self.__dict__.get(field) == "fled" for field in ("monster", "what"))

    @abstractmethod
    def resolve(self, rules: Rules, frame: Frame) -> None:
        """Carry the effect out; what has to be asked first ends it with ``Asked``."""

    @abstractmethod
    def describe(self, renderer: TextRenderer) -> str:
        """Return it as a clause without a full stop, e.g. "lose a Level"."""

    def describe_parts(self, renderer: TextRenderer) -> list[str]:
        """Return it as clauses that can each be a sentence."""
        return [self.describe(renderer)]


class Condition(Model, ABC):
    """A question with the answer yes or no. Subclasses have a field ``is`` with their name."""

    @abstractmethod
    def holds(self, facts: Facts, frame: Frame) -> bool:
        """Return True if it holds at the moment."""

    @abstractmethod
    def describe(self, renderer: TextRenderer) -> str:
        """Return it as a clause to put behind "if", e.g. "you are an Elf"."""

    def describe_negated(self, renderer: TextRenderer) -> str:
        """Return the opposite as a clause to put behind "if"."""
        return f"it is not so that {self.describe(renderer)}"

    def describe_against(self, renderer: TextRenderer) -> str:
        """Return what to put behind "+4 against", or "" if the condition has no such wording."""
        return ""


class NegatableCondition(Condition):
    """A condition whose opposite reads like it, but for a "not"."""

    @abstractmethod
    def tell(self, renderer: TextRenderer, not_: str) -> str:
        """Return it as a clause to put behind "if"; ``not_`` is "not " for the opposite, else nothing."""

    def describe(self, renderer: TextRenderer) -> str:
        return self.tell(renderer, "")

    def describe_negated(self, renderer: TextRenderer) -> str:
        return self.tell(renderer, "not ")


class Formula(Model, ABC):
    """A number that depends on the table. Subclasses have a field ``num`` with their name."""

    @abstractmethod
    def value(self, facts: Facts, frame: Frame) -> int:
        """Return the number at the moment."""

    @abstractmethod
    def describe(self, renderer: TextRenderer) -> str:
        """Return it as a noun, e.g. "the number of Items you carry"."""

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]:
        """Return a factor and what it is counted for ("Item you carry"); 0 if there is no such wording."""
        return 0, ""


def plain_or_tree(value: Any) -> str:
    """Return ``plain`` or ``tree`` for a value as written, so that a fault is reported for what was meant."""
    return "tree" if isinstance(value, dict | BaseModel) else "plain"


TEXT_CHARACTER_PATTERN = (
    r"[^\x00-\x1f\x7f-\x9f{}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    r"\ufeff\uffa0]"
)
"""A character that a text may have: no control, line end or invisible character, none that turns the
reading direction."""
MAX_ACCENTS_PER_LETTER = 4
"""Accents on one letter."""


def _visible(text: str) -> str:
    """Raise ValueError for what would be an empty button or a tower of accents over other lines."""
    if not text.strip():
        raise ValueError("it has no visible character")
    if any(unicodedata.category(letter) == "Cf" for letter in text):
        raise ValueError("it has invisible characters")
    marks = "".join("^" if unicodedata.combining(letter) else "." for letter in text)
    if "^" * (MAX_ACCENTS_PER_LETTER + 1) in marks:
        raise ValueError("too many accents on one letter")
    return text


Label: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=60, pattern=rf"^{TEXT_CHARACTER_PATTERN}+$"),
    AfterValidator(_visible),
]
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
Flag: TypeAlias = Annotated[bool, Field(strict=True)]

WhoWord: TypeAlias = Annotated[str, OneOf(WHO_WORDS)]
CardReference: TypeAlias = Annotated[str, OneOf(CARD_REFERENCES)]
ZoneName: TypeAlias = Annotated[str, OneOf(ZONES)]

if TYPE_CHECKING:
    Number: TypeAlias = int | Formula
    Test: TypeAlias = Condition
    Block: TypeAlias = tuple[Word, ...]
else:
    Number = Annotated[
        Annotated[Whole, Tag("plain")] | Annotated[ForwardRef("AnyTree"), Tag("tree")],
        Discriminator(plain_or_tree),
    ]
    Test = ForwardRef("AnyCondition")
    Block = Annotated[tuple[ForwardRef("AnyWord"), ...], Field(min_length=1, max_length=12)]


class Among(Model):
    """Those of a group for whom a test holds; inside the test they are "it"."""

    among: WhoWord = Field(description="The group to look through.")
    test: Test = Field(alias="if", description="Only those for whom this holds, each tried as `it`.")


if TYPE_CHECKING:
    Who: TypeAlias = WhoWord | Among
else:
    Who = Annotated[
        Annotated[WhoWord, Tag("plain")] | Annotated[Among, Tag("tree")], Discriminator(plain_or_tree)
    ]
