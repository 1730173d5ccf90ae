"""What a card is worth on the board as a seat sees it: played in the head, and the monsters march on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from cards.kernel.moves import Pick, Slot
from cards.panic.board import ARCS, FOREST, RINGS, SWORDSMAN, color_of_arc
from cards.panic.forecast import boards, instead
from cards.panic.view import PanicSeenMonster, PanicView
from cards.panic.words.attack import Wound
from cards.panic.words.base import PanicWord
from cards.panic.words.cards import Borrow, ChooseArc, Fortify, Pad, PanicDraw, Reclaim
from cards.panic.words.curses import Demand, ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import PanicDismiss, Push, Slay, Sleep
from cards.players.panic.fears import PanicFears
from cards.players.panic.plans import AttackPlan, AttackPlanner, AttackTarget, Strike
from cards.players.panic.values import PanicValues

POINT_WORTH: Final = 3.0
TREASURE_WORTH: Final = 1.5
HIT_PRICE: Final = 0.12
"""What it costs to use a Hit: little, since it is replaced in the next turn."""
TREASURE_PRICE: Final = 0.2
"""The part of its worth that a Treasure costs to use."""
SLAY_PRICE: Final = 12.0
"""What it costs to use a Special that slays a monster or takes it away."""
SLEEP_PRICE: Final = 15.0
"""What it costs to put all monsters to sleep: that can be done once, and the worst is still to come."""
SPECIAL_PRICE: Final = 1.5
"""What it costs to use any other Special."""
RESCUE_PRICE: Final = 6.0
"""What it costs to use what reaches the Castle, where no Hit does."""
DEAR_WORDS: Final = ((Slay | PanicDismiss, SLAY_PRICE), (Push | Wound, RESCUE_PRICE), (Sleep, SLEEP_PRICE))
USE_BONUS: Final = 1.5
"""What it is worth to use a card that was bargained for, and not to let it lie."""
MONSTERS_PER_TURN: Final = 3
TURNS_TO_USE_CARDS: Final = 3
"""With fewer turns of its own to come, Treasures and Specials lose their worth."""
FAR_BEHIND_POINTS: Final = 6
"""Whoever is last by so many points has little to lose with the Castle."""
PLAY_PHASE: Final = 3


class Temper(NamedTuple):
    """How dear the Castle is to a player, and which part of what its help brings it wants."""

    mood: int
    castle: float
    greed: float


LOYAL, FAIR, GREEDY = Temper(0, 1.3, 0.0), Temper(1, 1.0, 0.3), Temper(2, 0.9, 0.6)
TEMPERS: Final = (LOYAL, FAIR, GREEDY)


def temper_of(view: PanicView) -> Temper:
    """Return the seat's temperament: neighbors differ, and it lasts for the whole game."""
    return TEMPERS[(int(view.commitment[:6], 16) + (view.seat or 0)) % len(TEMPERS)]


def rank_factor(view: PanicView, seat: int) -> float:
    """Return how much a seat has to lose with the Castle: a leader most, whoever is far behind least."""
    others = [other.points for other in view.seats if other.seat != seat and not other.gone]
    mine = view.seats[seat].points
    if others and mine > max(others):
        return 1.25
    is_far_behind = bool(others) and mine <= min(others) and mine + FAR_BEHIND_POINTS <= max(others)
    return 0.6 if is_far_behind else 1.0


