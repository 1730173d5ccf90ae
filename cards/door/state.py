"""The state of a door-kicking game: small plain data, cloned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeVar

from pydantic import Field as Excluded

from cards.kernel.state import GameState

DOOR_DECK: Final = 0
TREASURE_DECK: Final = 1
DOOR_DISCARD: Final = 2
TREASURE_DISCARD: Final = 3
COMBAT_ZONE: Final = 4
LIMBO_ZONE: Final = 5
SEAL_DECK: Final = 6
SEALS_OPEN: Final = 7
SPARE_ROLES: Final = 8
"""Limbo holds cards on their way: a pending curse, Treasures being shared, a body being looted."""
FIRST_HAND_ZONE: Final = 9
FIRST_TABLE_ZONE: Final = 10
"""Each seat has two zones, its hand and its table."""
MAX_SEATS: Final = 8
"""The most seats of a table (H-19)."""
MAX_ZONES: Final = FIRST_HAND_ZONE + 2 * MAX_SEATS

DECK_ZONES: Final = {"door": DOOR_DECK, "treasure": TREASURE_DECK, "seal": SEAL_DECK, "role": SPARE_ROLES}
DISCARD_ZONES: Final = {
    "door": DOOR_DISCARD,
    "treasure": TREASURE_DISCARD,
    "seal": SEAL_DECK,
    "role": SPARE_ROLES,
}
PILE_ZONES: Final = {
    "door_deck": DOOR_DECK,
    "treasure_deck": TREASURE_DECK,
    "door_discard": DOOR_DISCARD,
    "treasure_discard": TREASURE_DISCARD,
    "seals_open": SEALS_OPEN,
    "seal_deck": SEAL_DECK,
    "spare_roles": SPARE_ROLES,
    "limbo": LIMBO_ZONE,
    "combat": COMBAT_ZONE,
}

PARTY_SIDE, MONSTERS_SIDE = "party", "monsters"


def hand_zone(seat: int) -> int:
    return FIRST_HAND_ZONE + 2 * seat


def table_zone(seat: int) -> int:
    return FIRST_HAND_ZONE + 2 * seat + 1


@dataclass(slots=True)
class DoorCharacter:
    """A player's character. Its cards lie in the zones ``hand_zone`` and ``table_zone``.

    ``fresh`` are cards just received, playable at once (R-093); for the first ``offered`` of them a window
    has been open in which that could be done (H-110). ``reborn`` is set by death until the
    seat is dealt a new hand in its next turn (R-493). ``tallies`` are counts for the present turn.
    ``aside`` are Steeds that are not ridden at the moment (R-620).
    """

    level: int = 1
    sex: str = "male"
    alive: bool = True
    left: bool = False
    reborn: bool = False
    skips: int = 0
    equipped: list[int] = field(default_factory=lambda: [])
    fresh: list[int] = field(default_factory=lambda: [])
    tallies: dict[str, int] = field(default_factory=lambda: {})
    offered: int = 0
    aside: list[int] = field(default_factory=lambda: [])

    def clone(self) -> DoorCharacter:
        return DoorCharacter(
            self.level,
            self.sex,
            self.alive,
            self.left,
            self.reborn,
            self.skips,
            self.equipped.copy(),
            self.fresh.copy(),
            self.tallies.copy(),
            self.offered,
            self.aside.copy(),
        )

    def forget_fresh(self, card: int) -> None:
        """Let a card count as received no more, if it does."""
        if card in self.fresh:
            self.offered -= self.fresh.index(card) < self.offered
            self.fresh.remove(card)


@dataclass(slots=True)
class Foe:
    """A monster in the combat. ``card`` names it; a copy's card is the one that copied.

    ``like`` is the card whose definition it follows. A ``linked`` copy (Mate) shares what the original
    has, now and later (R-303), but of its pile only the ``matched`` cards that were there when it was copied
    (H-76). Any other copy keeps the figures that the original had at that moment in ``base`` and ``loot``,
    and the enhancers that shaped it in ``borrowed`` (R-647); other monsters do not use these three.
    """

    card: int
    like: int
    linked: int = -1
    base: int | None = None
    loot: int | None = None
    matched: int = 0
    borrowed: list[int] = field(default_factory=lambda: [])
    enhancers: list[int] = field(default_factory=lambda: [])
    stacked: list[int] = field(default_factory=lambda: [])
    tags: list[str] = field(default_factory=lambda: [])

    def clone(self) -> Foe:
        return Foe(
            self.card,
            self.like,
            self.linked,
            self.base,
            self.loot,
            self.matched,
            self.borrowed.copy(),
            self.enhancers.copy(),
            self.stacked.copy(),
            self.tags.copy(),
        )


@dataclass(frozen=True, slots=True)
class CombatAdjustment:
    """A change of a figure that a card made for this combat.

    ``stat`` is ``strength``, ``treasures`` or ``flee``; ``side`` ``party`` or ``monsters``; ``seat`` and
    ``monster`` narrow it to one member or one monster, -1 for the whole side.
    """

    stat: str
    side: str
    amount: int
    card: int
    seat: int = -1
    monster: int = -1


@dataclass(frozen=True, slots=True)
class HelpOffer:
    """A bargain for help (R-352, H-04). ``by`` proposes, ``to`` may accept; one of them is the fighter.

    The fighter gives ``items``, the helper ``pays`` Items for being let in; ``promises`` are hand cards
    that ``by`` will play on ``to``. ``numbers`` are the helper's Treasures, counted as they are drawn.
    ``countered`` counts the offers that went back and forth before this one.
    """

    number: int
    by: int
    to: int
    treasures: int = 0
    order: str = "helper"
    items: tuple[int, ...] = ()
    promises: tuple[int, ...] = ()
    condition: str = "won"
    numbers: tuple[int, ...] = ()
    pays: tuple[int, ...] = ()
    countered: int = 0


@dataclass(frozen=True, slots=True)
class Trade:
    """An offered trade of Items between two seats (R-240); a gift if nothing is wanted (R-243).

    ``countered`` counts the offers that went back and forth before this one.
    """

    number: int
    by: int
    to: int
    gives: tuple[int, ...]
    wants: tuple[int, ...]
    countered: int = 0


@dataclass(frozen=True, slots=True)
class Truce:
    """Items that a member of the party (``payer``) gives a bystander who does nothing against it (H-123).

    ``by`` proposes it, ``to`` may accept; one of them is the payer. ``countered`` is as in other offers.
    """

    number: int
    by: int
    to: int
    payer: int
    items: tuple[int, ...]
    countered: int = 0

    @property
    def bystander(self) -> int:
        return self.by if self.to == self.payer else self.to

    @property
    def between(self) -> set[int]:
        return {self.by, self.to}


MAX_COUNTER_OFFERS: Final = 4
"""Offers between two seats that answer one another; the last one can only be accepted or refused (H-122)."""


def is_last_word(offer: HelpOffer | Trade | Truce) -> bool:
    """Return True if no other offer may answer this one (H-122)."""
    return offer.countered >= MAX_COUNTER_OFFERS


Offer = TypeVar("Offer", bound=HelpOffer | Trade | Truce)


def offer_of(offers: Sequence[Offer], number: int) -> Offer:
    """Return the offer of this number."""
    return next(offer for offer in offers if offer.number == number)


def replaced_offers(offers: list[Offer], by: int, to: int) -> tuple[list[Offer], list[Offer], int]:
    """Return what a new offer leaves of the others, and which of them it answers (H-122).

    It takes the place of those between the two, of whom either may have made them. Last comes how many offers
    went back and forth before it.
    """
    old = [offer for offer in offers if (offer.by, offer.to) in ((by, to), (to, by))]
    answered = [offer for offer in old if offer.by == to]
    countered = max([offer.countered + (offer.by == to) for offer in old], default=0)
    return [offer for offer in offers if offer not in old], answered, countered


@dataclass(slots=True)
class Combat:
    """A combat from its first monster to the last reward or roll (R-095).

    ``stage`` is ``fight``, ``victory``, ``defeat``, ``escape``, ``reward`` or ``ended`` (by a card that says
    so). ``banked`` and ``banked_levels`` are rewards of monsters already taken out (H-27), ``slain`` how many
    of these count as killed, ``loot`` the Treasures of the killed ones, which are in the discards when they
    are drawn (H-140), ``escaped`` pairs (seat, monster) without a roll to come, -1 for all monsters, ``ran``
    the seats that are done running, ``used`` uses of limited abilities, ``reopened`` and ``margin`` how often
    the victory window opened without change.
    ``meddlers`` has a bit for each seat that played something against the party.
    ``refused`` are bargains that were turned down in this combat, without the cards promised in secret.
    ``truces`` are in force, ``truce_offers`` open, ``refused_truces`` turned down.
    """

    fighter: int
    helper: int = -1
    compelled: bool = False
    stage: str = "fight"
    foes: list[Foe] = field(default_factory=lambda: [])
    adds: list[CombatAdjustment] = field(default_factory=lambda: [])
    offers: list[HelpOffer] = field(default_factory=lambda: [])
    deal: HelpOffer | None = None
    banked: int = 0
    banked_levels: int = 0
    escaped: list[tuple[int, int]] = field(default_factory=lambda: [])
    ran: list[int] = field(default_factory=lambda: [])
    used: dict[str, int] = field(default_factory=lambda: {})
    fleeing: int = -1
    roll: int = 0
    reopened: int = 0
    margin: int = 0
    over: bool = False
    refused: list[HelpOffer] = field(default_factory=lambda: [])
    meddlers: int = 0
    slain: int = 0
    truces: list[Truce] = field(default_factory=lambda: [])
    truce_offers: list[Truce] = field(default_factory=lambda: [])
    refused_truces: list[Truce] = field(default_factory=lambda: [])
    loot: int = 0

    def clone(self) -> Combat:
        return Combat(
            self.fighter,
            self.helper,
            self.compelled,
            self.stage,
            [foe.clone() for foe in self.foes],
            self.adds.copy(),
            self.offers.copy(),
            self.deal,
            self.banked,
            self.banked_levels,
            self.escaped.copy(),
            self.ran.copy(),
            self.used.copy(),
            self.fleeing,
            self.roll,
            self.reopened,
            self.margin,
            self.over,
            self.refused.copy(),
            self.meddlers,
            self.slain,
            self.truces.copy(),
            self.truce_offers.copy(),
            self.refused_truces.copy(),
            self.loot,
        )

    def foe(self, card: int) -> Foe | None:
        """Return the monster that the card names, None if it is not in the combat."""
        for foe in self.foes:
            if foe.card == card:
                return foe
        return None


@dataclass(slots=True)
class DoorState(GameState):
    """A whole game. ``under`` maps an attached card to the one it lies on, ``lasting`` a card that stays
    before a seat to when it goes (``next_combat``, ``turn``, ``removed``), ``used`` counts abilities
    limited per turn or game, ``bodies`` are the dead still to be looted, ``turned`` companions whose sex
    a card has changed, ``answers`` what owners have answered their cards' questions."""

    people: list[DoorCharacter] = field(default_factory=lambda: [])
    active: int = -1
    turn: int = 0
    phase: str = "setup"
    combat: Combat | None = None
    under: dict[int, int] = field(default_factory=lambda: {})
    lasting: dict[int, str] = field(default_factory=lambda: {})
    used: dict[str, int] = field(default_factory=lambda: {})
    trades: list[Trade] = field(default_factory=lambda: [])
    refused: list[Trade] = field(default_factory=lambda: [])
    """Trades refused in this phase, so that nobody needs to be asked twice."""
    numbers: int = 0
    """How many offers and trades have been made, so that each has its own number."""
    bodies: list[int] = field(default_factory=lambda: [])
    turned: list[int] = field(default_factory=lambda: [])
    answers: dict[int, str] = field(default_factory=lambda: {})
    commitment: str = ""
    memo: Annotated[dict[Any, Any] | None, Excluded(exclude=True)] = field(
        default=None, compare=False, repr=False
    )
    """Remembered answers about the cards and figures of this state; never copied or saved."""
    move_lists: Annotated[list[Any] | None, Excluded(exclude=True)] = field(
        default=None, compare=False, repr=False
    )
    """Remembered legal lists by seat; never copied or saved either."""
    holdings: Annotated[list[Any], Excluded(exclude=True)] = field(
        default_factory=lambda: [None] * MAX_ZONES, compare=False, repr=False
    )
    """For each zone what can be read off the cards that lay there when it was last asked; never saved."""

    def clone(self) -> DoorState:
        """Copy by hand, many times cheaper than a deep copy; what is shared is never changed in place."""
        return DoorState(
            self.seats,
            self.zones.clone(),
            self.dice.clone(),
            [frame.clone() for frame in self.frames],
            self.prompt,
            self.serial,
            self.seq,
            self.over,
            self.winners,
            [seat.clone() for seat in self.people],
            self.active,
            self.turn,
            self.phase,
            None if self.combat is None else self.combat.clone(),
            self.under.copy(),
            self.lasting.copy(),
            self.used.copy(),
            self.trades.copy(),
            self.refused.copy(),
            self.numbers,
            self.bodies.copy(),
            self.turned.copy(),
            self.answers.copy(),
            self.commitment,
            holdings=self.holdings.copy(),
        )
