"""Items outside combat: equip, trade, give, sell (R-207, R-240 to R-253)."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, characters, facts, gear, memory, people, piles, reactions
from cards.door.card_events import (
    ItemEquipped,
    ItemsSold,
    OfferEnd,
    OfferForm,
    Traded,
    TradeEnded,
    TradeOffered,
)
from cards.door.memory import Holding
from cards.door.state import MAX_SEATS, Trade, is_last_word, offer_of, replaced_offers
from cards.door.table import Table, VerbHandler
from cards.door.windows import GEAR_MARK, OPEN_PLAY_WINDOWS, OUT_OF_COMBAT_WINDOWS, STEED_MARK
from cards.kernel.moves import (
    Move,
    MoveCache,
    NumberedMoveCache,
    Picks,
    Slot,
    make_move,
    make_slot,
    numbers_in,
)

EQUIP_MOVES: Final = MoveCache("equip")
UNEQUIP_MOVES: Final = MoveCache("unequip")
ACCEPT_MOVES: Final = NumberedMoveCache("accept_trade")
REFUSE_MOVES: Final = NumberedMoveCache("refuse_trade")
WITHDRAW_MOVES: Final = NumberedMoveCache("withdraw_trade")
LEVEL_PRICE_GOLD: Final = 1000
"""Gold Pieces that buy a Level (R-250)."""
NO_OFFERS: Final[list[tuple[tuple[int, ...], Move | None] | None]] = [None] * MAX_SEATS
"""Offers by seat, before there is one."""
MAX_OPEN_TRADES: Final = 8
"""Offers that may be open at once, so that nobody can flood the table."""


def may_handle_items(table: Table, seat: int, kind: str) -> bool:
    """Return True if the seat may handle its Items: alive and in no combat (R-091, R-096)."""
    return kind in OPEN_PLAY_WINDOWS and not people.in_combat(table, seat)


def may_sell(table: Table, seat: int, kind: str) -> bool:
    """Return True if the seat may sell now: its turn, no combat, below the cap (R-250, R-251, R-253)."""
    return (
        seat == table.state.active
        and kind in OUT_OF_COMBAT_WINDOWS
        and people.level(table, seat) < table.decks.gain_cap
        and not facts.flag(table, seat, "no_sale")
    )


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what the seat can do with its Items by itself."""
    if kind == "setup":
        _equipping(table, seat, out)
        return
    if may_sell(table, seat, kind):
        _selling(table, seat, out)
    if may_handle_items(table, seat, kind):
        _equipping(table, seat, out)


def _equipping(table: Table, seat: int, out: list[Move]) -> None:
    person = table.state.people[seat]
    held = memory.carried(table, seat)
    if not held.marks & (GEAR_MARK | STEED_MARK):
        return
    equipped, aside = person.equipped, person.aside
    ridden = facts.steeds(table, seat) if held.marks & STEED_MARK else []
    for card in held.cards:
        if card in equipped or card in ridden:
            out.append(UNEQUIP_MOVES.with_card(card))
        elif card in aside:
            out.append(EQUIP_MOVES.with_card(card))
        elif gear.equippable(table, seat, card):
            out.append(equip_move(table, seat, card))


def equip_move(table: Table, seat: int, card: int) -> Move:
    """Return the move that equips an Item; where there is a choice, it says which Items to take off."""
    if gear.fits(table, seat, card):
        return EQUIP_MOVES.with_card(card)
    slot = table.defs[card].slot
    worn = gear.least_useful_first(table, seat, gear.occupants(table, seat, slot))
    rooms = tuple(gear.needs_room(table, other) for other in worn)
    need = gear.needs_room(table, card) - gear.room(table, seat, slot)
    if need >= sum(rooms):
        return EQUIP_MOVES.with_card(card)
    if need <= min(rooms):
        return Move("equip", card, slots=(Slot("off", "card", tuple(worn)),))
    return Move("equip", card, slots=(Slot("off", "card", tuple(worn), 1, len(worn), rooms, need),))


def _selling(table: Table, seat: int, out: list[Move]) -> None:
    items, sale, best = _sale(table, memory.held(table, seat).items, memory.carried(table, seat))
    if sale is not None:
        out.append(sale)
    if 2 * best >= LEVEL_PRICE_GOLD and may_double(table, seat):
        items += gear.tradable(table, seat)
        out += doubled_sales(table, seat, items, tuple([gear.value(table, card) for card in items]))


