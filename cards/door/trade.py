"""Items outside combat: equip, trade, give, sell (R-207, R-240 to R-253)."""

from __future__ import annotations

from typing import Final

from cards.door.card_events import (
    ItemEquipped,
    ItemsSold,
    OfferEnd,
    OfferForm,
    Traded,
    TradeEnded,
    TradeOffered,
)
from cards.door.engine import Engine
from cards.door.holding import Holding
from cards.door.kinds import GEAR_MARK, STEED_MARK
from cards.door.rule_tables import VerbHandler
from cards.door.state import MAX_SEATS, Trade, is_last_word
from cards.door.windows import OPEN_PLAY_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.moves import Move, MoveCache, NumberedMoveCache, Picks, Slot, make_move, make_slot

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


def may_handle_items(engine: Engine, seat: int, kind: str) -> bool:
    """Return True if the seat may handle its Items: alive and in no combat (R-091, R-096)."""
    return kind in OPEN_PLAY_WINDOWS and not engine.in_combat(seat)


def may_sell(engine: Engine, seat: int, kind: str) -> bool:
    """Return True if the seat may sell now: its turn, no combat, below the cap (R-250, R-251, R-253)."""
    return (
        seat == engine.active
        and kind in OUT_OF_COMBAT_WINDOWS
        and engine.level(seat) < engine.gain_cap()
        and not engine.flag(seat, "no_sale")
    )


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what the seat can do with its Items by itself."""
    if kind == "setup":
        _equipping(engine, seat, out)
        return
    if may_sell(engine, seat, kind):
        _selling(engine, seat, out)
    if may_handle_items(engine, seat, kind):
        _equipping(engine, seat, out)


def _equipping(engine: Engine, seat: int, out: list[Move]) -> None:
    person = engine.state.people[seat]
    held = engine.carried(seat)
    if not held.marks & (GEAR_MARK | STEED_MARK):
        return
    equipped, aside = person.equipped, person.aside
    ridden = engine.steeds(seat) if held.marks & STEED_MARK else []
    for card in held.cards:
        if card in equipped or card in ridden:
            out.append(UNEQUIP_MOVES.with_card(card))
        elif card in aside:
            out.append(EQUIP_MOVES.with_card(card))
        elif engine.equippable(seat, card):
            out.append(equip_move(engine, seat, card))


def equip_move(engine: Engine, seat: int, card: int) -> Move:
    """Return the move that equips an Item; where there is a choice, it says which Items to take off."""
    if engine.fits(seat, card):
        return EQUIP_MOVES.with_card(card)
    slot = engine.defs[card].slot
    worn = engine.least_useful_first(seat, engine.occupants(seat, slot))
    rooms = tuple(engine.needs_room(other) for other in worn)
    need = engine.needs_room(card) - engine.room(seat, slot)
    if need >= sum(rooms):
        return EQUIP_MOVES.with_card(card)
    if need <= min(rooms):
        return Move("equip", card, slots=(Slot("off", "card", tuple(worn)),))
    return Move("equip", card, slots=(Slot("off", "card", tuple(worn), 1, len(worn), rooms, need),))


def _selling(engine: Engine, seat: int, out: list[Move]) -> None:
    items, sale, best = _sale(engine, engine.held(seat).items, engine.carried(seat))
    if sale is not None:
        out.append(sale)
    if 2 * best >= LEVEL_PRICE_GOLD and may_double(engine, seat):
        items += engine.tradable(seat)
        out += doubled_sales(engine, seat, items, tuple([engine.value(card) for card in items]))


def _sale(
    engine: Engine, in_hand: tuple[int, ...], carried: Holding
) -> tuple[tuple[int, ...], Move | None, int]:
    """Return the Items of the hand, the sale of these and those in play, and what all are worth.

    Kept with the table for the hand that it was made with.
    """
    kept = carried.sales
    if kept is None or kept[0] is not in_hand:
        items = in_hand + carried.items
        weights = tuple([engine.value(card) for card in items])
        best = sum(weights)
        sale: Move | None = None
        if best >= LEVEL_PRICE_GOLD:
            slot = Slot("items", "card", items, 1, len(items), weights, LEVEL_PRICE_GOLD)
            sale = Move("sell", slots=(slot,))
        kept = carried.sales = (in_hand, sale, best)
    return kept


def may_double(engine: Engine, seat: int) -> bool:
    """Return True if the seat may sell one more Item at double price in this turn (R-186)."""
    return engine.total(seat, "sell_double") > engine.tally(seat, "sold_double")


def doubled_sales(engine: Engine, seat: int, items: tuple[int, ...], weights: tuple[int, ...]) -> list[Move]:
    """Return sales of one Item at double price (R-186, R-252): that Item is the move's card."""
    best = sum(weights)
    if 2 * best < LEVEL_PRICE_GOLD or best + max(weights) < LEVEL_PRICE_GOLD or not may_double(engine, seat):
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


