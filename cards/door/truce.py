"""Truces: Items for whoever does nothing against a party until its combat is over (R-243, H-123)."""

from __future__ import annotations

from typing import Final

from cards.door.card_events import CardReceived
from cards.door.combat_events import BargainItemVoid, TruceEnded, TruceMade, TruceOffered
from cards.door.engine import Engine
from cards.door.holding import Holding
from cards.door.rule_tables import VerbHandler
from cards.door.state import Combat, Truce, is_last_word
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.moves import Move, NumberedMoveCache, Picks, make_move, make_slot

ACCEPT_MOVES: Final = NumberedMoveCache("accept_truce")
REFUSE_MOVES: Final = NumberedMoveCache("refuse_truce")
WITHDRAW_MOVES: Final = NumberedMoveCache("withdraw_truce")


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what may be done about truces in a combat that is not decided yet."""
    fight = engine.state.combat
    if fight is None:
        return
    if not fight.truce_offers and not fight.truces:
        _list_offers(engine, seat, out)
        return
    closed: set[int] = set()
    for truce in fight.truce_offers:
        if truce.to == seat:
            if can_be_struck(engine, truce):
                out.append(ACCEPT_MOVES.with_number(truce.number))
            out.append(REFUSE_MOVES.with_number(truce.number))
            if is_last_word(truce):
                closed.add(truce.by)
        elif truce.by == seat:
            out.append(WITHDRAW_MOVES.with_number(truce.number))
    closed.update(other for truce in fight.truces if seat in truce.between for other in truce.between)
    offers: list[Move] = []
    _list_offers(engine, seat, offers)
    out += [move for move in offers if move.ability not in closed]


def _list_offers(engine: Engine, seat: int, out: list[Move]) -> None:
    """List the truces that the seat could offer: a member of the party and a bystander, about its Items."""
    if engine.in_combat(seat):
        mine = engine.carried(seat)
        if mine.items:
            for other in engine.living_seats():
                if not engine.in_combat(other):
                    out.append(_offer(mine, other))
        return
    for other in engine.living_seats():
        if engine.in_combat(other):
            theirs = engine.carried(other)
            if theirs.items:
                out.append(_offer(theirs, other))


def _offer(carried: Holding, other: int) -> Move:
    """Return the offer about the payer's Items to the other one; kept with the payer's table."""
    kept = carried.truces
    if kept is None:
        kept = carried.truces = {}
    found = kept.get(other)
    if found is None:
        items = carried.items
        slot = make_slot("items", "card", items, 1, len(items))
        found = kept[other] = make_move("offer_truce", -1, other, (slot,))
    return found


def can_be_struck(engine: Engine, truce: Truce) -> bool:
    """Return True if the Items are there, promised to nobody else, and the bystander has room for them."""
    items = engine.tradable(truce.payer)
    return (
        engine.in_combat(truce.payer)
        and not engine.in_combat(truce.bystander)
        and all(card in items for card in truce.items)
        and engine.promised_items(truce.payer).isdisjoint(truce.items)
        and engine.can_receive(truce.bystander, truce.items)
    )


def settle_truces(engine: Engine, fight: Combat) -> None:
    """Pay for the truces that were kept until the combat was over, if both live (H-111)."""
    for truce in fight.truces:
        payer, bystander = truce.payer, truce.bystander
        kept = engine.is_living(payer) and engine.is_living(bystander)
        engine.emit(TruceEnded(bystander, partner=payer, items=truce.items, how="kept" if kept else "void"))
        items = engine.tradable(payer) if kept else ()
        for card in truce.items if kept else ():
            if card in items and engine.can_receive(bystander, (card,)):
                engine.hand_over(card, bystander)
                engine.emit(CardReceived(bystander, card=card, giver=payer, source="carried"))
            else:
                engine.emit(BargainItemVoid(bystander, card=card))


def do_offer(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Offer a truce; it replaces an older offer between the two, of whom either may have made it (H-122)."""
    fight, other = engine.combat, move.ability
    old = [truce for truce in fight.truce_offers if truce.between == {seat, other}]
    answered = any(truce.by == other for truce in old)
    fight.truce_offers = [truce for truce in fight.truce_offers if truce not in old]
    engine.state.numbers += 1
    items = tuple(card for card in picks[0] if isinstance(card, int))
    payer = seat if engine.in_combat(seat) else other
    countered = max((truce.countered + (truce.by == other) for truce in old), default=0)
    fight.truce_offers.append(Truce(engine.state.numbers, seat, other, payer, items, countered))
    engine.emit(TruceOffered(seat, to=other, items=items, counter=answered))


def _offer_by_number(engine: Engine, number: int) -> Truce:
    return next(truce for truce in engine.combat.truce_offers if truce.number == number)


def do_accept(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Agree on a truce; the Items change hands when the combat is over."""
    truce = _offer_by_number(engine, move.ability)
    engine.combat.truce_offers.remove(truce)
    engine.combat.truces.append(truce)
    engine.emit(TruceMade(truce.bystander, partner=truce.payer, items=truce.items))


def do_refuse(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Refuse or withdraw an offered truce."""
    truce = _offer_by_number(engine, move.ability)
    engine.combat.truce_offers.remove(truce)
    refused = truce.to == seat
    if refused:
        engine.combat.refused_truces.append(truce)
    partner = truce.by if refused else truce.to
    engine.emit(
        TruceEnded(seat, partner=partner, items=truce.items, how="refused" if refused else "withdrawn")
    )


WINDOWS: Final[frozenset[str]] = COMBAT_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "offer_truce": do_offer,
    "accept_truce": do_accept,
    "refuse_truce": do_refuse,
    "withdraw_truce": do_refuse,
}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset(VERB_HANDLERS)
