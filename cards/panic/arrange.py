"""Sets up a situation instead of dealing, for scenarios and tests; cards are named by id, never by number."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.panic import state as states
from cards.panic.board import ALL_ARCS_MASK, RINGS, RingName
from cards.panic.game import PanicGame
from cards.panic.state import (
    BOARD,
    CASTLE_DISCARDS,
    CHARACTER_POOL,
    FRONT_CARDS,
    HAND,
    START_ZONE_BY_DECK,
    TOKEN_DISCARDS,
    TREASURE_DISCARDS,
    TREASURES,
    TROPHIES,
    UNDER_TROPHIES,
    Monster,
    PanicState,
    zone,
)

DISCARD_ZONE_BY_DECK = {"castle": CASTLE_DISCARDS, "treasure": TREASURE_DISCARDS, "token": TOKEN_DISCARDS}
_STEP_BY_PHASE = {1: 0, 2: 2, 3: 2, 4: 4, 5: 5, 6: 6}
"""Step of the turn's frame at which each phase begins."""


class Arrangement:
    """A table under construction: an intact Castle, no monsters, empty hands, everything else in its deck.

    Cards are taken out of decks and bag by id; each method raises ValueError when no such card is left.
    """

    def __init__(self, game: PanicGame) -> None:
        self.game = game
        self.placed: set[int] = set()
        """The cards that were named."""
        self._fixed_next: set[int] = set()
        self.state = states.new_state(game.setup.seats, game.catalog.deck, game.setup.seed)
        self.state.towers = ALL_ARCS_MASK
        self.state.walls = ALL_ARCS_MASK if game.options.walls else 0
        if self.state.zones.lists[CHARACTER_POOL]:
            self.state.characters = [-1] * self.state.seats

    def take(self, name: str) -> int:
        """Return a card with this id or name that is still in its deck, or else in its discards."""
        place = self.state.zones.place
        for piles in (START_ZONE_BY_DECK.values(), DISCARD_ZONE_BY_DECK.values()):
            for card in self.game.catalog.all_of(name):
                if place[card] in piles and card not in self._fixed_next:
                    self.placed.add(card)
                    return card
        raise ValueError(f"no {name} is left")

    def _move(self, names: tuple[str, ...], to: int) -> None:
        for name in names:
            self.state.zones.move(self.take(name), to)

    def hand(self, seat: int, *names: str) -> Arrangement:
        """Give a seat Castle cards and Treasures."""
        for name in names:
            card = self.take(name)
            part = HAND if self.game.catalog.deck[card] == "castle" else TREASURES
            self.state.zones.move(card, zone(seat, part))
        return self

    def trophies(self, seat: int, *names: str) -> Arrangement:
        """Give a seat monsters as trophies."""
        self._move(names, zone(seat, TROPHIES))
        return self

    def card_under_trophy(self, card: str, trophy: str) -> Arrangement:
        """Lay a card under a trophy that somebody has."""
        index = self.take(card)
        self.state.zones.move(index, UNDER_TROPHIES)
        self.state.under[index] = self.game.catalog.all_of(trophy)[0]
        return self

    def character(self, seat: int, name: str) -> Arrangement:
        """Give a seat its Character."""
        card = self.take(name)
        self.state.zones.move(card, zone(seat, FRONT_CARDS))
        self.state.characters[seat] = card
        return self

    def curse(self, seat: int, name: str) -> Arrangement:
        """Lay a Curse token in front of a seat."""
        self._move((name,), zone(seat, FRONT_CARDS))
        return self

    def monster(self, name: str, ring: RingName, arc: int, health: int | None = None) -> Arrangement:
        """Put a monster on the board, at full health unless said otherwise."""
        token = self.take(name)
        points = self.game.catalog.points[token]
        if not points:
            raise ValueError(f"{name} is no monster")
        self.state.zones.move(token, BOARD)
        full = points if health is None else health
        self.state.board.append(Monster(token, RINGS.index(ring), arc, full, max(points, full)))
        return self

    def walls(self, *arcs: int) -> Arrangement:
        """Let only these Walls stand."""
        self.state.walls = sum(1 << arc for arc in arcs)
        return self

    def towers(self, *arcs: int) -> Arrangement:
        """Let only these Towers stand."""
        self.state.towers = sum(1 << arc for arc in arcs)
        return self

    def fortified(self, *arcs: int) -> Arrangement:
        """Put Fortify tokens on these Walls."""
        self.state.fortified = sum(1 << arc for arc in arcs)
        return self

    def next_cards(self, *names: str) -> Arrangement:
        """Let these be the next cards of their decks, or tokens of the bag, in this order."""
        for name in reversed(names):
            card = self.take(name)
            self._fixed_next.add(card)
            self.state.zones.move(card, START_ZONE_BY_DECK[self.game.catalog.deck[card]])
        return self

    def discards(self, *names: str) -> Arrangement:
        """Lay cards on their discards, the last one on top."""
        for name in names:
            card = self.take(name)
            self.state.zones.move(card, DISCARD_ZONE_BY_DECK[self.game.catalog.deck[card]])
        return self

    def only(self, deck: str, *names: str) -> Arrangement:
        """Leave only these in a deck ("castle", "treasure", "token"), in this order; discard the others."""
        keep: list[int] = []
        for name in names:
            keep.append(self.take(name))
            self._fixed_next.add(keep[-1])
        for card in self.state.zones.lists[START_ZONE_BY_DECK[deck]]:
            if card not in keep:
                self.state.zones.move(card, DISCARD_ZONE_BY_DECK[deck])
        for card in keep[::-1]:
            self.state.zones.move(card, START_ZONE_BY_DECK[deck])
        return self

    def dice(self, *results: int) -> Arrangement:
        """Fix the next results of the die."""
        self.state.dice.coming = list(results)
        return self

    def begin(self, seat: int = 0, phase: int = 3) -> PanicState:
        """Begin the seat's turn at this phase and run to the first wait."""
        self.state.active = seat
        self.state.turn = 1
        self.state.phase = phase
        table = self.game.table(self.state)
        table.push(Frame("turn", seat, step=_STEP_BY_PHASE[phase]))
        if phase == 2:
            table.push(Frame("charity", seat))
        table.run()
        return self.state

    def begin_setup(self, seat: int = 0) -> PanicState:
        """Begin before the cards are dealt: Characters are picked, from this seat on (P-221)."""
        self.state.active = seat
        table = self.game.table(self.state)
        table.push(Frame("setup", seat))
        table.run()
        return self.state
