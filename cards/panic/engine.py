"""The complete machine; this layer adds slaying, deals with helpers, trophies, Treasures and Curses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cards.kernel.events import EVERYONE_MASK, NOBODY, Discarded
from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.panic.battlefield import Battlefield
from cards.panic.board import space
from cards.panic.card_events import OfferLapsed, TrophyTaken
from cards.panic.follow_ups import count_open_hits
from cards.panic.monster_events import MonsterSlain
from cards.panic.state import (
    EARNED_TREASURES,
    PLEDGED_CARDS,
    TREASURES,
    TROPHIES,
    Deal,
    Monster,
    PanicOffer,
    zone,
)
from cards.panic.words.cards import Borrow
from cards.panic.words.powers import POWER, NoTreasure, Pilfer, Tip, Wield


class PanicMachine(Battlefield):
    """All operations on one game; phases and words work with it."""

    def frame_of(self, seat: int) -> Frame:
        """Return the frame in whose window the seat acts: an attacker need not wait for Enhancers (P-236)."""
        frames = self.state.frames
        is_attacker = frames[-1].kind == "attacked" and frames[-1].seat == seat
        return frames[-2] if is_attacker else frames[-1]

    # hands that are looked at

    def hand_seen(self, frame: Frame) -> int:
        """Return whose hand the frame's seat looks at until the frame ends, -1 if nobody's (P-111, P-226)."""
        looks = frame.kind == "card" and isinstance(self.rules.catalog.word(frame.card), Borrow)
        looks = looks or (frame.kind == "power" and isinstance(self.powers(frame.seat)[frame.block], Pilfer))
        return self.picked(frame, "seat")[0] if looks else -1

    def is_hand_seen(self, seat: int) -> bool:
        """Return True if somebody looks at the seat's hand, whatever goes on meanwhile."""
        return any(self.hand_seen(frame) == seat for frame in self.state.frames)

    # Characters

    def power_moves(self, seat: int, window: str) -> Iterator[Move]:
        """Yield the uses of the seat's powers in the window of its own phase."""
        for number, power in enumerate(self.powers(seat)):
            if power.window != window or (power.once and power.can in self.state.spent):
                continue
            slots = power.slots(self, seat)
            if slots is not None:
                yield Move(POWER, self.state.characters[seat], number, slots)

    # deals

    def mark_deal_used(self, card: int, target: int = -1) -> None:
        """Record on which monster a helper's card was used; other cards are ignored.

        A card that is used on no monster is paid for by the monster of its offer (P-201).
        """
        for number, deal in enumerate(self.state.deals):
            if deal.offer.card == card and not deal.used:
                paid_by = deal.offer.monster if target < 0 else target
                self.state.deals[number] = replace(deal, used=True, target=paid_by)

    def deals_left(self) -> int:
        """Return how many deals the active player may still make in this turn (P-200, P-240)."""
        state, options = self.state, self.rules.options
        if state.phase != 3:
            return 0
        if options.swap:
            return int("swapped" not in state.spent)
        return options.deals_per_turn - len(state.deals)

    def deals_on(self, seat: int, token: int) -> list[Deal]:
        """Return the deals whose cards were used on the monster; they bind the active seat only."""
        if seat != self.state.active:
            return []
        return [deal for deal in self.state.deals if deal.used and deal.target == token]

    def was_helped(self, seat: int, token: int) -> bool:
        """Return True if a helper's card that helps to slay the monster was used on it in this turn."""
        return any(self._helped_to_slay(deal, token) for deal in self.deals_on(seat, token))

    def _helped_to_slay(self, deal: Deal, token: int) -> bool:
        """Return True if the deal's card counts as help: never against what is faced alone (P-205, H-96)."""
        catalog = self.rules.catalog
        return not catalog.alone[token] and catalog.counts_as_help(deal.offer.card)

    def _bind_open_deals(self, seat: int, token: int) -> None:
        """Let the monster that the seat slays pay for cards that were used on none."""
        if seat != self.state.active:
            return
        for number, deal in enumerate(self.state.deals):
            if deal.used and deal.target < 0:
                self.state.deals[number] = replace(deal, target=token)

    def settle_deals(self) -> None:
        """Pay for cards that do not fight out of the active player's earned Treasures (P-056, P-201).

        What a card that fights is worth lies on its monster alone (P-207).
        """
        for deal in self.state.deals:
            helper = deal.offer.seat
            if not deal.used or self.rules.catalog.word(deal.offer.card).fights or self.is_gone(helper):
                continue
            earned = self.seat_cards(self.state.active, EARNED_TREASURES)
            for card in earned[: max(deal.offer.treasures - deal.given, 0)]:
                self.state.zones.move(card, zone(helper, EARNED_TREASURES))

    def promised_cards(self, seat: int) -> frozenset[int]:
        """Return what the seat owes under its deals, and may not use for anything else (H-127)."""
        if seat != self.state.active:
            return frozenset()
        return frozenset(card for deal in self.state.deals for card in self._owed_at_end(deal.offer))

    def _owed_at_end(self, offer: PanicOffer) -> tuple[int, ...]:
        """Return what is handed over when phase 3 ends: trophies always, or they could be parked (P-105)."""
        deck = self.rules.catalog.deck
        return tuple(card for card in offer.pay if offer.when == "end" or deck[card] == "token")

    def _owed_now(self, offer: PanicOffer) -> tuple[int, ...]:
        at_end = self._owed_at_end(offer)
        return tuple(card for card in offer.pay if card not in at_end)

    def payable_cards(self) -> tuple[int, ...]:
        """Return what the active player can pay with: cards of their own and trophies."""
        seat = self.state.active
        held = self.whole_hand(seat) + self.seat_cards(seat, TROPHIES)
        owed = self.promised_cards(seat)
        return tuple(card for card in held if card not in owed and card not in self.state.borrowed)

    def pay_now(self, offer: PanicOffer) -> None:
        """Hand over what an offer says is paid at once (H-127)."""
        self._move_payment(self._owed_now(offer), self.state.active, offer.seat, "paid")

    def refund(self, offer: PanicOffer) -> None:
        """Take back what was paid at once for a card that goes back unused, as far as it is still there."""
        self._move_payment(self._owed_now(offer), offer.seat, self.state.active, "repaid")

    def _move_payment(self, pay: tuple[int, ...], giver: int, taker: int, how: str) -> None:
        if self.is_gone(giver) or self.is_gone(taker):
            return
        for card in pay:
            if self.in_hand(card, giver):
                self.hand_over(card, taker, how, other=giver, seen=EVERYONE_MASK)
            elif self.state.zones.place[card] == zone(giver, TROPHIES):
                self.state.zones.move(card, zone(taker, TROPHIES))
                self.emit(TrophyTaken(taker, trophy=card, giver=giver, how=how))

    def pay_debts(self) -> None:
        """Hand over what was promised for cards that were used, as far as it is there (P-056, H-127)."""
        for deal in self.state.deals:
            if deal.used:
                self._move_payment(self._owed_at_end(deal.offer), self.state.active, deal.offer.seat, "paid")

    def settle(self) -> None:
        """Return what was borrowed or pledged and not used, and pay what is owed (P-056, P-111, P-207)."""
        state = self.state
        for card, owner in list(state.borrowed.items()):
            if self.in_hand(card, state.active):
                self.give_back(card, owner, 1 << state.active | 1 << owner)
        self.settle_deals()
        self.pay_debts()
        for deal in state.deals:
            # A pledged card that is being played when the game ends is not there to be given back.
            if not deal.used and state.zones.place[deal.offer.card] == PLEDGED_CARDS:
                self.refund(deal.offer)
                self.give_back(deal.offer.card, deal.offer.seat, EVERYONE_MASK)
        self._tell_unpaid()
        state.borrowed.clear()
        state.deals.clear()

    def _tell_unpaid(self) -> None:
        """Tell the helpers whose card has brought nothing to share (P-207)."""
        for deal in self.state.deals:
            offer = deal.offer
            has_share = offer.treasures or offer.trophy == "helper"
            fights = self.rules.catalog.word(offer.card).fights
            if deal.used and not deal.paid and has_share and fights and not self.is_gone(offer.seat):
                self.emit(OfferLapsed(offer.seat, card=offer.card, asker=self.state.active, why="unpaid"))

    def end_game(self, why: str) -> None:
        """End the game; what phase 4 would settle is settled before points are counted (P-214)."""
        if not self.state.over:
            self.settle()
        super().end_game(why)

    # slaying

    def weapons_per_hit(self, seat: int) -> int:
        """Return how many Weapons may go with each Hit (P-052, P-227)."""
        allowed = self.rules.options.weapons_per_hit
        if seat == self.state.active:
            for power in self.powers(seat):
                if isinstance(power, Wield):
                    allowed = max(allowed, power.weapons)
        return allowed

    def can_slay(self, seat: int, token: int, *, hits: int = 0, user: int = NOBODY) -> bool:
        """Return True if the seat could slay the monster now, given enough damage (P-222 to P-228, P-237).

        ``user`` is the helper if it is done with a card of theirs.
        """
        if token in self.state.unslayable:
            return False
        character = self.character(seat)
        if character is None or character.nemesis is None:
            return True
        if self.rules.catalog.index(character.nemesis.monster) != token:
            return True
        helped = self.was_helped(seat, token) or user not in (NOBODY, seat)
        return character.nemesis.lets_slay(hits, helped)

    def may_claim(self, seat: int, token: int) -> bool:
        """Return True if the seat may fight the monster out of turn (P-237)."""
        return bool(self.state.claims.get(token, 0) >> seat & 1)

    def start_slain(self, seat: int, monster: Monster, *, special: bool) -> None:
        """Start handing out a slain monster, after the trophy window if the game has one (H-94)."""
        self.note_attack(seat, monster.token)
        self.push(Frame("slain", seat, card=monster.token, vars={"special": int(special)}))

    def note_attack(self, seat: int, token: int) -> None:
        """Remember who attacked what in this phase."""
        attacked = self.state.attacked
        attacked[token] = attacked.get(token, 0) | 1 << seat

    def award(self, seat: int, monster: Monster) -> None:
        """Hand out the trophy and Treasures of a slain monster, as any deals say (P-054, P-202)."""
        token = monster.token
        self._bind_open_deals(seat, token)
        deals = self.deals_on(seat, token)
        holder = next((d.offer.seat for d in deals if d.offer.trophy == "helper"), seat)
        if self.is_gone(holder):
            holder = seat
        self.state.zones.move(token, zone(holder, TROPHIES))
        self.emit(MonsterSlain(seat, monster=token, holder=holder, points=self.rules.catalog.points[token]))
        self.share_treasures(seat, token, self.rules.catalog.dots[token], slaying=True)
        for deal in deals:
            if not self._helped_to_slay(deal, token):
                continue
            for power in self.powers(deal.offer.seat):
                if isinstance(power, Tip):
                    self.earn(deal.offer.seat, power.treasures)
        self.drop_from_board(monster)
        self.check_end()

    def share_treasures(self, seat: int, token: int, count: int, *, slaying: bool = False) -> None:
        """Draw Treasures for a monster: the helpers' agreed share, the rest for the seat (P-207).

        Helpers who have left get none (H-17), nor do those whose cards fight unless it is slain.
        """
        left = count
        for deal in self.deals_on(seat, token):
            if not slaying and self.rules.catalog.word(deal.offer.card).fights:
                continue
            helper = deal.offer.seat
            share = 0 if self.is_gone(helper) else min(left, deal.offer.treasures)
            left -= share
            is_paid = share > 0 or self.state.zones.place[token] == zone(helper, TROPHIES)
            self.state.deals[self.state.deals.index(deal)] = replace(deal, paid=is_paid, given=share)
            if share and not (slaying and self._gets_no_treasure(helper, token)):
                self.earn(helper, share)
        if left and not (slaying and self._gets_no_treasure(seat, token)):
            self.earn(seat, left)

    def _gets_no_treasure(self, seat: int, token: int) -> bool:
        """Return True if the monster brings this seat no Treasure (P-225)."""
        character = self.character(seat)
        nemesis = character.nemesis if character is not None else None
        return isinstance(nemesis, NoTreasure) and self.rules.catalog.index(nemesis.monster) == token

    def can_help_to_slay(self, card: int) -> bool:
        """Return True if the active player could now use the card to slay a monster, as their own (P-111)."""
        seat, catalog, board = self.state.active, self.rules.catalog, self.state.board
        word, spaces = catalog.word(card), catalog.spaces[card]
        if not spaces:
            return bool(word.monsters(self, seat, card, user=seat))
        held = self.whole_hand(seat) + self.state.zones.lists[PLEDGED_CARDS]
        hits = [other for other in held if catalog.is_hit[other]]
        for monster in board:
            here = 1 << space(monster.ring, monster.arc)
            if monster.health == 0 or not spaces & here:
                continue
            past = self.state.past_attacks
            if (
                not catalog.is_weapon[card]
                or any(catalog.spaces[hit] & here for hit in hits)
                or count_open_hits(catalog, past, seat, monster.token, monster.ring)
            ):
                return True
        return False

    # curses

    def is_victim(self, frame: Frame, seat: int) -> bool:
        """Return True if a pending Curse card still threatens the seat."""
        return bool((frame.int_var("victims") & ~frame.int_var("spared")) >> seat & 1)

    def cursed_seats(self, frame: Frame) -> list[int]:
        """Return the seats that a Curse card hits, clockwise from its player."""
        return [seat for seat in self.seats_from(frame.seat) if self.is_victim(frame, seat)]

    def shown_treasures(self, frame: Frame) -> list[tuple[int, int]]:
        """Return the Treasures shown for a Curse, each with its owner (P-106)."""
        if "shown" not in frame.vars:
            return []
        place = self.state.zones.place
        found: list[tuple[int, int]] = []
        for card in self.picked(frame, "shown"):
            owner = self.owner(card)
            if owner >= 0 and place[card] == zone(owner, TREASURES):
                found.append((card, owner))
        return found

    # phase 1

    def discard_for_draw(self, seat: int, cards: tuple[int, ...]) -> None:
        """Discard before drawing up; the phase ends unless the Character can still use a power."""
        for card in cards:
            self.discard(card)
        self.emit(Discarded(seat, cards=cards, card_count=len(cards)))
        self.state.discarded = True
        top = self.state.frames[-1]
        if top.window is not None and not any(True for _ in self.power_moves(seat, "draw")):
            top.window = None
