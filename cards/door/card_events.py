"""What happens to cards in a door-kicking game: they come, go and lie somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from cards.kernel.events import AS_CARD, AS_CARDS, AS_COUNT, AS_OTHER, AS_WORD, Event, as_flag

OfferForm = Literal["trade", "gift", "plea", "counter"]
"""What an offer is: an exchange, one in which nothing is wanted or nothing given, or an answer."""
OfferEnd = Literal["refused", "withdrawn", "void"]
"""How an offer came to nothing; it is void where it can no longer be kept."""
CardSource = Literal["hand", "carried", "door", "treasure"]
"""How a card was received: to the hand, to the table, as a door card, as a won Treasure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReceived(Event):
    """A seat got a card; the source says from where or to which place."""

    kind: ClassVar[str] = "received"
    card: int = field(metadata=AS_CARD)
    giver: int = field(default=-1, metadata=AS_OTHER)
    source: CardSource = field(metadata=AS_WORD)
    card_count: int = field(default=1, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Event):
    """A seat played a card, on another seat where it has a target."""

    kind: ClassVar[str] = "played"
    card: int = field(metadata=AS_CARD)
    target: int = field(default=-1, metadata=AS_OTHER)
    card_kind: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardUsed(Event):
    """A seat used an ability of a card (by its number); a card that was spent is used up by it."""

    kind: ClassVar[str] = "used"
    card: int = field(metadata=AS_CARD)
    monsters: tuple[int, ...] = field(default=(), metadata=AS_CARDS)
    target: int = field(default=-1, metadata=AS_OTHER)
    ability: int = field(default=0, metadata=AS_COUNT)
    spent: bool = field(metadata=as_flag("play", "ability"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAnswered(Event):
    """A seat answered the question of a card."""

    kind: ClassVar[str] = "answered"
    card: int = field(metadata=AS_CARD)
    answer: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAttached(Event):
    """A card was attached to another one of the seat."""

    kind: ClassVar[str] = "attached"
    card: int = field(metadata=AS_CARD)
    host: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStays(Event):
    """A card stays before a seat with its effects in force."""

    kind: ClassVar[str] = "stays"
    card: int = field(metadata=AS_CARD)
    until: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown(Event):
    """A seat showed cards."""

    kind: ClassVar[str] = "showed"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsSwapped(Event):
    """Two seats swapped their hands, which both know now."""

    kind: ClassVar[str] = "swapped_hands"
    other: int = field(metadata=AS_OTHER)
    cards: tuple[int, ...] = field(metadata=AS_CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEquipped(Event):
    """A seat put on an Item."""

    kind: ClassVar[str] = "equipped"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUnequipped(Event):
    """A seat took off an Item."""

    kind: ClassVar[str] = "unequipped"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemUnloaded(Event):
    """A seat took back an Item that a companion carried."""

    kind: ClassVar[str] = "unloaded"
    companion: int = field(metadata=AS_CARD)
    item: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGivenUp(Event):
    """A seat gave up a Class, a Race or a companion."""

    kind: ClassVar[str] = "gave_up_card"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsSold(Event):
    """A seat sold Items."""

    kind: ClassVar[str] = "sold"
    cards: tuple[int, ...] = field(default=(), metadata=AS_CARDS)
    gold: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeOffered(Event):
    """A seat offered another one a trade or a gift, or asked for a gift (a plea).

    ``wanted_from`` is the place among the cards, counted from 1, at which those begin that the seat wants;
    0 in older logs, which do not say.
    """

    kind: ClassVar[str] = "trade_offered"
    to: int = field(metadata=AS_OTHER)
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    form: OfferForm = field(metadata=AS_WORD)
    wanted_from: int = field(default=0, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traded(Event):
    """Two seats exchanged Items; ``wanted_from`` as in ``TradeOffered``: those go to the seat."""

    kind: ClassVar[str] = "traded"
    partner: int = field(metadata=AS_OTHER)
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    wanted_from: int = field(default=0, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeEnded(Event):
    """An offer between two seats came to nothing: it was refused, withdrawn or became void."""

    kind: ClassVar[str] = "trade_ended"
    partner: int = field(metadata=AS_OTHER)
    how: OfferEnd = field(metadata=AS_WORD)
