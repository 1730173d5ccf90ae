"""Which cards a card speaks of: a filter on what they are, and a selection from where they lie."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from cards.language.base import Flag, Model, Number, Who, Whole
from cards.language.finding import CompiledFilter, compile_filter

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
PickMethod: TypeAlias = Literal[
    "choose", "all", "random", "best_bonus", "worst_bonus", "best_value", "worst_value", "top", "bottom"
]

PICK_METHODS: dict[str, str] = {
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
CardReference: TypeAlias = Literal[
    "this", "card", "second_card", "monster", "fled", "curse", "attached_to", "found", "looted"
]

CARD_REFERENCES: dict[str, str] = {
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

    @cached_property
    def compiled(self) -> CompiledFilter:
        return compile_filter(self)


class CardSelection(Filter):
    """Some cards: where they lie, whose they are, which fit, how many, and who picks them."""

    zone: Zone = Field(default="carried", alias="from", description="Where to look.")
    whose: Who = Field(default="you", description="Whose cards; does not matter for discards and combat.")
    n: Number = Field(default=1, description="How many, where they are chosen or drawn by lot.")
    up_to: Flag = Field(default=False, description="Fewer are allowed, none too.")
    pick: PickMethod = Field(default="choose", description="How they are found.")
    by: Who = Field(default="holder", description="Who chooses; the one whose cards they are, if not said.")


def _shape(value: Any) -> str:
    return "ref" if isinstance(value, str) else "cards"


if TYPE_CHECKING:
    What: TypeAlias = CardReference | CardSelection
else:
    What = Annotated[
        Annotated[CardReference, Tag("ref")] | Annotated[CardSelection, Tag("cards")],
        Discriminator(_shape),
    ]
