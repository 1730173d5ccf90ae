"""Asking for help: offers of one card for a price, and deals that bind (P-200 to P-208).

The active player may refuse an offer, or answer it with terms of their own, paying with cards and trophies
too; the helper agrees, answers with another offer or refuses and takes the card back (H-122, H-127).
In the swapping variant the same steps trade one card for another instead (P-240).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cards.kernel.events import EVERYONE_MASK
from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Move, Slot
from cards.panic.card_events import (
    CardsSwapped,
    HelpAsked,
    OfferAccepted,
    OfferCountered,
    OfferLapsed,
    OfferWithdrawn,
    PanicHelpOffered,
)
from cards.panic.engine import PanicMachine
from cards.panic.state import PLEDGED_CARDS, Deal, PanicOffer
from cards.panic.usable import is_usable_by_active, is_usable_offer, needs_target, offer_targets

ASK, OFFER, WITHDRAW, ACCEPT, ENOUGH = "ask", "offer", "withdraw", "accept", "enough"
COUNTER, AGREE, REFUSE, RELEASE = "counter", "agree", "refuse", "release"
TALK_VERBS = frozenset({OFFER, WITHDRAW, COUNTER, REFUSE})
"""Words that change nothing but the bargains themselves."""
MAX_ASKS_PER_TURN = 3
"""How often a player may ask for help in a turn; offers stand until the phase ends."""
MAX_OFFERS_PER_ASK = 3
"""How many offers a seat may make each time help is asked for."""
MAX_ANSWERS = 4
"""How often an offer may be answered by another one (H-122)."""
MAX_PAYMENT_CARDS = 6
PAID_NOW, PAID_AT_END = "now", "end"
ANY_MONSTER = -1


def run_asking(table: PanicMachine, frame: Frame) -> None:
    """Wait for offers."""
    if frame.step == 0:
        frame.step = 1
        asked = table.other_seats_mask(frame.seat) if frame.it < 0 else 1 << frame.it
        general = frame.it < 0
        table.wait(frame, "offers", asked, table.rules.options.offer_seconds, general=general)
    else:
        table.pop(frame)


def active_moves(table: PanicMachine, seat: int, window: str) -> Iterator[Move]:
    """Yield asking, accepting and giving back for the active player."""
    state = table.state
    if window == "play":
        for deal in state.deals:
            if not deal.used:
                yield Move(RELEASE, deal.offer.card, deal.offer.seat)
    if not table.deals_left() or table.may_not_bargain(seat):
        return
    if window == "play" and state.asks < MAX_ASKS_PER_TURN and table.other_seats(seat):
        if table.rules.options.swap:
            for card in table.whole_hand(seat):
                if card not in state.borrowed:
                    yield Move(ASK, card)
        else:
            tokens = tuple(m.token for m in state.board if m.health > 0)
            yield Move(ASK, slots=(Slot("monster", "card", tokens, 0, 1),))
    if window in ("play", "offers"):
        for offer in state.offers:
            if offer.by_asker:
                continue
            if table.rules.options.swap or is_usable_by_active(table, offer.card, offer.monster):
                yield Move(ACCEPT, offer.card, offer.seat)
                if not table.rules.options.swap and offer.answers < MAX_ANSWERS:
                    yield Move(COUNTER, offer.card, offer.seat, _counter_slots(table))
            yield Move(REFUSE, offer.card, offer.seat)
    if window == "offers":
        yield Move(ENOUGH)


def helper_moves(table: PanicMachine, seat: int, window: str) -> Iterator[Move]:
    """Yield offers and their withdrawal for everybody else."""
    state = table.state
    if window not in ("play", "offers") or not state.asks or not table.deals_left():
        return
    mine = next((offer for offer in state.offers if offer.seat == seat), None)
    if mine is not None:
        yield Move(WITHDRAW)
        # Whether the active player can still use it depends on a hand that the helper does not see.
        if mine.by_asker and is_usable_offer(table, mine.card, mine.monster):
            yield Move(AGREE, mine.card)
        if mine.by_asker:
            yield Move(REFUSE, mine.card, seat)
        if mine.answers >= MAX_ANSWERS:
            return
    if state.spoken[seat] >= MAX_OFFERS_PER_ASK * state.asks:
        return
    if table.rules.options.swap:
        if state.asked_for >= 0:
            for card in table.whole_hand(seat):
                yield Move(OFFER, card)
        return
    for card in table.whole_hand(seat):
        if not table.rules.catalog.word(card).pledgeable:
            continue
        if needs_target(table, card):
            if tokens := offer_targets(table, card):
                yield Move(OFFER, card, slots=_offer_slots(table, tokens))
        else:
            tokens = tuple(m.token for m in state.board if m.health > 0)
            yield Move(OFFER, card, slots=_offer_slots(table, tokens))


def _offer_slots(table: PanicMachine, tokens: tuple[int, ...]) -> tuple[Slot, ...]:
    """Return what an offer says: for which monster, and for what.

    That is who gets the trophy, how many Treasures, and which of the active player's trophies.
    """
    trophies = tuple(card for card in table.payable_cards() if table.rules.catalog.deck[card] == "token")
    return (
        Slot("monster", "card", (ANY_MONSTER, *tokens)),
        Slot("trophy", "word", ("asker", "helper")),
        Slot("treasures", "number", (0, 1, 2, 3)),
        _payment_slot(trophies),
    )


def _counter_slots(table: PanicMachine) -> tuple[Slot, ...]:
    """Return what the active player can answer: their own terms, paid at once or at the end of phase 3."""
    return (
        Slot("trophy", "word", ("asker", "helper")),
        Slot("treasures", "number", (0, 1, 2, 3)),
        _payment_slot(table.payable_cards()),
        Slot("when", "word", (PAID_AT_END, PAID_NOW)),
    )


def _payment_slot(cards: tuple[int, ...]) -> Slot:
    return Slot("pay", "card", cards, 0, min(len(cards), MAX_PAYMENT_CARDS))


def act(table: PanicMachine, action: Action) -> None:
    """Carry out a legal step of a bargain."""
    {
        ASK: _ask,
        OFFER: _offer,
        WITHDRAW: _withdraw,
        ACCEPT: _accept,
        COUNTER: _counter,
        AGREE: _agree,
        REFUSE: _refuse,
        ENOUGH: _enough,
        RELEASE: _release,
    }[action.verb](table, action)


def _ask(table: PanicMachine, action: Action) -> None:
    state = table.state
    state.asks += 1
    state.asked_for = action.card
    if table.rules.options.swap:
        drop_offers(table)
    if action.picks:
        (monster,) = action.picks
        state.asked_for = int(monster[0]) if monster else -1
    table.emit(HelpAsked(action.seat, card=state.asked_for))
    table.push(Frame("asking", action.seat))


def _offer(table: PanicMachine, action: Action) -> None:
    state = table.state
    old = next((offer for offer in state.offers if offer.seat == action.seat), None)
    answers = 0 if old is None else old.answers + old.by_asker
    state.offers = [offer for offer in state.offers if offer.seat != action.seat]
    if not action.picks:
        offer = PanicOffer(action.seat, action.card)
    else:
        monster, trophy, treasures, pay = action.picks
        offer = PanicOffer(
            seat=action.seat,
            card=action.card,
            monster=int(monster[0]),
            trophy=str(trophy[0]),
            treasures=int(treasures[0]),
            pay=tuple(int(card) for card in pay),
            answers=answers,
        )
    state.offers.append(offer)
    state.spoken[action.seat] += 1
    table.emit(
        PanicHelpOffered(
            action.seat, card=action.card, treasures=offer.treasures, trophy=offer.trophy, pay=offer.pay
        )
    )
    top = state.frames[-1]
    if top.kind == "asking" and top.window is not None:
        top.window.passed |= 1 << action.seat
        table.close_if_passed(top)


def _withdraw(table: PanicMachine, action: Action) -> None:
    state = table.state
    state.offers = [offer for offer in state.offers if offer.seat != action.seat]
    table.emit(OfferWithdrawn(action.seat))


def _accept(table: PanicMachine, action: Action) -> None:
    """Accept what a helper offers: in the swapping variant a trade, else a deal."""
    state = table.state
    offer = next(offer for offer in state.offers if offer.seat == action.ability)
    if table.rules.options.swap:
        table.emit(OfferAccepted(action.seat, card=offer.card, helper=offer.seat, trophy=offer.trophy))
        _swap(table, action.seat, offer)
        _after_bargain(table)
    else:
        _strike(table, offer)


def _counter(table: PanicMachine, action: Action) -> None:
    """Answer an offer with terms of one's own; its helper is asked what they say to it (H-122)."""
    state = table.state
    old = next(offer for offer in state.offers if offer.seat == action.ability)
    trophy, treasures, pay, when = action.picks
    offer = replace(
        old,
        trophy=str(trophy[0]),
        treasures=int(treasures[0]),
        pay=tuple(int(card) for card in pay),
        when=str(when[0]),
        by_asker=True,
        answers=old.answers + 1,
    )
    state.offers[state.offers.index(old)] = offer
    table.emit(
        OfferCountered(
            action.seat,
            card=offer.card,
            helper=offer.seat,
            treasures=offer.treasures,
            pay=offer.pay,
            terms=f"{offer.trophy} {offer.when}",
        )
    )
    top = state.frames[-1]
    if top.kind != "asking" or top.window is None:
        table.push(Frame("asking", action.seat, it=offer.seat))
        return
    top.window.awaited |= 1 << offer.seat
    top.window.passed &= ~(1 << offer.seat)


