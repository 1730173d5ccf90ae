"""Which cards a card speaks of: a filter on what they are, and a selection from where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from cards.language.base import CardReference, Flag, Model, Number, Who, Whole, ZoneName
from cards.language.card_kinds import KindName
from cards.language.grammar import article, level_span, listed, number_word, plural, span, tag_name
from cards.language.printed import CompiledFilter, PrintedTest, is_no_role, span_of
from cards.language.terms import OneOf, Terms
from cards.language.text_renderer import TextRenderer, WhoPhrase
from cards.language.zones import SHARED_ZONES, ZONES, Zone


@dataclass(frozen=True, slots=True, eq=False)
class PickMethod:
    """A way to find cards.

    The best or worst are measured by ``figure``, and ``order`` says which end counts; ties are chosen among.
    ``pile_end`` is what the card at an end of a pile is called.
    """

    name: str
    meaning: str
    figure: Literal["", "bonus", "value"] = ""
    order: Literal["", "highest", "lowest"] = ""
    pile_end: str = ""
    adjective: str = ""
    """What the best or worst are called, if there is a word for it."""


PICK_METHODS: Terms[PickMethod] = Terms(
    "Pick",
    "way to pick",
    "Ways to pick",
    [
        PickMethod("choose", "somebody chooses (`by`)"),
        PickMethod("all", "all that fit"),
        PickMethod("random", "drawn at random"),
        PickMethod("best_bonus", "the highest bonus", "bonus", "highest"),
        PickMethod("worst_bonus", "the lowest bonus", "bonus", "lowest"),
        PickMethod("best_value", "the most gold", "value", "highest", adjective="most valuable"),
        PickMethod("worst_value", "the least gold", "value", "lowest", adjective="cheapest"),
        PickMethod("top", "the topmost of a pile", pile_end="top"),
        PickMethod("bottom", "the bottommost of a pile", pile_end="bottom"),
    ],
)

PickName: TypeAlias = Annotated[str, OneOf(PICK_METHODS)]

_WORN = {"head": "Headgear", "armor": "Armor", "feet": "Footgear"}
"""What is worn once, so that it needs no number."""
_SLOT_NOUNS = {
    "head": ("piece of Headgear", "pieces of Headgear"),
    "armor": ("suit of Armor", "suits of Armor"),
    "feet": ("pair of Footgear", "pairs of Footgear"),
    "hand": ("hand Item", "hand Items"),
    "none": ("Item that needs no slot", "Items that need no slot"),
}


class Filter(Model):
    """What a card has to be; every field given has to fit."""

    kind: tuple[KindName, ...] = Field(default=(), description="One of these kinds.")
    id: str = Field(default="", max_length=60, description="This very card, by its id.")
    slot: Literal["", "head", "armor", "feet", "hand", "none"] = Field(
        default="", description="An Item worn there; `none` for Items that need no slot."
    )
    hands: Literal[0, 1, 2] = Field(default=0, description="An Item that takes so many hands.")
    tag: str = Field(default="", max_length=30, description="A card with this tag, e.g. `undead`.")
    without_tag: str = Field(default="", max_length=30, description="A card without this tag.")
    trait: str = Field(default="", max_length=30, description="The Class, Race or Role of this name.")
    name_has: str = Field(default="", max_length=30, description="These letters stand in the name.")
    big: Flag | None = Field(default=None, description="Big or not.")
    item: Flag | None = Field(default=None, description="An Item (one-shots count) or not.")
    equipped: Flag | None = Field(default=None, description="Equipped or not.")
    used_up: Flag | None = Field(default=None, description="Usable once only, or not.")
    back: Literal["", "door", "treasure"] = Field(default="", description="From this deck.")
    min_value: Whole | None = Field(default=None, description="Worth at least so many Gold Pieces.")
    max_value: Whole | None = Field(default=None, description="Worth at most so many Gold Pieces.")
    min_bonus: Whole | None = Field(default=None, description="Gives at least this bonus at the moment.")
    max_bonus: Whole | None = Field(default=None, description="Gives at most this bonus at the moment.")
    min_level: Whole | None = Field(default=None, description="A monster of at least this Level.")
    max_level: Whole | None = Field(default=None, description="A monster of at most this Level.")
    not_this: Flag = Field(default=False, description="Any card but this one.")

    @cached_property
    def compiled(self) -> CompiledFilter:
        """Return what the filter asks for, as plain functions."""
        figures = (self.min_value, self.max_value, self.min_bonus, self.max_bonus)
        others = (self.min_level, self.max_level, self.equipped)
        changes = bool(self.tag or self.without_tag) or any(f is not None for f in (*figures, *others))
        return CompiledFilter(
            self._printed_tests(),
            self.not_this,
            changes,
            self.tag,
            self.without_tag,
            self.equipped,
            span_of(self.min_value, self.max_value),
            span_of(self.min_bonus, self.max_bonus),
            span_of(self.min_level, self.max_level),
        )

    def _printed_tests(self) -> tuple[PrintedTest, ...]:
        """Return the tests of what is printed on a card, for the fields that are given."""
        letters, worn = self.name_has.lower(), "" if self.slot == "none" else self.slot
        tests: list[tuple[object, PrintedTest]] = [
            (self.kind, lambda made: made.kind in self.kind),
            (not (self.kind or self.trait), is_no_role),  # no card means a Role unless it says so
            (self.item is not None, lambda made: made.item is self.item),
            (self.big is not None, lambda made: made.big is self.big),
            (self.used_up is not None, lambda made: made.once is self.used_up),
            (self.id, lambda made: made.id == self.id),
            (self.trait, lambda made: made.trait == self.trait),
            (self.back, lambda made: made.back == self.back),
            (self.slot, lambda made: made.slot == worn),
            (self.hands, lambda made: made.hands == self.hands),
            (letters, lambda made: letters in made.name.lower()),
        ]
        return tuple([test for asked, test in tests if asked])

    def reads_totals(self) -> bool:
        return self.min_bonus is not None or self.max_bonus is not None

    def nouns(self, renderer: TextRenderer) -> tuple[str, str]:
        """Return what is looked for, as one and as many, without article."""
        one, many = self._bare_nouns(renderer)
        before = self._adjectives()
        after = self._details()
        return f"{before}{one}{after}", f"{before}{many}{after}"

    def _bare_nouns(self, renderer: TextRenderer) -> tuple[str, str]:
        if self.id:
            name = renderer.names.get(self.id, self.id)
            return name, name
        if self.trait:
            return renderer.trait(self.trait), renderer.trait_plural(self.trait)
        if self.slot == "hand" and self.hands:
            return "Item", "Items"
        if self.slot:
            return _SLOT_NOUNS[self.slot]
        if self.kind:
            nouns = [renderer.kind_noun(kind) for kind in self.kind]
            return listed([one for one, _ in nouns], "or"), listed([many for _, many in nouns])
        if self.min_level is not None or self.max_level is not None:
            return "monster", "monsters"
        place = self._place()
        if place is not None and place.nouns is not None:
            return place.nouns(renderer.labels)
        if self.item or self.hands or self.big is not None:
            return "Item", "Items"
        back = f"{self.back.capitalize()} " if self.back else ""
        return f"{back}card", f"{back}cards"

    def worn(self) -> str:
        """Return "Headgear", "Armor" or "Footgear" if nothing else is asked of a card, else ""."""
        asked = {name for name in Filter.model_fields if getattr(self, name)}
        return _WORN.get(self.slot, "") if asked == {"slot"} else ""

    def _place(self) -> Zone | None:
        """Return where the cards lie, which only models that build on this one say."""
        return ZONES.get(getattr(self, "zone", ""))

    def _adjectives(self) -> str:
        found: list[str] = []
        if self.equipped is not None:
            found.append("worn" if self.equipped else "spare")
        if self.used_up is not None:
            found.append("one-shot" if self.used_up else "permanent")
        if self.big is not None:
            found.append("Big" if self.big else "Small")
        if self.hands:
            found.append("1-Hand" if self.hands == 1 else "2-Hands")
        if self.tag:
            found.append(tag_name(self.tag))
        if self.without_tag:
            found.append(f"non-{tag_name(self.without_tag)}")
        if self.name_has:
            found.append(f"“{self.name_has}”")
        if self.not_this:
            found.insert(0, "other")
        return "".join(f"{word} " for word in found)

    def _details(self) -> str:
        found: list[str] = []
        found.append(span(self.min_value, self.max_value, " worth", " gold"))
        found.append(span(self.min_bonus, self.max_bonus, " with a bonus of", ""))
        found.append(level_span(self.min_level, self.max_level))
        return "".join(found)


class CardSelection(Filter):
    """Some cards: where they lie, whose they are, which fit, how many, and who picks them."""

    zone: ZoneName = Field(default="carried", alias="from", description="Where to look.")
    whose: Who = Field(default="you", description="Whose cards; does not matter for discards and combat.")
    n: Number = Field(default=1, description="How many, where they are chosen or drawn at random.")
    up_to: Flag = Field(default=False, description="Fewer are allowed, none too.")
    pick: PickName = Field(default="choose", description="How they are found.")
    by: Who = Field(default="holder", description="Who chooses; the one whose cards they are, if not said.")

    @property
    def shared(self) -> bool:
        """Return True if the cards are nobody's: discards, or monsters being fought."""
        return self.zone in SHARED_ZONES

    def describe(self, renderer: TextRenderer, subject: WhoPhrase | None = None) -> str:
        """Return which cards are meant, as an object: "an Item", "all your Headgear".

        ``subject`` has just been named as the one who loses them: "you lose an Item".
        """
        one, many = self.nouns(renderer)
        place, way = ZONES[self.zone], PICK_METHODS[self.pick]
        if self.pick == "all":
            many = many.removeprefix("pieces of ").removeprefix("suits of ").removeprefix("pairs of ")
        if (
            self.worn()
            and self.n == 1
            and self.pick in ("choose", "all")
            and self.by in ("holder", self.whose)
        ):
            return self._gear(renderer)
        if self.zone == "traits" and len(self.kind) == 1 and self.n == 1 and not self.up_to:
            one, many = self._traits(one, many)
            if self.pick == "choose" and self.by in ("holder", self.whose):
                return f"{self._whose(renderer)} {one}"
        if self.zone == "equipped" and self.equipped is None:
            few = not way.figure and self.pick != "all"
            use = " you use" if few and renderer.noun(self.whose) == "you" else " in use"
            one, many = _behind_noun(one, use), _behind_noun(many, use)
        if self.zone == "combat":
            return f"every {one} in the fight" if self.pick == "all" else f"{article(one)} in the fight"
        if place.pile:
            return self._from_pile(place.pile, renderer, one, many)
        if self.pick == "all":
            return self._all_of(place, "all", many, renderer)
        if way.figure:
            return self._all_of(place, "", self._best(way, one, many), renderer)
        count = self._count(renderer, one, many)
        at_random = " at random" if self.pick == "random" else ""
        known = (subject == self.whose and not place.from_phrase) or " you use" in one
        where = "" if known else self._from_whom(place, renderer)
        chooser = self._chooser(renderer)
        if place.from_phrase and chooser == " of your choice":
            return f"{count}{chooser}{where}"
        return f"{count}{where}{at_random}{chooser}"

    def _best(self, way: PickMethod, one: str, many: str) -> str:
        """Return "Item with the highest bonus", "two most valuable Items"."""
        several = isinstance(self.n, int) and self.n > 1
        best = f"{number_word(self.n)} " if isinstance(self.n, int) and several else ""
        best += f"{way.adjective} ".lstrip() + (many if several else one)
        return best if way.adjective else f"{best} with the {way.order} {way.figure}"

    def _count(self, renderer: TextRenderer, one: str, many: str) -> str:
        up_to = "up to " if self.up_to else ""
        if self.up_to and self.n == 1:
            return f"up to one {one}"
        return f"{up_to}{renderer.amount(self.n, one, many)}"

    def _chooser(self, renderer: TextRenderer) -> str:
        if self.by == "holder" or self.by == self.whose or self.pick == "random":
            return ""
        if self.by == "you":
            return " of your choice"
        return f" chosen by {renderer.noun(self.by)}"

    def _gear(self, renderer: TextRenderer) -> str:
        """Return "your Footgear", "all your Footgear", "the Footgear you wear"."""
        all_ = "all " if self.pick == "all" else ""
        if self.zone == "equipped":
            return f"{all_}the {self.worn()} {renderer.does(self.whose, 'wear')}"
        return f"{all_}{self._whose(renderer)} {self.worn()}"

    def _traits(self, one: str, many: str) -> tuple[str, str]:
        """Return "Class" and "Classes" for what somebody has of them."""
        return one.removesuffix(" card"), plural(one.removesuffix(" card"))

    def _whose(self, renderer: TextRenderer) -> str:
        whose = renderer.possessive(self.whose)
        return "their" if whose.startswith(("each ", "who")) else whose

    def _from_whom(self, place: Zone, renderer: TextRenderer) -> str:
        """Return where the cards lie, behind a noun with an article."""
        if place.from_phrase:
            return place.from_phrase.format(whose=self._whose(renderer))
        noun, person = renderer.noun_and_person(self.whose)
        if person == "you":
            return " of yours"
        if noun in ("who", "they") or noun.startswith("each "):
            return " of theirs"
        return f" of {noun}"

    def _all_of(self, place: Zone, all_: str, noun: str, renderer: TextRenderer) -> str:
        """Return "all your Headgear", "your Item with the highest bonus", "all cards in your hand"."""
        whose = self._whose(renderer)
        behind = place.all_phrase.format(whose=whose)
        if place.all_phrase != behind:  # it has said whose
            return f"{all_ or 'the'} {noun}{behind}"
        return f"{all_} {whose} {noun}{behind}".lstrip()

    def _from_pile(self, pile: str, renderer: TextRenderer, one: str, many: str) -> str:
        end = PICK_METHODS[self.pick].pile_end
        if end and one == "card" and pile.endswith(" discards"):
            return f"the {end} {pile.removesuffix('s')}"
        if end:
            return f"the {end} {one} of the {pile}"
        if self.pick == "all":
            return f"all {many} of the {pile}"
        return f"{self._count(renderer, one, many)} from the {pile}"


def _behind_noun(nouns: str, more: str) -> str:
    """Put some words behind a noun, before what is asked of its figures."""
    noun, mark, figures = next(
        (parts for mark in (" worth ", " with ") if (parts := nouns.partition(mark))[1]), (nouns, "", "")
    )
    return f"{noun}{more}{mark}{figures}"


def _shape(value: Any) -> str:
    return "ref" if isinstance(value, str) else "cards"


if TYPE_CHECKING:
    What: TypeAlias = CardReference | CardSelection
else:
    What = Annotated[
        Annotated[CardReference, Tag("ref")] | Annotated[CardSelection, Tag("cards")], Discriminator(_shape)
    ]