class Prospects:
    """What one seat expects of the board and of its cards, at one moment."""

    def __init__(self, values: PanicValues, fears: PanicFears, view: PanicView, temper: Temper) -> None:
        assert view.seat is not None
        self.values, self.catalog, self.view, self.temper = values, values.catalog, view, temper
        self._fears = fears
        self.stake = temper.castle * rank_factor(view, view.seat)
        self.pledged = {offer.card for offer in view.offers if offer.accepted and not offer.used}
        self.mood = temper.mood
        self._own = {*view.castle, *view.treasures}
        self._plan: AttackPlan | None = None

    # the board

    def fear(self, monster: PanicSeenMonster, health: int | None = None) -> float:
        """Return what a monster costs the seat if it marches on, with its health or another one."""
        left = monster.health if health is None else health
        return 0.0 if monster.unslayable else self.stake * self._fears.fear(self.view, monster, left)

    def cost(self, view: PanicView) -> float:
        """Return what the monsters are expected to destroy."""
        return self.stake * sum(self._fears.fear(view, m, m.health) for m in view.monsters)

    def prize(self, token: int) -> float:
        """Return what trophy and Treasures of a monster are worth."""
        return POINT_WORTH * self.catalog.points[token] + TREASURE_WORTH * self.catalog.dots[token]

    def outlook(self, board: PanicView, but: int = -1) -> float:
        """Return what a board promises: in one's own turn attacks without the card ``but``, less fears."""
        attacks = 0.0
        if board.seat == board.active and board.phase == PLAY_PHASE:
            look = Prospects(self.values, self._fears, board, self.temper)
            attacks = look.own_plan(tuple(card for card in self.hand() if card != but)).value
        return attacks - self.cost(board)

    def outlook_in_arc(self, token: int, arc: int) -> float:
        """Return what the board promises with a monster in another arc of its ring."""
        monster = self.view.monster(token)
        if monster is None:
            return 0.0
        return self.outlook(instead(self.view, monster, replace(monster, arc=arc)))

    # cards

    def price(self, card: int) -> float:
        """Return what it costs to use a card; towards the end Treasures are there to be used."""
        if card in self.pledged or card not in self._own:
            return -USE_BONUS
        worth = self.values.worth(card)
        if self.catalog.is_hit[card]:
            return HIT_PRICE * worth
        turns = (self.view.bag_count / MONSTERS_PER_TURN + 3) / len(self.view.seats)
        left = min(1.0, turns / TURNS_TO_USE_CARDS)
        for word, price in DEAR_WORDS:
            if isinstance(self.catalog.word(card), word):
                return price * left
        return left * (SPECIAL_PRICE if self.catalog.kind[card] == "special" else TREASURE_PRICE * worth)

    def relief(self, card: int, pick: Pick) -> float:
        """Return how much less the seat has to fear for the Castle once the card has been used."""
        costs = map(self.cost, boards(self.catalog, self.view, card, pick))
        return self.cost(self.view) - min(costs, default=self.cost(self.view))

    def gain(self, card: int, pick: Pick) -> float:
        """Return what a card that is no attack brings: Towers and Walls, trophies, Treasures and cards.

        What only moves a monster also brings the attacks that reach it where it is then.
        """
        if isinstance(self.catalog.word(card), Push):
            found = [self.outlook(board, card) for board in boards(self.catalog, self.view, card, pick)]
            return max(found) - self.outlook(self.view, card) if found else 0.0
        return self.relief(card, pick) + self.loot(card, pick)

    def best_use(self, card: int, picks: Iterable[Pick]) -> tuple[float, Pick]:
        """Return the most that a card can bring, and on what; -1 where it is used on nothing."""
        return max(
            ((self.gain(card, pick), pick) for pick in picks), key=lambda use: use[0], default=(0.0, -1)
        )

    def worth(self, card: int, picks: Sequence[Pick] | None = None) -> float:
        """Return what it brings to have a card now, one's own or somebody else's, and to use it best."""
        if self.catalog.spaces[card]:
            others = tuple(c for c in self.hand() if c != card)
            alone = self.own_plan(others) if card in self._own else self.own_plan()
            return self.own_plan((*others, card), card, picks).value - alone.value
        return self.best_use(card, self.picks(card) if picks is None else picks)[0]

    def picks(self, card: int) -> list[Pick]:
        """Return on what a card that is no attack can be used, as far as the board tells."""
        word = self.catalog.word(card)
        if isinstance(word, Fortify):
            return [arc for arc in ARCS if self.view.walls[arc - 1] and not self.view.fortified[arc - 1]]
        rings = getattr(word, "rings", None)
        if rings is None:
            return [-1]
        return [m.token for m in self.view.monsters if m.health and RINGS[m.ring] in rings]

    def loot(self, card: int, pick: Pick) -> float:
        """Return what a card brings besides what it does to the Castle."""
        view, word = self.view, self.catalog.word(card)
        others = [seat for seat in view.seats if seat.seat != view.seat]
        match word:
            case Slay():
                return self.prize(int(pick))
            case PanicDismiss():
                return TREASURE_WORTH * word.treasures
            case PanicDraw():
                return SPECIAL_PRICE + word.count
            case Borrow():
                return SPECIAL_PRICE + 0.1 * view.seats[int(pick)].castle_count
            case Pad():
                return POINT_WORTH * word.points + SPECIAL_PRICE
            case Reclaim():
                found = [points for token in view.token_discards if (points := self.catalog.points[token])]
                return POINT_WORTH * sum(found) / len(found) if len(found) > 1 else 0.0
            case Snatch():
                return float(view.seats[int(pick)].treasure_count)
            case ShowAndTake():
                return float(sum(seat.treasure_count for seat in others))
            case Demand():
                return self._demand_worth(pick) + 0.3 * sum(seat.castle_count for seat in others)
            case SwapTrophies():
                return POINT_WORTH * (max(self._points(int(pick))) - min(self._points(view.seat or 0)))
            case _:
                return self._loot_of_monsters(word, pick)

    def _loot_of_monsters(self, word: PanicWord, pick: Pick) -> float:
        if isinstance(word, Enhance):
            monster = self.view.monster(pick)
            spared = 0.0 if monster is None or monster.health else self.prize(monster.token) / 2
            return TREASURE_WORTH * word.treasures + spared + TREASURE_WORTH
        if isinstance(word, Restore):
            return TREASURE_WORTH * word.treasures * sum(m.health < m.top for m in self.view.monsters)
        if isinstance(word, ChooseArc):
            points = self.catalog.points[self.view.drawn]
            load = sum(m.arc == pick for m in self.view.monsters) - 3.0 * self.view.walls[int(pick) - 1]
            return SPECIAL_PRICE + points - 2.5 - 0.1 * load if points > 2 else 0.0
        return 0.0

    def _demand_worth(self, named: Pick) -> float:
        near = (m for m in self.view.monsters if FOREST < m.ring <= SWORDSMAN)
        return 0.01 * sum(
            (self.prize(m.token) + self.fear(m))
            * (1.5 * (color_of_arc(m.arc) == named) + (RINGS[m.ring] == named))
            for m in near
        )

    def _points(self, seat: int) -> list[int]:
        return [self.catalog.points[token] for token in self.view.seats[seat].trophies] or [0]

    # attacks

    def hand(self) -> tuple[int, ...]:
        """Return the cards that the seat can use."""
        pledged = self.pledged if self.view.seat == self.view.active else ()
        return (*self.view.castle, *self.view.treasures, *pledged)

    def reaches(self, card: int, monster: PanicSeenMonster) -> bool:
        """Return True if the card adds to an attack on the monster where it stands."""
        return bool(self.catalog.spaces[card] >> (monster.ring * 6 + monster.arc - 1) & 1)

    def target(self, monster: PanicSeenMonster, slot: Slot) -> AttackTarget:
        """Return a monster with what slaying it and hurting it is worth to the seat."""
        return AttackTarget(monster, slot, self.prize(monster.token), partial(self.fear, monster))

    def planner(self) -> AttackPlanner:
        """Return what plans attacks at the seat's prices."""
        return AttackPlanner(self.values, self.view, self.price)

    def own_plan(
        self, hand: tuple[int, ...] | None = None, bound: int = -1, to: Sequence[Pick] | None = None
    ) -> AttackPlan:
        """Return the best attacks with these cards, by default the seat's own, where the monsters stand.

        The ``bound`` card may be used on no other monsters than those it is bound ``to``.
        """
        if hand is None:
            self._plan = self._plan or self.own_plan(self.hand())
            return self._plan
        targets: list[AttackTarget] = []
        for monster in self.view.monsters:
            free = to is None or monster.token in to
            options = tuple(card for card in hand if self.reaches(card, monster) and (free or card != bound))
            weights = tuple(map(self._attack_weight, options))
            if monster.health and not monster.unslayable and any(weight > 0 for weight in weights):
                targets.append(
                    self.target(monster, Slot("cards", "card", options, 1, len(options), weights, 1))
                )
        return self.planner().plan(targets)

    def _attack_weight(self, card: int) -> int:
        return -100 if self.catalog.is_weapon[card] else 101 if self.catalog.is_hit[card] else 1

    def strikes(self, uses: Iterable[tuple[int, Iterable[Pick]]]) -> list[Strike]:
        """Return the uses of cards on monsters that are worth their price, as strikes of a plan."""
        found: list[Strike] = []
        for card, picks in uses:
            for pick in picks:
                gain = self.gain(card, pick) - self.price(card)
                if gain > 0.0:
                    found.append(Strike(int(pick), (card,), True, gain))
        return found