def _agree(table: PanicMachine, action: Action) -> None:
    _strike(table, next(offer for offer in table.state.offers if offer.seat == action.seat))


def _refuse(table: PanicMachine, action: Action) -> None:
    """Refuse an offer, which is the last word on it until help is asked for again, or the asker's terms."""
    state = table.state
    offer = next(offer for offer in state.offers if offer.seat == action.ability)
    if not offer.by_asker:
        state.offers.remove(offer)
        state.spoken[offer.seat] = MAX_OFFERS_PER_ASK * state.asks
        _tell_lapsed(table, offer, "untaken")
        return
    _withdraw(table, action)
    top = state.frames[-1]
    if top.kind == "asking" and top.window is not None:
        top.window.passed |= 1 << action.seat
        table.close_if_passed(top)


def _strike(table: PanicMachine, offer: PanicOffer) -> None:
    """Make a deal: its card lies ready, and what is paid at once changes hands (P-207, H-127)."""
    state = table.state
    table.emit(OfferAccepted(state.active, card=offer.card, helper=offer.seat, trophy=offer.trophy))
    state.zones.move(offer.card, PLEDGED_CARDS)
    state.deals.append(Deal(offer))
    state.offers.remove(offer)
    if offer.when == PAID_NOW:
        table.pay_now(offer)
    _after_bargain(table)


