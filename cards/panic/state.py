"""Everything that is remembered between two actions: small plain data, cloned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cards.kernel.dice import Dice
from cards.kernel.state import GameState
from cards.kernel.zones import Zones

CASTLE_DECK = 0
CASTLE_DISCARDS = 1
TREASURE_DECK = 2
TREASURE_DISCARDS = 3
BAG = 4
TOKEN_DISCARDS = 5
"""Discarded monsters and Curse tokens; nothing returns from here to the bag (P-121)."""
BOARD = 6
DRAWN_TOKEN = 7
"""The token that was drawn and is not placed or resolved yet."""
PLAYED_CARDS = 8
"""Cards that have been played and are not resolved yet."""
UNDER_TROPHIES = 9
"""Cards that lie under a trophy."""
PLEDGED_CARDS = 10
"""Cards of helpers whose offers were accepted, until they are used or given back."""
CHARACTER_POOL = 11
"""Characters that nobody has."""
FIRST_SEAT_ZONE = 12

START_ZONE_BY_DECK = {
    "castle": CASTLE_DECK,
    "treasure": TREASURE_DECK,
    "token": BAG,
    "character": CHARACTER_POOL,
}
"""The zone in which the cards of each deck begin a game."""

HAND = 0
TREASURES = 1
TROPHIES = 2
EARNED_TREASURES = 3
"""Treasures won in phase 3 that come to hand in phase 4 (P-054); nobody has seen them."""
FRONT_CARDS = 4
"""Character and Lose-help token."""
ZONES_PER_SEAT = 5


def zone(seat: int, part: int) -> int:
    """Return the number of one of a seat's zones."""
    return FIRST_SEAT_ZONE + seat * ZONES_PER_SEAT + part


@dataclass(slots=True)
class Monster:
    """A monster on the board. ``top`` is its full health, raised by Enhancers (P-238).

    ``health`` 0: slain, but its trophy has not been handed out yet.
    """

    token: int
    ring: int
    arc: int
    health: int
    top: int

    def clone(self) -> Monster:
        return Monster(self.token, self.ring, self.arc, self.health, self.top)


@dataclass(frozen=True, slots=True)
class PanicOffer:
    """One card offered for a price. It is made in the open, so the card is known to all.

    ``monster`` is the one it is meant for (-1: any), ``trophy`` "asker" or "helper", ``treasures`` how many
    of the monster's Treasures the helper wants (P-201).
    ``pay`` are cards and trophies that the active player hands over, ``when`` the card is promised ("now") or
    at the "end" of phase 3 (H-127). ``by_asker``: the terms are the active player's, who answered the offer;
    ``answers`` counts the answers so far (H-122).
    """

    seat: int
    card: int
    monster: int = -1
    trophy: str = "asker"
    treasures: int = 0
    pay: tuple[int, ...] = ()
    when: str = "end"
    by_asker: bool = False
    answers: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """An accepted offer. ``used`` says whether the card was used, ``target`` on which monster.

    A used card without a target (-1) is paid for by the next kill. ``paid``: the helper got a share of it;
    ``given``: how many Treasures.
    """

    offer: PanicOffer
    used: bool = False
    target: int = -1
    paid: bool = False
    given: int = 0


@dataclass(frozen=True, slots=True)
class PastAttack:
    """An attack of this phase 3 with Hits that Weapons may still follow (P-203).

    ``seat`` attacked (a helper's cards count as the active player's), ``hits`` is the number of Hits,
    ``open_hits`` names each Hit as often as a Weapon may still go with it, ``wasted`` is the damage that was
    too little for the monster's lowest number.
    """

    seat: int
    token: int
    hits: int
    open_hits: tuple[int, ...]
    wasted: int = 0


@dataclass(slots=True)
class PanicState(GameState):
    """One table's game.

    Walls, Towers and Fortify tokens are masks of arcs (arc 1 is bit 1); sets of seats are masks of seats.
    """

    active: int = 0
    turn: int = 0
    phase: int = 0
    """1 to 6 as on the rule sheet; 0 while Characters are picked."""
    board: list[Monster] = field(default_factory=lambda: [])
    walls: int = 0
    towers: int = 0
    fortified: int = 0
    gone: int = 0
    characters: list[int] = field(default_factory=lambda: [])
    """The Character of each seat; empty where the game has none."""
    under: dict[int, int] = field(default_factory=lambda: {})
    """Card under a trophy: card to token."""
    waived: dict[int, str] = field(default_factory=lambda: {})
    """Seats that are not asked what everybody is asked: until their "turn", or until they say so ("me")."""

    # The rest is forgotten at the end of the turn.
    glued: int = -1
    asleep: bool = False
    unslayable: list[int] = field(default_factory=lambda: [])
    claims: dict[int, int] = field(default_factory=lambda: {})
    """Enraged monsters: token to the mask of the seats that may fight it out of turn (P-237)."""
    attacked: dict[int, int] = field(default_factory=lambda: {})
    """Monsters attacked in this phase 3: token to the mask of their attackers (P-236)."""
    past_attacks: list[PastAttack] = field(default_factory=lambda: [])
    offers: list[PanicOffer] = field(default_factory=lambda: [])
    deals: list[Deal] = field(default_factory=lambda: [])
    asks: int = 0
    asked_for: int = -1
    """The monster that help was asked against; when swapping, the card to be traded; -1: none named."""
    spoken: list[int] = field(default_factory=lambda: [])
    """How often each seat has made an offer in this turn."""
    borrowed: dict[int, int] = field(default_factory=lambda: {})
    """Cards taken to be played this turn: card to owner (P-111)."""
    discarded: bool = False
    """Whether the active player has discarded in phase 1, or begun to draw up: no more discards (P-041)."""
    spent: list[str] = field(default_factory=lambda: [])
    """Powers used up in this turn."""


def clone(state: PanicState) -> PanicState:
    """Copy a state; nothing is shared that an action could change."""
    return PanicState(
        seats=state.seats,
        zones=state.zones.clone(),
        dice=state.dice.clone(),
        frames=[frame.clone() for frame in state.frames],
        prompt=state.prompt,
        serial=state.serial,
        seq=state.seq,
        over=state.over,
        winners=state.winners,
        active=state.active,
        turn=state.turn,
        phase=state.phase,
        board=[monster.clone() for monster in state.board],
        walls=state.walls,
        towers=state.towers,
        fortified=state.fortified,
        gone=state.gone,
        characters=state.characters.copy(),
        under=state.under.copy(),
        waived=state.waived.copy(),
        glued=state.glued,
        asleep=state.asleep,
        unslayable=state.unslayable.copy(),
        claims=state.claims.copy(),
        attacked=state.attacked.copy(),
        past_attacks=state.past_attacks.copy(),
        offers=state.offers.copy(),
        deals=state.deals.copy(),
        asks=state.asks,
        asked_for=state.asked_for,
        spoken=state.spoken.copy(),
        borrowed=state.borrowed.copy(),
        discarded=state.discarded,
        spent=state.spent.copy(),
    )


def new_state(seats: int, decks: Sequence[str], seed: int) -> PanicState:
    """Return a state in which every card lies in its deck; ``decks`` names the deck of each card."""
    lists: list[list[int]] = [[] for _ in range(FIRST_SEAT_ZONE + seats * ZONES_PER_SEAT)]
    for card, deck in enumerate(decks):
        lists[START_ZONE_BY_DECK[deck]].append(card)
    zones = Zones([tuple(cards) for cards in lists])
    return PanicState(seats=seats, zones=zones, dice=Dice(seed), spoken=[0] * seats)
