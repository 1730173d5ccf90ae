"""Which cards a card speaks of: a filter on what they are, and a selection from where they lie."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from cards.kernel.frames import Frame
from cards.language.base import Flag, Model, Number, Who, Whole
from cards.language.port import Facts
from cards.language.who import bound_card, who_seats

if TYPE_CHECKING:
    from cards.language.definition import Definition

CardKind: TypeAlias = Literal[
    "monster",
    "curse",
    "enhancer",
    "class",
    "race",
    "double",
    "role",
    "item",
    "one_shot",
    "item_enhancer",
    "cheat",
    "companion",
    "steed",
    "level_up",
    "wandering",
    "special",
    "seal",
]
Zone: TypeAlias = Literal[
    "hand",
    "carried",
    "equipped",
    "traits",
    "companions",
    "curses",
    "in_play",
    "own",
    "combat",
    "door_discard",
    "treasure_discard",
]

ZONES: dict[str, str] = {
    "hand": "the hand",
    "carried": "Items in play, in use or not",
    "equipped": "Items in use",
    "traits": "Classes, Races, their doublers, the Role",
    "companions": "Hirelings, Sidekicks, Allies; Steeds too",
    "curses": "curses that last",
    "in_play": "all that lies before a player",
    "own": "hand and table together",
    "combat": "the monsters being fought",
    "door_discard": "the Door discards",
    "treasure_discard": "the Treasure discards",
}
Pick: TypeAlias = Literal[
    "choose", "all", "random", "best_bonus", "worst_bonus", "best_value", "worst_value", "top", "bottom"
]

PICKS: dict[str, str] = {
    "choose": "somebody chooses (`by`)",
    "all": "all that fit",
    "random": "the lot decides",
    "best_bonus": "the highest bonus",
    "worst_bonus": "the lowest bonus",
    "best_value": "the most Gold Pieces",
    "worst_value": "the fewest Gold Pieces",
    "top": "the topmost of a pile",
    "bottom": "the bottommost of a pile",
}
Ref: TypeAlias = Literal[
    "this", "card", "second_card", "monster", "fled", "curse", "attached_to", "found", "looted"
]

REFS: dict[str, str] = {
    "this": "the card itself",
    "card": "the card chosen when this one was played, or by `pick_card`",
    "second_card": "the second one chosen",
    "monster": "the monster chosen",
    "fled": "the monster that is being fled",
    "curse": "the curse that is pending",
    "attached_to": "what this card is laid on",
    "found": "what you drew, took or found last",
    "looted": "what the player whose turn it is has looted and still holds",
}


class Filter(Model):
    """What a card has to be; every field given has to fit."""

    kind: tuple[CardKind, ...] = Field(default=(), description="One of these kinds.")
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

    def matches(self, card: int, facts: Facts, frame: Frame) -> bool:
        """Tell whether the card is what is meant."""
        made = facts.definition(card)
        for fits in self._printed:
            if not fits(made):
                return False
        if self.not_this and card == frame.card:
            return False
        return not self._changes or self._fits_now(card, facts)

    @cached_property
    def _printed(self) -> tuple[Callable[[Definition], bool], ...]:
        """Return tests of what is printed, only those that are asked for: most filters ask for one or two."""
        kind, item, used_up, id_, trait = self.kind, self.item, self.used_up, self.id, self.trait
        back, hands, letters = self.back, self.hands, self.name_has.lower()
        slot = "" if self.slot == "none" else self.slot
        tests: list[tuple[object, Callable[[Definition], bool]]] = [
            (kind, lambda made: made.kind in kind),
            # no card means a Role unless it says so.
            (not (kind or trait), lambda made: made.kind != "role"),
            (item is not None, lambda made: made.item is item),
            (used_up is not None, lambda made: made.once is used_up),
            (id_, lambda made: made.id == id_),
            (trait, lambda made: made.trait == trait),
            (back, lambda made: made.back == back),
            (self.slot, lambda made: made.slot == slot),
            (hands, lambda made: made.hands == hands),
            (letters, lambda made: letters in made.name.lower()),
        ]
        return tuple(test for asked, test in tests if asked)

    @cached_property
    def _changes(self) -> bool:
        """Tell whether anything is asked that may change while the card lies on the table."""
        figures = (self.min_value, self.max_value, self.min_bonus, self.max_bonus)
        others = (self.min_level, self.max_level, self.big, self.equipped)
        return bool(self.tag or self.without_tag) or any(f is not None for f in (*figures, *others))

    def _fits_now(self, card: int, facts: Facts) -> bool:
        """Look at what may change while the card lies on the table."""
        if self.tag and self.tag not in facts.tags(card):
            return False
        if self.without_tag and self.without_tag in facts.tags(card):
            return False
        if self.big is not None and facts.is_big(card) is not self.big:
            return False
        if self.equipped is not None and self._equipped(card, facts) is not self.equipped:
            return False
        return (
            _within(self.min_value, self.max_value, facts.value, card)
            and _within(self.min_bonus, self.max_bonus, facts.bonus, card)
            and _within(self.min_level, self.max_level, facts.printed_level, card)
        )

    def _equipped(self, card: int, facts: Facts) -> bool:
        owner = facts.owner(card)
        return owner >= 0 and card in facts.cards_of(owner, "equipped")


def _within(low: int | None, high: int | None, measure: Any, card: int) -> bool:
    if low is None and high is None:
        return True
    figure = measure(card)
    return (low is None or figure >= low) and (high is None or figure <= high)


class Cards(Filter):
    """Some cards: where they lie, whose they are, which fit, how many, and who picks them."""

    zone: Zone = Field(default="carried", alias="from", description="Where to look.")
    whose: Who = Field(default="you", description="Whose cards; does not matter for discards and combat.")
    n: Number = Field(default=1, description="How many, where they are chosen or drawn by lot.")
    up_to: Flag = Field(default=False, description="Fewer are allowed, none too.")
    pick: Pick = Field(default="choose", description="How they are found.")
    by: Who = Field(default="holder", description="Who chooses; the one whose cards they are, if not said.")


def _shape(value: Any) -> str:
    return "ref" if isinstance(value, str) else "cards"


if TYPE_CHECKING:
    What: TypeAlias = Ref | Cards
else:
    What = Annotated[
        Annotated[Ref, Tag("ref")] | Annotated[Cards, Tag("cards")],
        Discriminator(_shape),
    ]


def zone_cards(zone: Zone, facts: Facts, seats: list[int]) -> list[int]:
    """Return the cards lying there, of these seats where the zone is a player's."""
    if zone == "combat":
        return list(facts.monsters())
    if zone in ("door_discard", "treasure_discard"):
        return list(facts.pile(zone))
    if zone == "own":
        return [c for s in seats for z in ("hand", "in_play") for c in facts.cards_of(s, z)]
    return [card for seat in seats for card in facts.cards_of(seat, zone)]


def ref_card(ref: Ref, facts: Facts, frame: Frame) -> int:
    """Return the card that a short name stands for, -1 if there is none at the moment."""
    if ref == "this":
        return frame.card
    if ref == "fled":
        return facts.fleeing()
    if ref == "curse":
        return facts.pending_curse
    if ref == "looted":
        return facts.looted
    if ref == "attached_to":
        return facts.attached_to(frame.card)
    return bound_card(frame, ref)


def matching(cards: Cards, facts: Facts, frame: Frame) -> list[int]:
    """Return every card that a selection speaks of, however many of them it wants."""
    seats = who_seats(cards.whose, facts, frame)
    return [card for card in zone_cards(cards.zone, facts, seats) if cards.matches(card, facts, frame)]