def _sale(
    table: Table, in_hand: tuple[int, ...], carried: Holding
) -> tuple[tuple[int, ...], Move | None, int]:
    """Return the Items of the hand, the sale of these and those in play, and what all are worth.

    Kept with the table for the hand that it was made with.
    """
    kept = carried.sales
    if kept is None or kept[0] is not in_hand:
        items = in_hand + carried.items
        weights = tuple([gear.value(table, card) for card in items])
        best = sum(weights)
        sale: Move | None = None
        if best >= LEVEL_PRICE_GOLD:
            slot = Slot("items", "card", items, 1, len(items), weights, LEVEL_PRICE_GOLD)
            sale = Move("sell", slots=(slot,))
        kept = carried.sales = (in_hand, sale, best)
    return kept


def may_double(table: Table, seat: int) -> bool:
    """Return True if the seat may sell one more Item at double price in this turn (R-186)."""
    return facts.total(table, seat, "sell_double") > people.tally(table, seat, "sold_double")


def doubled_sales(table: Table, seat: int, items: tuple[int, ...], weights: tuple[int, ...]) -> list[Move]:
    """Return sales of one Item at double price (R-186, R-252): that Item is the move's card."""
    best = sum(weights)
    if 2 * best < LEVEL_PRICE_GOLD or best + max(weights) < LEVEL_PRICE_GOLD or not may_double(table, seat):
        return []
    found: list[Move] = []
    for card, value in zip(items, weights, strict=True):
        if not value:
            continue
        rest = tuple(other for other in items if other != card)
        others = tuple(w for other, w in zip(items, weights, strict=True) if other != card)
        need = max(LEVEL_PRICE_GOLD - 2 * value, 0)
        slot = Slot("items", "card", rest, 1 if need else 0, len(rest), others, need)
        found.append(Move("sell_double", card, slots=(slot,)))
    return found