def trade_moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what can be done about offered trades, and the trades that could be offered."""
    state = engine.state
    if not state.trades:
        if not engine.in_combat(seat):
            _list_offers(engine, seat, out)
        return
    for trade in state.trades:
        if trade.to == seat:
            if trade_possible(engine, trade):
                out.append(ACCEPT_MOVES.with_number(trade.number))
            out.append(REFUSE_MOVES.with_number(trade.number))
        elif trade.by == seat:
            out.append(WITHDRAW_MOVES.with_number(trade.number))
    if not engine.in_combat(seat):
        final = [trade.by for trade in state.trades if trade.to == seat and is_last_word(trade)]
        pairs = [{trade.by, trade.to} for trade in state.trades]
        full = len(pairs) >= MAX_OPEN_TRADES
        offers: list[Move] = []
        _list_offers(engine, seat, offers)
        for move in offers:
            if move.ability not in final and (not full or {seat, move.ability} in pairs):
                out.append(move)


def _list_offers(engine: Engine, seat: int, out: list[Move]) -> None:
    """List the offers that the seat could make to others."""
    combat, carried = engine.state.combat, engine.carried(seat)
    fighter, helper = (-1, -1) if combat is None else (combat.fighter, combat.helper)
    for other in engine.living_seats():
        if other != seat and other != fighter and other != helper:
            offer = _offer_between(carried, other, engine.carried(other))
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


def trade_possible(engine: Engine, trade: Trade) -> bool:
    """Return True if both can trade now and hold and can carry what is exchanged (R-241, R-244)."""
    by, to = trade.by, trade.to
    return (
        not (engine.in_combat(by) or engine.in_combat(to))
        and engine.is_living(by)
        and engine.is_living(to)
        and engine.can_be_kept(trade)
        and engine.can_receive(to, trade.gives, trade.wants)
        and engine.can_receive(by, trade.wants, trade.gives)
    )


def do_equip(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    off = tuple(card for card in picks[0] if isinstance(card, int)) if picks else ()
    equip(engine, seat, move.card, off)


def equip(engine: Engine, seat: int, item: int, off: tuple[int, ...] = ()) -> None:
    """Equip an Item and unequip what is in its way, first those named; or mount a Steed (R-204, R-207)."""
    for card in off:
        engine.unequip(seat, card)
    for card in engine.conflicting_items(seat, item):
        engine.unequip(seat, card)
    person = engine.state.people[seat]
    if item in person.aside:
        person.aside.remove(item)
    else:
        person.equipped.append(item)
    engine.recheck_limits = True
    engine.emit(ItemEquipped(seat, card=item))
    engine.fire("equipped", seat, item)


def do_unequip(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    engine.unequip(seat, move.card)


def sell(engine: Engine, seat: int, items: tuple[int, ...], gold: int) -> None:
    """Discard Items for Levels, as many as their total buys; the rest is lost (R-250 to R-252)."""
    for card in items:
        engine.discard(card, by=seat)
    engine.emit(ItemsSold(seat, cards=items, gold=gold))
    if engine.change_level(seat, gold // LEVEL_PRICE_GOLD, -1) > 0:
        engine.fire_all("sold", seat)


def do_sell(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    items = tuple(card for card in picks[0] if isinstance(card, int))
    sell(engine, seat, items, sum(engine.value(card) for card in items))


def do_sell_double(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    items = tuple(card for card in picks[0] if isinstance(card, int))
    engine.count(seat, "sold_double")
    gold = 2 * engine.value(move.card) + sum(engine.value(card) for card in items)
    sell(engine, seat, (move.card, *items), gold)


def do_offer(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Offer a trade; it replaces an older one between the two, of whom either may have made it (H-122)."""
    state = engine.state
    state.numbers += 1
    gives, wants = (tuple(card for card in slot if isinstance(card, int)) for slot in picks)
    other = move.ability
    old = [trade for trade in state.trades if {trade.by, trade.to} == {seat, other}]
    answered = [trade for trade in old if trade.by == other]
    state.trades = [trade for trade in state.trades if trade not in old]
    state.refused += answered
    countered = max((trade.countered + (trade.by == other) for trade in old), default=0)
    state.trades.append(Trade(state.numbers, seat, other, gives, wants, countered))
    form: OfferForm = "counter" if answered else "trade" if gives and wants else "gift" if gives else "plea"
    wanted_from = len(gives) + 1
    engine.emit(TradeOffered(seat, to=move.ability, cards=gives + wants, form=form, wanted_from=wanted_from))


def do_accept(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Exchange the Items; they stay in play (R-242)."""
    state = engine.state
    trade = next(t for t in state.trades if t.number == move.ability)
    state.trades.remove(trade)
    for card in trade.gives:
        engine.hand_over(card, trade.to)
    for card in trade.wants:
        engine.hand_over(card, trade.by)
    cards, wanted_from = trade.gives + trade.wants, len(trade.gives) + 1
    engine.emit(Traded(trade.by, partner=trade.to, cards=cards, wanted_from=wanted_from))


def do_refuse(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    state = engine.state
    trade = next(t for t in state.trades if t.number == move.ability)
    state.trades.remove(trade)
    state.refused.append(trade)
    refused = trade.to == seat
    how: OfferEnd = "refused" if refused else "withdrawn"
    engine.emit(TradeEnded(seat, partner=trade.by if refused else trade.to, how=how))


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
