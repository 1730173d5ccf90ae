"""A player of the castle-defense game that plans the attacks of its whole turn and bargains for trophies."""

from __future__ import annotations

from math import ceil
from typing import Final

from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Move, Pick, Slot
from cards.panic.board import FOREST, SWORDSMAN, after_hit
from cards.panic.pack import Catalog
from cards.panic.view import PanicSeenMonster, PanicSeenOffer, PanicView
from cards.panic.words.cards import Redraw
from cards.panic.words.monsters import PanicDismiss, Push, Slay
from cards.players.panic.fears import PanicFears
from cards.players.panic.plans import AttackPlan, AttackPlanner, AttackTarget, Strike
from cards.players.panic.sensible import Picks, SensiblePanicPlayer, make_action
from cards.players.panic.terms import LEAST_PRICE, payment_worth, waits_for_offers

POINT_WORTH: Final = 3.0
TREASURE_WORTH: Final = 1.5
HIT_PRICE: Final = 0.12
"""What it costs to use a Hit: little, since it is replaced in the next turn."""
TREASURE_PRICE: Final = 0.3
"""The part of its worth that a Treasure costs to use."""
SLAY_PRICE: Final = 7.0
"""What it costs to use a Special that slays a monster."""
SPECIAL_PRICE: Final = 3.5
"""What it costs to use any other Special."""
KILL_CHANCES_BY_NEED: Final = (1.0, 0.5, 0.2, 0.06, 0.02)
"""How likely somebody has cards for so many points against a certain monster."""
HELP_CHANCES_BY_NEED: Final = (0.0, 0.8, 0.4, 0.15, 0.05)
"""How likely one card of a helper closes a gap of so many points."""
MIN_BARGAIN_GAIN: Final = 0.5
"""By how much an offer has to make the plan better."""
ASKED_TREASURES: Final = 1
"""How many Treasures it asks for besides the trophy, where a monster has as many."""
COUNTER_CHANCE: Final = 0.6
"""How likely a helper agrees to fair terms."""
MONSTERS_PER_TURN: Final = 3
TURNS_TO_USE_CARDS: Final = 3
"""With fewer turns of its own to come, Treasures and Specials lose their worth."""

_PLANNED_WORDS = (Slay, PanicDismiss, Push)


