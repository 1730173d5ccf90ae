"""Truces: Items for whoever does nothing against a party until its combat is over (R-243, H-123)."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, gear, memory, party, people
from cards.door.card_events import CardReceived
from cards.door.combat_events import BargainItemVoid, TruceEnded, TruceMade, TruceOffered
from cards.door.memory import Holding
from cards.door.state import Combat, Truce, is_last_word, offer_of, replaced_offers
from cards.door.table import Table, VerbHandler
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.moves import Move, NumberedMoveCache, Picks, make_move, make_slot, numbers_in

ACCEPT_MOVES: Final = NumberedMoveCache("accept_truce")
REFUSE_MOVES: Final = NumberedMoveCache("refuse_truce")
WITHDRAW_MOVES: Final = NumberedMoveCache("withdraw_truce")


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what may be done about truces in a combat that is not decided yet."""
    fight = table.state.combat
    if fight is None:
        return
    if not fight.truce_offers and not fight.truces:
        _list_offers(table, seat, out)
        return
    closed: set[int] = set()
    for truce in fight.truce_offers:
        if truce.to == seat:
            if can_be_struck(table, truce):
                out.append(ACCEPT_MOVES.with_number(truce.number))
            out.append(REFUSE_MOVES.with_number(truce.number))
            if is_last_word(truce):
                closed.add(truce.by)
        elif truce.by == seat:
            out.append(WITHDRAW_MOVES.with_number(truce.number))
    closed.update(other for truce in fight.truces if seat in truce.between for other in truce.between)
    offers: list[Move] = []
    _list_offers(table, seat, offers)
    out += [move for move in offers if move.ability not in closed]


def _list_offers(table: Table, seat: int, out: list[Move]) -> None:
    """List the truces that the seat could offer: a member of the party and a bystander, about its Items."""
    if people.in_combat(table, seat):
        mine = memory.carried(table, seat)
        if mine.items:
            for other in people.living_seats(table):
                if not people.in_combat(table, other):
                    out.append(_offer(mine, other))
        return
    for other in people.living_seats(table):
        if people.in_combat(table, other):
            theirs = memory.carried(table, other)
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


def can_be_struck(table: Table, truce: Truce) -> bool:
    """Return True if the Items are there, promised to nobody else, and the bystander has room for them."""
    items = gear.tradable(table, truce.payer)
    return (
        people.in_combat(table, truce.payer)
        and not people.in_combat(table, truce.bystander)
        and all(card in items for card in truce.items)
        and party.promised_items(table, truce.payer).isdisjoint(truce.items)
        and gear.can_receive(table, truce.bystander, truce.items)
    )


def settle_truces(table: Table, fight: Combat) -> None:
    """Pay for the truces that were kept until the combat was over, if both live (H-111)."""
    for truce in fight.truces:
        payer, bystander = truce.payer, truce.bystander
        kept = people.is_living(table, payer) and people.is_living(table, bystander)
        table.emit(TruceEnded(bystander, partner=payer, items=truce.items, how="kept" if kept else "void"))
        items = gear.tradable(table, payer) if kept else ()
        for card in truce.items if kept else ():
            if card in items and gear.can_receive(table, bystander, (card,)):
                arrivals.hand_over(table, card, bystander)
                table.emit(CardReceived(bystander, card=card, giver=payer, source="carried"))
            else:
                table.emit(BargainItemVoid(bystander, card=card))


def do_offer(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Offer a truce; it replaces an older offer between the two, of whom either may have made it (H-122)."""
    fight, other = table.combat, move.ability
    fight.truce_offers, answered, countered = replaced_offers(fight.truce_offers, seat, other)
    table.state.numbers += 1
    items = numbers_in(picks[0])
    payer = seat if people.in_combat(table, seat) else other
    fight.truce_offers.append(Truce(table.state.numbers, seat, other, payer, items, countered))
    table.emit(TruceOffered(seat, to=other, items=items, counter=bool(answered)))


def do_accept(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Agree on a truce; the Items change hands when the combat is over."""
    truce = offer_of(table.combat.truce_offers, move.ability)
    table.combat.truce_offers.remove(truce)
    table.combat.truces.append(truce)
    table.emit(TruceMade(truce.bystander, partner=truce.payer, items=truce.items))


def do_refuse(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Refuse or withdraw an offered truce."""
    truce = offer_of(table.combat.truce_offers, move.ability)
    table.combat.truce_offers.remove(truce)
    refused = truce.to == seat
    if refused:
        table.combat.refused_truces.append(truce)
    partner = truce.by if refused else truce.to
    table.emit(
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