def trade_moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what can be done about offered trades, and the trades that could be offered."""
    state = table.state
    if not state.trades:
        if not people.in_combat(table, seat):
            _list_offers(table, seat, out)
        return
    for trade in state.trades:
        if trade.to == seat:
            if trade_possible(table, trade):
                out.append(ACCEPT_MOVES.with_number(trade.number))
            out.append(REFUSE_MOVES.with_number(trade.number))
        elif trade.by == seat:
            out.append(WITHDRAW_MOVES.with_number(trade.number))
    if not people.in_combat(table, seat):
        final = [trade.by for trade in state.trades if trade.to == seat and is_last_word(trade)]
        pairs = [{trade.by, trade.to} for trade in state.trades]
        full = len(pairs) >= MAX_OPEN_TRADES
        offers: list[Move] = []
        _list_offers(table, seat, offers)
        for move in offers:
            if move.ability not in final and (not full or {seat, move.ability} in pairs):
                out.append(move)


def _list_offers(table: Table, seat: int, out: list[Move]) -> None:
    """List the offers that the seat could make to others."""
    combat, carried = table.state.combat, memory.carried(table, seat)
    fighter, helper = (-1, -1) if combat is None else (combat.fighter, combat.helper)
    for other in people.living_seats(table):
        if other != seat and other != fighter and other != helper:
            offer = _offer_between(carried, other, memory.carried(table, other))
            if offer is not None:
                out.append(offer)


def _offer_between(mine: Holding, other: int, theirs: Holding) -> Move | None:
    """Return the offer for what lies in front of both; one that gives nothing asks for a gift (R-243).

    Kept with the table for as long as the same Items lie in front of the other.
    """
    offers = mine.offers
    if offers is None:
        offers = mine.offers = NO_OFFERS.copy()
    kept = offers[other]
    if kept is None or kept[0] is not theirs.items:
        offer = _offer(other, mine, theirs) if mine.items or theirs.items else None
        kept = offers[other] = (theirs.items, offer)
    return kept[1]


def _offer(other: int, mine: Holding, theirs: Holding) -> Move:
    """Return the offer; its slots are kept with the tables, since they serve for all others."""
    given, wanted = int(bool(theirs.items)), int(bool(mine.items))
    if mine.gives is None:
        mine.gives = [None, None]
    if theirs.wants is None:
        theirs.wants = [None, None]
    gives, wants = mine.gives[given], theirs.wants[wanted]
    if gives is None:
        gives = mine.gives[given] = make_slot("gives", "card", mine.items, 1 - given, len(mine.items))
    if wants is None:
        wants = theirs.wants[wanted] = make_slot("wants", "card", theirs.items, 1 - wanted, len(theirs.items))
    return make_move("offer_trade", -1, other, (gives, wants), 1)


def trade_possible(table: Table, trade: Trade) -> bool:
    """Return True if both can trade now and hold and can carry what is exchanged (R-241, R-244)."""
    by, to = trade.by, trade.to
    return (
        not (people.in_combat(table, by) or people.in_combat(table, to))
        and people.is_living(table, by)
        and people.is_living(table, to)
        and gear.can_be_kept(table, trade)
        and gear.can_receive(table, to, trade.gives, trade.wants)
        and gear.can_receive(table, by, trade.wants, trade.gives)
    )


def do_equip(table: Table, seat: int, move: Move, picks: Picks) -> None:
    off = numbers_in(picks[0]) if picks else ()
    equip(table, seat, move.card, off)


def equip(table: Table, seat: int, item: int, off: tuple[int, ...] = ()) -> None:
    """Equip an Item and unequip what is in its way, first those named; or mount a Steed (R-204, R-207)."""
    for card in off:
        arrivals.unequip(table, seat, card)
    for card in gear.conflicting_items(table, seat, item):
        arrivals.unequip(table, seat, card)
    person = table.state.people[seat]
    if item in person.aside:
        person.aside.remove(item)
    else:
        person.equipped.append(item)
    table.recheck_limits = True
    table.emit(ItemEquipped(seat, card=item))
    reactions.fire(table, "equipped", seat, item)


def do_unequip(table: Table, seat: int, move: Move, picks: Picks) -> None:
    arrivals.unequip(table, seat, move.card)


def sell(table: Table, seat: int, items: tuple[int, ...], gold: int) -> None:
    """Discard Items for Levels, as many as their total buys; the rest is lost (R-250 to R-252)."""
    for card in items:
        piles.discard(table, card, by=seat)
    table.emit(ItemsSold(seat, cards=items, gold=gold))
    if characters.change_level(table, seat, gold // LEVEL_PRICE_GOLD, -1) > 0:
        reactions.fire_all(table, "sold", seat)


def do_sell(table: Table, seat: int, move: Move, picks: Picks) -> None:
    items = numbers_in(picks[0])
    sell(table, seat, items, sum(gear.value(table, card) for card in items))


def do_sell_double(table: Table, seat: int, move: Move, picks: Picks) -> None:
    items = numbers_in(picks[0])
    people.count(table, seat, "sold_double")
    gold = 2 * gear.value(table, move.card) + sum(gear.value(table, card) for card in items)
    sell(table, seat, (move.card, *items), gold)


def do_offer(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Offer a trade; it replaces an older one between the two, of whom either may have made it (H-122)."""
    state = table.state
    state.numbers += 1
    gives, wants = (numbers_in(slot) for slot in picks)
    other = move.ability
    state.trades, answered, countered = replaced_offers(state.trades, seat, other)
    state.refused += answered
    state.trades.append(Trade(state.numbers, seat, other, gives, wants, countered))
    form: OfferForm = "counter" if answered else "trade" if gives and wants else "gift" if gives else "plea"
    wanted_from = len(gives) + 1
    table.emit(TradeOffered(seat, to=move.ability, cards=gives + wants, form=form, wanted_from=wanted_from))


def do_accept(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Exchange the Items; they stay in play (R-242)."""
    state = table.state
    trade = offer_of(state.trades, move.ability)
    state.trades.remove(trade)
    for card in trade.gives:
        arrivals.hand_over(table, card, trade.to)
    for card in trade.wants:
        arrivals.hand_over(table, card, trade.by)
    cards, wanted_from = trade.gives + trade.wants, len(trade.gives) + 1
    table.emit(Traded(trade.by, partner=trade.to, cards=cards, wanted_from=wanted_from))


def do_refuse(table: Table, seat: int, move: Move, picks: Picks) -> None:
    state = table.state
    trade = offer_of(state.trades, move.ability)
    state.trades.remove(trade)
    state.refused.append(trade)
    refused = trade.to == seat
    how: OfferEnd = "refused" if refused else "withdrawn"
    table.emit(TradeEnded(seat, partner=trade.by if refused else trade.to, how=how))


WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS | {"setup"}
TRADE_WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "equip": do_equip,
    "unequip": do_unequip,
    "sell": do_sell,
    "sell_double": do_sell_double,
    "offer_trade": do_offer,
    "accept_trade": do_accept,
    "refuse_trade": do_refuse,
    "withdraw_trade": do_refuse,
}
KEEPS_CACHE_VERBS: Final[frozenset[str]] = frozenset({"offer_trade", "refuse_trade", "withdraw_trade"})
KEEPS_PASSES_VERBS: Final[frozenset[str]] = KEEPS_CACHE_VERBS | {"equip", "unequip", "accept_trade"}
