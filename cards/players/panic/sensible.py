"""A computer player for the castle-defense game that plays to win and keeps the Castle standing."""

from __future__ import annotations

from collections.abc import Callable

from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Move, Pick, Slot
from cards.panic.board import ARCS, CASTLE, FOREST, RINGS, SWORDSMAN, clockwise, color_of_arc
from cards.panic.follow_ups import count_open_hits
from cards.panic.pack import CardDefinition, Catalog
from cards.panic.view import PanicSeenMonster, PanicView
from cards.panic.words.cancel import Cancel
from cards.panic.words.cards import Borrow, ChooseArc, Fortify, Pad, PanicDraw, Reclaim, Redraw
from cards.panic.words.curses import Demand, ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import Glue, PanicDismiss, PanicReplace, Push, Slay, Sleep
from cards.players.base import fill_randomly, random_picks
from cards.players.panic.terms import may_bid_less, payment_worth, terms_pay, waits_for_offers
from cards.players.panic.values import PanicValues

Picks = tuple[tuple[Pick, ...], ...]


class SensiblePanicPlayer:
    """Slays what it can, hits what comes close, uses cards when they pay, helps for a fair price.

    It needs ``set_game``, or the game's catalog, before it can choose.
    """

    needs_view = True
    needs_worlds = False

    def __init__(self, catalog: Catalog | None = None) -> None:
        self._values = None if catalog is None else PanicValues(catalog)

    def set_game(self, game: object) -> None:
        """Learn the cards of the game, which are public."""
        catalog = getattr(game, "catalog", None)
        self._values = PanicValues(catalog) if isinstance(catalog, Catalog) else None

    @property
    def values(self) -> PanicValues:
        """Return the values of the game's cards."""
        assert self._values is not None, "meet the game first"
        return self._values

    @property
    def catalog(self) -> Catalog:
        """Return the cards of the game."""
        return self.values.catalog

    def choose(self, view: PanicView, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what the seat wants to do, else a pass, else any move."""
        wished = self.choose_or_wait(view, moves, seat, dice)
        return fill_randomly(moves[dice.randbelow(len(moves))], seat, dice) if wished is None else wished

    def choose_or_wait(
        self, view: PanicView, moves: list[Move], seat: int, dice: Dice, imagine: object = None
    ) -> Action | None:
        """Return the first thing that is worth doing, else a pass, None if the seat cannot pass."""
        for move in moves:
            if move.verb == ANSWER_VERB:
                return make_action(seat, move, (self.answer(view, move.slots[0], seat, dice),))
        for look in (self._play_cards, self._kill, self._bargain, self._hit, self._discard_useless):
            action = look(view, moves, seat)
            if action is not None:
                return action
        return next((make_action(seat, move, ()) for move in moves if move.verb == PASS_VERB), None)

    # questions

    def answer(self, view: PanicView, slot: Slot, seat: int, dice: Dice) -> tuple[Pick, ...]:
        """Answer a question: give what is worth least, take what is worth most."""
        ask = view.wait.name if view.wait is not None else ""
        options = sorted(slot.options, key=lambda pick: self._value(ask, pick, view))
        if ask in ("borrow", "pilfer", "forehead", "sift"):
            return tuple(options[-slot.most :])
        if ask in ("hit_taker", "relocate"):
            return (options[-1],) if options else ()
        if ask == "wander":
            return (self._wander_arc(view, slot),)
        if ask == "relocate_to":
            return (min(slot.options, key=lambda where: (int(where) // 6, int(where))),)
        if ask == "waste":
            return ("yes",)
        if ask in ("character", "charity_odd"):
            return random_picks(slot, dice)
        return tuple(options[: slot.least])

    def _value(self, ask: str, pick: Pick, view: PanicView) -> float:
        """Return what a candidate is worth in this question."""
        if isinstance(pick, str):
            return 0.0
        monster = view.monster(pick)
        if ask == "hit_taker" and monster is not None:
            return 0.0 if monster.health <= monster.lowest > 1 else float(monster.health)
        if ask in ("relocate", "replacement") and monster is not None:
            return self.values.danger(view, monster)
        if ask in ("hit_taker", "relocate_to", "wander"):
            return 0.0
        return self.values.worth(pick)

    def _best_arc(self, view: PanicView, slot: Slot) -> Pick:
        """Return an arc with a Wall, and few monsters."""

        def load(arc: Pick) -> float:
            here = sum(1 for m in view.monsters if m.arc == arc)
            return here - 3.0 * view.walls[int(arc) - 1]

        return min(slot.options, key=load)

    def _wander_arc(self, view: PanicView, slot: Slot) -> Pick:
        """Return where the monster in question wanders; in the Castle it brings down the Tower it meets."""
        assert view.wait is not None
        monster = view.monster(view.wait.card)
        assert monster is not None
        if monster.ring != CASTLE:
            return self._best_arc(view, slot)

        def loss(arc: Pick) -> int:
            here = sum(1 for m in view.monsters if m.arc == arc)
            return here + 100 * view.towers[int(arc) - 1] + 10 * view.towers[clockwise(int(arc)) - 1]

        return min(slot.options, key=loss)

    # cards that are played one by one

    def _play_cards(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        for move in moves:
            if move.verb == "power":
                return self._use_power(view, move, seat)
            if move.verb != "play":
                continue
            picks = self._picks_for(view, move, seat)
            if picks is not None:
                return make_action(seat, move, picks)
        return None

    def _picks_for(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        """Return how a card is to be played, None if it is kept."""
        definition = self.catalog.definitions[move.card]
        assert isinstance(definition, CardDefinition)
        look = _PICKS_BY_WORD.get(type(definition.effect))
        return look(self, view, move, seat) if look is not None else None

    def _use_power(self, view: PanicView, move: Move, seat: int) -> Action:
        """Use a power of the Character, on the player with the most cards if it needs one."""
        picks: Picks = ()
        if move.slots:
            richest = max(move.slots[0].options, key=lambda other: view.seats[int(other)].castle_count)
            picks = ((richest,),)
        return make_action(seat, move, picks)

    def is_own_play_phase(self, view: PanicView, seat: int) -> bool:
        """Return True if this is the seat's own Play Cards phase, with nothing else going on."""
        wait = view.wait
        return view.active == seat and view.phase == 3 and wait is not None and wait.name == "play"

    def picks_for_draw(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        return () if self.is_own_play_phase(view, seat) else None

    def picks_for_pad(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        return ((move.slots[0].options[0],),) if self.is_own_play_phase(view, seat) else None

    def picks_for_reclaim(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        return () if self.is_own_play_phase(view, seat) and len(view.token_discards) > 2 else None

    def picks_for_redraw(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        useless = tuple(self.values.useless_hits(view, view.castle))
        return (useless,) if len(useless) > 1 else None

    def picks_for_choose_arc(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        if self.catalog.points[view.drawn] < 3:
            return None
        return ((self._best_arc(view, move.slots[0]),),)

    def picks_for_fortify(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        for arc in move.slots[0].options:
            if any(m.ring == SWORDSMAN and m.arc == arc and m.health for m in view.monsters):
                return ((arc,),)
        return None

    def picks_for_slay(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        among = set(move.slots[0].options)
        prizes = [(self.values.slay_worth(view, m), m.token) for m in view.monsters if m.token in among]
        prize, token = max(prizes)
        return ((token,),) if prize >= 9.0 else None

    def picks_for_push(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        options = move.slots[0].options
        word = self.catalog.word(move.card)
        if isinstance(word, Push) and word.to == "other_colour":
            options = tuple(pick for pick in options if self._can_wander(view, pick))
        token, danger = self.values.most_dangerous(view, options)
        return ((token,),) if danger >= 5.0 and self._attacks_are_over(view, seat) else None

    def _can_wander(self, view: PanicView, token: Pick) -> bool:
        """Return True if the monster can come to another color without running into a Tower."""
        monster = view.monster(token)
        assert monster is not None
        color = color_of_arc(monster.arc)
        return monster.ring != CASTLE or any(
            color_of_arc(arc) != color and not view.towers[arc - 1] for arc in ARCS
        )

    def picks_for_dismiss(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        token, danger = self.values.most_dangerous(view, move.slots[0].options)
        return ((token,),) if danger >= 3.0 else None

    def picks_for_glue(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        token, danger = self.values.most_dangerous(view, move.slots[0].options)
        settling = view.wait is not None and view.wait.name == "settle"
        return ((token,),) if danger >= 4.0 and settling else None

    def picks_for_sleep(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        danger = sum(self.values.danger(view, m) for m in view.monsters if m.ring >= SWORDSMAN)
        return () if danger >= 9.0 and self._attacks_are_over(view, seat) else None

    def picks_for_borrow(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        others = move.slots[0].options
        richest = max(others, key=lambda other: view.seats[int(other)].castle_count)
        return ((richest,),)

    def picks_for_cancel(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        wait = view.wait
        if wait is not None and wait.name == "token":
            return () if self.values.token_harm(view, view.drawn) >= 4.0 else None
        return ()

    def picks_for_snatch(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        richest = max(move.slots[0].options, key=lambda other: view.seats[int(other)].treasure_count)
        return ((richest,),) if view.seats[int(richest)].treasure_count else None

    def picks_for_demand(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        if not self.is_own_play_phase(view, seat) or not view.monsters:
            return None
        danger: dict[Pick, float] = dict.fromkeys(move.slots[0].options, 0.0)
        for m in view.monsters:
            if FOREST < m.ring <= SWORDSMAN:
                danger[color_of_arc(m.arc)] += 1.5 * self.values.slay_worth(view, m)
                danger[RINGS[m.ring]] += self.values.slay_worth(view, m)
        return ((max(danger, key=lambda named: danger[named]),),)

    def picks_for_swap_trophies(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        def best(other: Pick) -> int:
            return max((self.catalog.points[t] for t in view.seats[int(other)].trophies), default=0)

        richest = max(move.slots[0].options, key=best)
        lowest = min((self.catalog.points[t] for t in view.seats[seat].trophies), default=0)
        return ((richest,),) if best(richest) > lowest else None

    def picks_for_show_and_take(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        treasures = sum(other.treasure_count for other in view.seats if other.seat != seat)
        return () if self.is_own_play_phase(view, seat) and treasures else None

    def picks_for_enhance(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        return ((move.slots[0].options[0],),)

    def picks_for_restore(self, view: PanicView, move: Move, seat: int) -> Picks | None:
        hurt = sum(1 for m in view.monsters if 0 < m.health < m.top)
        return () if hurt > 2 and view.active != seat else None

    def _attacks_are_over(self, view: PanicView, seat: int) -> bool:
        """Return True if the attacks of this turn are over, so that it is time to move monsters away."""
        hits = [card for card in view.castle if self.catalog.is_hit[card]]
        return not self.is_own_play_phase(view, seat) or not any(
            self.values.reaches(view, card) for card in hits
        )

    # attacks

    def _kill(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        attacks = self.values.attacks(view, moves)
        kills: list[tuple[float, PanicSeenMonster, tuple[Pick, ...]]] = []
        for monster, slot in attacks:
            picks = self.values.cheapest_kill(view, monster, slot)
            if picks is not None and not monster.unslayable:
                cost = sum(self.values.worth(int(card)) for card in picks)
                kills.append((self.values.slay_worth(view, monster) - 0.6 * cost, monster, picks))
        kills = [kill for kill in kills if kill[0] > 0 and not self._is_futile(view, kill[1], kill[2])]
        if kills:
            _, monster, picks = max(kills, key=lambda kill: (kill[0], kill[1].token))
            return Action(seat, "attack", monster.token, -1, (picks,))
        return None

    def _is_futile(self, view: PanicView, monster: PanicSeenMonster, picks: tuple[Pick, ...]) -> bool:
        """Return True if the monster is the seat's nemesis and an attack has already failed to slay it."""
        return (
            monster.attacked
            and monster.health <= monster.lowest
            and monster.token in self._nemesis_tokens(view)
        )

    def _nemesis_tokens(self, view: PanicView) -> set[int]:
        character = view.seats[view.seat].character if view.seat is not None else -1
        nemesis = getattr(self.catalog.definitions[character], "nemesis", None) if character >= 0 else None
        return set() if nemesis is None else {self.catalog.index(nemesis.monster)}

    def _hit(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        """Hit monsters that come close with the remaining Hits, which are replaced by the next draw."""
        attacks = self.values.attacks(view, moves)
        attacks.sort(key=lambda pair: -self.values.danger(view, pair[0]))
        for monster, slot in attacks:
            if monster.token in self._nemesis_tokens(view) and monster.health == 1:
                continue
            picks = self.values.cheapest_hit(view, monster, slot)
            if picks is not None:
                return Action(seat, "attack", monster.token, -1, (picks,))
        return None

    # bargains

    def _bargain(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        if view.active == seat and waits_for_offers(view):
            return None
        paying = [move for move in moves if move.verb == "accept" and self._offer_pays(view, move)]
        if paying:
            return make_action(seat, max(paying, key=lambda move: self._offer_gain(view, move)), ())
        haggling = self._haggle(view, moves, seat)
        if haggling is not None:
            return haggling
        for move in moves:
            if move.verb == "ask" and view.asked_for < 0:
                action = self._ask(view, move, seat)
                if action is not None:
                    return action
        if any(offer.seat == seat and not offer.accepted for offer in view.offers):
            return None
        offers = [(move, self._offer_terms(view, move)) for move in moves if move.verb == "offer"]
        useful = [(terms[0], -index, move, terms[1]) for index, (move, terms) in enumerate(offers) if terms]
        if not useful:
            return None
        _, _, move, picks = max(useful, key=lambda found: found[:2])
        return make_action(seat, move, picks)

    def _ask(self, view: PanicView, move: Move, seat: int) -> Action | None:
        """Ask for help against the most dangerous monster in reach; when swapping, offer a poor card."""
        if len(move.slots) < 2:
            return make_action(seat, move, ()) if self.values.worth(move.card) <= 1.0 else None
        near = [m for m in view.monsters if m.ring > FOREST and not self.catalog.alone[m.token]]
        if not near:
            return None
        monster = max(near, key=lambda m: self.values.slay_worth(view, m))
        return make_action(seat, move, ((monster.token,), ()))

    def _offer_terms(self, view: PanicView, move: Move) -> tuple[float, Picks] | None:
        """Return how useful the card would be and the terms for it: a Treasure for a Hit, more for more."""
        if len(move.slots) < 2:
            return (1.0, ((),)) if self.values.worth(move.card) <= 1.0 else None
        best: tuple[float, PanicSeenMonster] | None = None
        for m in view.monsters:
            if m.token in move.slots[0].options and self._card_reaches(move.card, m):
                value = self.values.slay_worth(view, m) * self.catalog.harm[move.card][m.ring]
                value *= 2.0 if m.token == view.asked_for else 1.0
                if best is None or value > best[0]:
                    best = value, m
        if best is None:
            return None
        potion = not self.catalog.is_hit[move.card] and not self.catalog.is_weapon[move.card]
        return best[0], ((best[1].token,), ("helper" if potion else "asker",), (0 if potion else 1,), (), ())

    def _haggle(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        """Agree to the active player's terms if they pay, or bid less for the first offer of a kill."""
        for move in moves:
            if move.verb == "agree" and terms_pay(self.values, view, move.card):
                return make_action(seat, move, ())
            if move.verb == "counter" and self._offer_gain(view, move)[0] and may_bid_less(view, move):
                return make_action(seat, move, (("asker",), (1,), (), ("end",), ()))
        return None

    def _card_reaches(self, card: int, monster: PanicSeenMonster) -> bool:
        return bool(self.catalog.spaces[card] >> (monster.ring * 6 + monster.arc - 1) & 1)

    def _offer_gain(self, view: PanicView, move: Move) -> tuple[bool, float]:
        """Return whether the offered card completes a kill, and what its monster is worth."""
        offer = next(o for o in view.offers if o.seat == move.ability and not o.accepted)
        monster = view.monster(offer.monster)
        if monster is None or not self._card_reaches(move.card, monster):
            return False, 0.0
        return self._joint_damage(view, move.card, monster) >= monster.health, self.values.slay_worth(
            view, monster
        )

    def _offer_pays(self, view: PanicView, move: Move) -> bool:
        """Return True if the offer is worth it: a kill, damage and the trophy, or a good card for free."""
        kills, value = self._offer_gain(view, move)
        offer = next(o for o in view.offers if o.seat == move.ability and not o.accepted)
        monster = view.monster(offer.monster)
        if monster is None:
            return offer.treasures == 0 and offer.trophy == "asker" and self.values.worth(move.card) > 1.0
        hurts = monster.health > monster.lowest and self._joint_damage(view, move.card, monster) > 0
        cost = payment_worth(self.values, offer.pay)
        if cost:
            return kills and offer.trophy == "asker" and value > 1.5 * cost
        return kills or (value > 0.0 and hurts and offer.trophy == "asker")

    def _joint_damage(self, view: PanicView, card: int, monster: PanicSeenMonster) -> int:
        """Return the damage that all the seat's cards and this one (-1: no other) could do to the monster."""
        held = (*view.castle, *view.treasures, card) if card >= 0 else (*view.castle, *view.treasures)
        cards = [c for c in held if self._card_reaches(c, monster)]
        hits = [c for c in cards if self.catalog.is_hit[c]]
        harm = self.catalog.harm
        arms = sorted((harm[c][monster.ring] for c in cards if self.catalog.is_weapon[c]), reverse=True)
        potions = [c for c in cards if not self.catalog.is_hit[c] and not self.catalog.is_weapon[c]]
        open_hits = count_open_hits(self.catalog, view.past_attacks, view.active, monster.token, monster.ring)
        wasted = max(
            (past.wasted for past in view.past_attacks if past.token == monster.token and past.open_hits),
            default=0,
        )
        used_arms = arms[: len(hits) + open_hits]
        joined = wasted if open_hits and used_arms else 0
        return len(hits) + sum(used_arms) + self.values.damage(potions, monster.ring) + joined

    # discards

    def _discard_useless(self, view: PanicView, moves: list[Move], seat: int) -> Action | None:
        """Discard a Hit that reaches no monster."""
        for move in moves:
            if move.verb == "discard" and (useless := self.values.useless_hits(view, view.castle)):
                return make_action(seat, move, ((useless[0],),))
        return None


class PanicCaretakerPlayer(SensiblePanicPlayer):
    """Looks after the seat of somebody who is away: it uses Hits, which come back, and nothing else."""

    def choose_or_wait(
        self, view: PanicView, moves: list[Move], seat: int, dice: Dice, imagine: object = None
    ) -> Action | None:
        """Return the safe thing to do; None if nothing is asked of the seat."""
        for move in moves:
            if move.verb == ANSWER_VERB:
                return make_action(seat, move, (self.answer(view, move.slots[0], seat, dice),))
        if view.active == seat:
            for monster, slot in sorted(self.values.attacks(view, moves), key=lambda pair: pair[0].health):
                hits = tuple(card for card in slot.options if self.catalog.is_hit[int(card)])
                if len(hits) >= monster.health or (hits and monster.health > monster.lowest):
                    return Action(seat, "attack", monster.token, -1, (hits[: monster.health],))
        return next((make_action(seat, move, ()) for move in moves if move.verb == PASS_VERB), None)


def make_action(seat: int, move: Move, picks: Picks) -> Action:
    """Return a move of the seat's with these picks."""
    return Action(seat, move.verb, move.card, move.ability, picks)


_PickChooser = Callable[[SensiblePanicPlayer, PanicView, Move, int], Picks | None]
_PICKS_BY_WORD: dict[type[object], _PickChooser] = {
    PanicDraw: SensiblePanicPlayer.picks_for_draw,
    Pad: SensiblePanicPlayer.picks_for_pad,
    Reclaim: SensiblePanicPlayer.picks_for_reclaim,
    Redraw: SensiblePanicPlayer.picks_for_redraw,
    ChooseArc: SensiblePanicPlayer.picks_for_choose_arc,
    Fortify: SensiblePanicPlayer.picks_for_fortify,
    Slay: SensiblePanicPlayer.picks_for_slay,
    Push: SensiblePanicPlayer.picks_for_push,
    PanicDismiss: SensiblePanicPlayer.picks_for_dismiss,
    PanicReplace: SensiblePanicPlayer.picks_for_push,
    Glue: SensiblePanicPlayer.picks_for_glue,
    Sleep: SensiblePanicPlayer.picks_for_sleep,
    Borrow: SensiblePanicPlayer.picks_for_borrow,
    Cancel: SensiblePanicPlayer.picks_for_cancel,
    Snatch: SensiblePanicPlayer.picks_for_snatch,
    Demand: SensiblePanicPlayer.picks_for_demand,
    SwapTrophies: SensiblePanicPlayer.picks_for_swap_trophies,
    ShowAndTake: SensiblePanicPlayer.picks_for_show_and_take,
    Enhance: SensiblePanicPlayer.picks_for_enhance,
    Restore: SensiblePanicPlayer.picks_for_restore,
}