class CunningPanicPlayer(SensiblePanicPlayer):
    """Plans which cards go on which monsters; values trophies against the Towers, and sells its help dear."""

    def __init__(self, catalog: Catalog | None = None) -> None:
        super().__init__(catalog)
        self._fears = PanicFears()

    def choose_or_wait(
        self, view: PanicView, moves: list[Move], seat: int, dice: Dice, imagine: object = None
    ) -> Action | None:
        """Return the next step of the plan in its own Play Cards phase; else what is sensible."""
        asked = any(move.verb == ANSWER_VERB for move in moves)
        if asked or not moves or not self.is_own_play_phase(view, seat):
            return super().choose_or_wait(view, moves, seat, dice, imagine)
        others = [move for move in moves if not self._is_planned(move)]
        action = self._play_cards(view, others, seat)
        if action is not None:
            return action
        plan = self._plan(view, moves)
        if plan.strikes and plan.strikes[0].kills:
            return _carry_out(plan.strikes[0], moves, seat)
        action = self._bargain(view, moves, seat)
        if action is not None:
            return action
        if plan.strikes:
            return _carry_out(plan.strikes[0], moves, seat)
        return next((make_action(seat, move, ()) for move in moves if move.verb == PASS_VERB), None)

    def _is_planned(self, move: Move) -> bool:
        return move.verb == "play" and isinstance(self.catalog.word(move.card), _PLANNED_WORDS)

    # values

    def _fear(self, view: PanicView, monster: PanicSeenMonster) -> float:
        return self._fears.fear(view, monster, monster.health)

    def _prize(self, token: int) -> float:
        """Return what trophy and Treasures of a monster are worth."""
        return POINT_WORTH * self.catalog.points[token] + TREASURE_WORTH * self.catalog.dots[token]

    def _price(self, view: PanicView, card: int) -> float:
        """Return what it costs to use a card; towards the end Treasures are there to be used."""
        worth = self.values.worth(card)
        if self.catalog.is_hit[card]:
            return HIT_PRICE * worth
        turns = (view.bag_count / MONSTERS_PER_TURN + 3) / len(view.seats)
        left = min(1.0, turns / TURNS_TO_USE_CARDS)
        if isinstance(self.catalog.word(card), Slay):
            return SLAY_PRICE * left
        return left * (SPECIAL_PRICE if self.catalog.kind[card] == "special" else TREASURE_PRICE * worth)

    # questions

    def _wander_arc(self, view: PanicView, slot: Slot) -> Pick:
        assert view.wait is not None
        monster = view.monster(view.wait.card)
        assert monster is not None
        return min(slot.options, key=lambda arc: self._fears.fear_in_arc(view, monster, int(arc)))

    # plans

    def _plan(self, view: PanicView, moves: list[Move]) -> AttackPlan:
        """Return the best attacks and cards with what the legal moves allow."""
        pledged = {offer.card for offer in view.offers if offer.accepted}
        futile = self._nemesis_tokens(view)
        targets = [
            self._target(view, monster, slot)
            for monster, slot in self.values.attacks(view, moves)
            if monster.token not in futile or not monster.attacked
        ]
        planner = AttackPlanner(self.values, view, lambda c: 0.0 if c in pledged else self._price(view, c))
        return planner.plan(targets, self._plays(view, moves))

    def _target(self, view: PanicView, monster: PanicSeenMonster, slot: Slot) -> AttackTarget:
        def danger(health: int) -> float:
            return self._fears.fear(view, monster, health)

        return AttackTarget(monster, slot, self._prize(monster.token), danger)

    def _plays(self, view: PanicView, moves: list[Move]) -> list[Strike]:
        """Return the Specials and Potions that slay, discard or move a monster, as strikes of a plan."""
        found: list[Strike] = []
        by_token = {monster.token: monster for monster in view.monsters}
        for move in moves:
            if self._is_planned(move):
                for pick in move.slots[0].options:
                    gain = self._play_gain(view, move.card, by_token[int(pick)]) - self._price(
                        view, move.card
                    )
                    if gain > 0.0:
                        found.append(Strike(int(pick), (move.card,), True, gain))
        return found

    def _play_gain(self, view: PanicView, card: int, monster: PanicSeenMonster) -> float:
        """Return what it is worth to play a card on a monster."""
        word, fear = self.catalog.word(card), self._fear(view, monster)
        if isinstance(word, Slay):
            return self._prize(monster.token) + fear
        if isinstance(word, PanicDismiss):
            return TREASURE_WORTH * word.treasures + fear
        assert isinstance(word, Push)
        if word.to == "other_colour":
            return fear - self._fears.least_fear_elsewhere(view, monster)
        ring = FOREST if word.to == "forest" else SWORDSMAN
        return fear - self._fears.fear_at(view, monster, monster.health, ring, monster.arc)

    def _own_targets(self, view: PanicView, offer: PanicSeenOffer | None = None) -> list[AttackTarget]:
        """Return what the hand can attack where the monsters stand, with an offered card if there is one."""
        hand = (*view.castle, *view.treasures, *(o.card for o in view.offers if o.accepted and not o.used))
        found: list[AttackTarget] = []
        for monster in view.monsters:
            if not monster.health or monster.unslayable:
                continue
            cards = hand
            if offer is not None and offer.monster in (-1, monster.token):
                cards = (*hand, offer.card)
            options = tuple(card for card in cards if self._card_reaches(card, monster))
            weights = tuple(map(self._attack_weight, options))
            if any(weight > 0 for weight in weights):
                slot = Slot("cards", "card", options, 1, len(options), weights, 1)
                found.append(self._target(view, monster, slot))
        return found

    def _attack_weight(self, card: int) -> int:
        return -100 if self.catalog.is_weapon[card] else 101 if self.catalog.is_hit[card] else 1

    def _own_plan(
        self, view: PanicView, offer: PanicSeenOffer | None = None, cost: float = 0.0
    ) -> AttackPlan:
        """Return the plan with the hand alone, or with an offered card for which something is to be paid."""

        def price(card: int) -> float:
            return cost if offer is not None and card == offer.card else self._price(view, card)

        return AttackPlanner(self.values, view, price).plan(self._own_targets(view, offer))

    # drawing up

    def _unused_hits(self, view: PanicView) -> list[int]:
        """Return the Hits that have no place in this turn's plan, the least valuable first."""
        used = self._own_plan(view).cards()
        unused = [card for card in view.castle if self.catalog.is_hit[card] and card not in used]
        return sorted(unused, key=lambda card: (self.values.worth(card), card))

    def _discard_useless(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        for move in moves:
            if move.verb == "discard" and (unused := self._unused_hits(view)):
                return make_action(seat, move, ((unused[0],),))
        return None

    def _picks_for(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        """Discard all Hits that have no place in the plan, if there are several; else do what is sensible."""
        if not isinstance(self.catalog.word(move.card), Redraw):
            return super()._picks_for(view, move, seat)
        unused = tuple(self._unused_hits(view))
        return (unused,) if len(unused) > 1 else None

    # bargains of the active player

    def _bargain(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        if view.active != seat or any(len(move.slots) < 2 for move in moves if move.verb == "ask"):
            return super()._bargain(view, moves, seat)
        if waits_for_offers(view):
            return None
        answers = [move for move in moves if move.verb in ("accept", "counter")]
        before = self._own_plan(view).value if answers else 0.0
        best: tuple[float, Action] | None = None
        for move in answers:
            offer = next(o for o in view.offers if o.seat == move.ability and not o.accepted)
            found = self._answer_to_offer(view, move, offer, seat)
            if found is None:
                continue
            cost, chance, action = found
            gain = chance * (self._own_plan(view, offer, cost).value - before)
            if gain >= MIN_BARGAIN_GAIN and (best is None or gain > best[0]):
                best = gain, action
        if best is not None:
            return best[1]
        asks = (self._ask(view, move, seat) for move in moves if move.verb == "ask" and view.asked_for < 0)
        return next(asks, None)

    def _answer_to_offer(
        self, view: PanicView, move: Move, offer: PanicSeenOffer, seat: int
    ) -> tuple[float, float, Action] | None:
        """Return what an answer to an offer costs, how likely it brings the card, and the answer itself."""
        if move.verb == "accept":
            return self._terms_cost(offer), 1.0, make_action(seat, move, ())
        dots = self.catalog.dots[offer.monster] if offer.monster >= 0 else 0
        fair = ceil(LEAST_PRICE * self.values.worth(offer.card) / TREASURE_WORTH)
        if offer.answers or offer.by_asker or fair > dots:
            return None
        terms = (("asker",), (fair,), (), ("end",), ())
        return TREASURE_WORTH * fair, COUNTER_CHANCE, make_action(seat, move, terms)

    def _terms_cost(self, offer: PanicSeenOffer) -> float:
        """Return what the terms of an offer cost the active player."""
        cost = TREASURE_WORTH * offer.treasures + payment_worth(self.values, offer.pay)
        if offer.trophy == "helper" and offer.monster >= 0:
            cost += POINT_WORTH * self.catalog.points[offer.monster]
        return cost

    def _ask(self, view: PanicView, move: Move, seat: int) -> Action | None:
        """Ask for help where one more card is likely to bring the most."""
        if len(move.slots) < 2:
            return super()._ask(view, move, seat)
        best: tuple[float, int] | None = None
        for monster in view.monsters:
            if monster.ring == FOREST or not monster.health or self.catalog.alone[monster.token]:
                continue
            need = max(monster.health - self._joint_damage(view, -1, monster), 1)
            value = self._prize(monster.token) + self._fear(view, monster)
            value *= HELP_CHANCES_BY_NEED[min(need, len(HELP_CHANCES_BY_NEED) - 1)]
            if best is None or (value, monster.token) > best:
                best = value, monster.token
        return None if best is None else make_action(seat, move, ((best[1],), ()))

    # bargains of helpers

    def _offer_terms(self, view: PanicView, move: Move) -> tuple[float, Picks] | None:
        """Offer a card for the trophy where it is likely to complete a kill, else for the usual price."""
        if len(move.slots) < 2:
            return super()._offer_terms(view, move)
        best: tuple[float, int] | None = None
        for monster in view.monsters:
            if monster.token in move.slots[0].options and self._card_reaches(move.card, monster):
                chance = KILL_CHANCES_BY_NEED[self._need_after(move.card, monster)]
                value = chance * (self._prize(monster.token) + self._fear(view, monster))
                value -= self._price(view, move.card)
                if best is None or (value, monster.token) > best:
                    best = value, monster.token
        if best is None or best[0] <= 0.0:
            return super()._offer_terms(view, move)
        dots = min(self.catalog.dots[best[1]], ASKED_TREASURES)
        return best[0], ((best[1],), ("helper",), (dots,), (), ())

    def _need_after(self, card: int, monster: PanicSeenMonster) -> int:
        """Return how many points the active player has to add to a card; a Weapon goes with their Hit."""
        harm = self.catalog.harm[card][monster.ring]
        left = after_hit(monster.health, harm, monster.lowest)
        if self.catalog.is_weapon[card]:
            left = max(monster.health - harm, 1)
        return min(left, len(KILL_CHANCES_BY_NEED) - 1)

    # questions

    def _value(self, ask: str, pick: Pick, view: PanicView) -> float:
        if ask == "hit_taker":
            for monster in view.monsters:
                if monster.token == pick:
                    left = after_hit(monster.health, 1, monster.lowest)
                    return self._fear(view, monster) - self._fears.fear(view, monster, left)
        return super()._value(ask, pick, view)


def _carry_out(strike: Strike, moves: list[Move], seat: int) -> Action:
    """Return the move that makes a strike: an attack, or a card that is played on the monster."""
    for move in moves:
        if move.verb == "play" and strike.cards == (move.card,):
            return make_action(seat, move, ((strike.token,),))
    return Action(seat, "attack", strike.token, -1, (strike.cards,))