def _after_bargain(table: PanicMachine) -> None:
    state = table.state
    if not table.deals_left():
        drop_offers(table, untaken="outbid")
    top = state.frames[-1]
    if top.kind == "asking":
        top.window = None


def _swap(table: PanicMachine, seat: int, offer: PanicOffer) -> None:
    """Exchange the card on the table for the offered one."""
    state = table.state
    mine = state.asked_for
    state.zones.move(mine, table.hand_zone_for(mine, offer.seat))
    state.zones.move(offer.card, table.hand_zone_for(offer.card, seat))
    state.spent.append("swapped")
    state.asked_for = -1
    table.emit(CardsSwapped(seat, other=offer.seat, given=mine, taken=offer.card))


def _enough(table: PanicMachine, action: Action) -> None:
    table.state.frames[-1].window = None


def _release(table: PanicMachine, action: Action) -> None:
    """Give a pledged card back unused, so that another deal can be made."""
    state = table.state
    deal = next(d for d in state.deals if d.offer.card == action.card and not d.used)
    state.deals.remove(deal)
    table.refund(deal.offer)
    table.give_back(deal.offer.card, deal.offer.seat, EVERYONE_MASK)


def give_back_useless_pledges(table: PanicMachine) -> None:
    """Give back pledged cards whose monster is gone; their deals are not spent (P-200)."""
    state = table.state
    for deal in [d for d in state.deals if not d.used]:
        offer = deal.offer
        lies_ready = state.zones.place[offer.card] == PLEDGED_CARDS
        if lies_ready and offer.monster >= 0 and not table.on_board(offer.monster):
            state.deals.remove(deal)
            table.refund(offer)
            table.give_back(offer.card, offer.seat, EVERYONE_MASK)


def drop_stale_offers(table: PanicMachine) -> None:
    """Drop offers and a swap if the card in question has left its hand or cannot be used any more."""
    state = table.state
    if state.over:
        return
    give_back_useless_pledges(table)
    for offer in [offer for offer in state.offers if not _stands(table, offer)]:
        state.offers.remove(offer)
        _tell_lapsed(table, offer, "useless")
    if table.rules.options.swap and state.asked_for >= 0 and not table.in_hand(state.asked_for, state.active):
        state.asked_for = -1
        drop_offers(table)


def drop_offers(table: PanicMachine, untaken: str = "untaken") -> None:
    """Drop the open offers, of which nothing has come."""
    for offer in table.state.offers:
        _tell_lapsed(table, offer, "unanswered" if offer.by_asker and untaken == "untaken" else untaken)
    table.state.offers.clear()


def _tell_lapsed(table: PanicMachine, offer: PanicOffer, why: str) -> None:
    """Tell of an offer that is over; where its card has left its hand, that has been told."""
    if table.in_hand(offer.card, offer.seat):
        table.emit(OfferLapsed(offer.seat, card=offer.card, asker=table.state.active, why=why))


def _stands(table: PanicMachine, offer: PanicOffer) -> bool:
    """Return True if the offer can still be accepted; while something is being resolved it stays."""
    if not table.in_hand(offer.card, offer.seat):
        return False
    if any(card not in table.payable_cards() for card in offer.pay):
        return False
    if table.rules.options.swap or table.state.frames[-1].kind not in ("turn", "asking"):
        return True
    return is_usable_offer(table, offer.card, offer.monster)
