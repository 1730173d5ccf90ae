"""What happens to cards in the castle-defense game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cards.kernel.events import (
    AS_CARD,
    AS_CARDS,
    AS_COUNT,
    AS_OTHER,
    AS_WORD,
    Event,
)

# cards, Treasures, trophies and powers


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHanded(Event):
    """A seat got a card of another one.

    How is charity, snatched, demanded, taken, borrowed, pilfered, paid for help, or repaid for none.
    """

    kind: ClassVar[str] = "handed"
    card: int = field(metadata=AS_CARD)
    giver: int = field(metadata=AS_OTHER)
    how: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicCardPlayed(Event):
    """A seat played a card on a monster, card, trophy or other seat, naming what it asks for."""

    kind: ClassVar[str] = "played"
    card: int = field(metadata=AS_CARD)
    targets: tuple[int, ...] = field(default=(), metadata=AS_CARDS)
    victim: int = field(default=-1, metadata=AS_OTHER)
    """The seat that it is played on, or whose hand it shows; -1 for none or all others."""
    named: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUsed(Event):
    """A seat used a power of its Character."""

    kind: ClassVar[str] = "power"
    card: int = field(metadata=AS_CARD)
    power: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasuresEarned(Event):
    """Treasures wait for the seat until phase 4."""

    kind: ClassVar[str] = "earned"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)
    deck: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreasuresSettled(Event):
    """A seat took the Treasures it had earned to its hand."""

    kind: ClassVar[str] = "settled"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHeldToForehead(Event):
    """A seat shows a card to all but itself, for a curse of another seat."""

    kind: ClassVar[str] = "forehead"
    card: int = field(metadata=AS_CARD)
    by: int = field(metadata=AS_OTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyTaken(Event):
    """A seat got a trophy of another one.

    How is empty if a Curse took it, swapped for what its player gives in return, paid for help, or repaid for
    none.
    """

    kind: ClassVar[str] = "trophy_taken"
    trophy: int = field(metadata=AS_CARD)
    giver: int = field(metadata=AS_OTHER)
    how: str = field(default="", metadata=AS_WORD)
    """Logs of older releases leave it empty throughout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyReclaimed(Event):
    """A seat got a trophy from the discards."""

    kind: ClassVar[str] = "reclaimed"
    trophy: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyPadded(Event):
    """A seat laid a card under a trophy, which is worth more by these points."""

    kind: ClassVar[str] = "padded"
    card: int = field(metadata=AS_CARD)
    trophy: int = field(metadata=AS_CARD)
    points: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardsSifted(Event):
    """A seat looked at cards from the discards and kept so many."""

    kind: ClassVar[str] = "sifted"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    kept_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGivenBack(Event):
    """A card that was not used returned to a seat."""

    kind: ClassVar[str] = "given_back"
    card: int = field(metadata=AS_CARD)


# curses and bargains


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpLost(Event):
    """A seat may not bargain in its next turn; the token lies before it."""

    kind: ClassVar[str] = "lost_help"
    token: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpRegained(Event):
    """A seat has served that curse; the token is discarded."""

    kind: ClassVar[str] = "help_again"
    token: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseLifted(Event):
    """A seat took the Curse token off itself."""

    kind: ClassVar[str] = "lifted"
    token: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicCurseCancelled(Event):
    """A seat cancelled a Curse."""

    kind: ClassVar[str] = "cancelled"
    card: int = field(metadata=AS_CARD)
    curse: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseFoundNothing(Event):
    """A seat's Curse card found nothing to take."""

    kind: ClassVar[str] = "in_vain"
    curse: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurseAvoided(Event):
    """A seat protected itself from a Curse."""

    kind: ClassVar[str] = "spared"
    card: int = field(metadata=AS_CARD)
    curse: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpAsked(Event):
    """A seat asked for help against the monster, or put the card up for a swap."""

    kind: ClassVar[str] = "asked"
    card: int = field(default=-1, metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicHelpOffered(Event):
    """A seat offered a card: for Treasures, the trophy for the seat it names, and what is in ``pay``."""

    kind: ClassVar[str] = "offered"
    card: int = field(metadata=AS_CARD)
    treasures: int = field(metadata=AS_COUNT)
    trophy: str = field(metadata=AS_WORD)
    pay: tuple[int, ...] = field(default=(), metadata=AS_CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferCountered(Event):
    """The active seat answered a helper's offer with terms of its own.

    ``terms`` are who gets the trophy and when the cards and trophies of ``pay`` change hands.
    """

    kind: ClassVar[str] = "countered"
    card: int = field(metadata=AS_CARD)
    helper: int = field(metadata=AS_OTHER)
    treasures: int = field(metadata=AS_COUNT)
    pay: tuple[int, ...] = field(default=(), metadata=AS_CARDS)
    terms: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanicReasonGiven(Event):
    """A seat said why it refused another one's offer, or answered it with other terms (H-131)."""

    kind: ClassVar[str] = "reason_given"
    to: int = field(metadata=AS_OTHER)
    reason: str = field(metadata=AS_WORD)
    mood: int = field(default=0, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferWithdrawn(Event):
    """A seat took its offer back."""

    kind: ClassVar[str] = "withdrew"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLapsed(Event):
    """Nothing came of a seat's offer: the asker did not take it ("untaken") or took another ("outbid"), the
    seat did not answer the asker's terms ("unanswered"), its card or price is of no use any more ("useless"),
    or nobody was slain with the card, so that there is nothing to share ("unpaid")."""

    kind: ClassVar[str] = "lapsed"
    card: int = field(metadata=AS_CARD)
    asker: int = field(metadata=AS_OTHER)
    why: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAccepted(Event):
    """A seat accepted the card of a helper."""

    kind: ClassVar[str] = "accepted"
    card: int = field(metadata=AS_CARD)
    helper: int = field(metadata=AS_OTHER)
    trophy: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSwapped(Event):
    """A seat gave another one a card for one of theirs."""

    kind: ClassVar[str] = "swapped"
    other: int = field(metadata=AS_OTHER)
    given: int = field(metadata=AS_CARD)
    taken: int = field(metadata=AS_CARD)
