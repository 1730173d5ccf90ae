"""What is above a limit after a permission was lost: Big Items (R-218, R-219), Classes, companions."""

from __future__ import annotations

from cards.door.companions import load
from cards.door.engine import Engine
from cards.door.rule_tables import FrameHandler
from cards.door.trade import LEVEL_PRICE_GOLD, doubled_sales, equip, sell
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot, can_fill

GIVE_CHOICE, SELL_CHOICE, DOUBLE_CHOICE, REPAIR_CHOICE = "give", "sell", "sell_double", "repair"


def overflow(engine: Engine, frame: Frame) -> None:
    """Ask what to do about surplus Big Items: make room, sell them, or give them away (R-218)."""
    seat = frame.seat
    bigs, limit = engine.big_items(seat), engine.big_limit(seat)
    if not engine.is_living(seat) or len(bigs) <= limit:
        engine.pop(frame)
        return
    words = _ways(engine, seat)
    # Whether the question is asked depends only on the size of the hand, which is public.
    if engine.hand(seat) or len(words) > 1:
        slot = Slot("way", "word", words)
        way = engine.choose(frame, "way", seat, "big_overflow", slot, (GIVE_CHOICE,), always=True)
        if way is None:
            return
        if way[0] == SELL_CHOICE:
            _sell(engine, frame)
            return
        if way[0] == DOUBLE_CHOICE:
            _sell_double(engine, frame)
            return
        if way[0] == REPAIR_CHOICE:
            _repair(engine, frame, bigs)
            return
    best = tuple(engine.least_useful_first(seat, bigs)[-limit:])
    slot = Slot("cards", "card", tuple(bigs), limit, limit)
    keep = engine.choose(frame, "keep", seat, "keep_big", slot, best)
    if keep is None:
        return
    _give(engine, frame, [card for card in bigs if card not in keep])


def _ways(engine: Engine, seat: int) -> tuple[str, ...]:
    ways = [GIVE_CHOICE]
    if _may_sell(engine, seat):
        ways.append(SELL_CHOICE)
    if _doubled_sales(engine, seat):
        ways.append(DOUBLE_CHOICE)
    if repairs(engine, seat):
        ways.append(REPAIR_CHOICE)
    return tuple(ways)


def _clear_answers(frame: Frame) -> None:
    """Forget the answers, so that the question about what is still surplus is asked again."""
    for key in ("way", "double", "sold", "repair", "repaired"):
        frame.vars.pop(key, None)


# selling


def _sellable_items(engine: Engine, seat: int) -> tuple[int, ...]:
    """Return what the seat can sell: Items in hand and in play that have a value."""
    cards = (*engine.cards_of(seat, "carried"), *engine.hand(seat))
    return tuple(card for card in cards if engine.defs[card].item and engine.value(card) > 0)


def _may_sell(engine: Engine, seat: int) -> bool:
    """Return True if the seat may sell Items now, and they are worth a Level."""
    gold = sum(engine.value(card) for card in _sellable_items(engine, seat))
    return _sale_allowed(engine, seat) and gold >= LEVEL_PRICE_GOLD


def _sale_allowed(engine: Engine, seat: int) -> bool:
    """Return True if it is the seat's turn, no combat is on, and a sale gives a Level (R-251)."""
    if seat != engine.active or engine.state.combat is not None:
        return False
    return engine.level(seat) < engine.gain_cap() and not engine.flag(seat, "no_sale")


def _doubled_sales(engine: Engine, seat: int) -> list[Move]:
    """Return the sales with one Item at double price, by the card (R-186, R-252)."""
    if not _sale_allowed(engine, seat):
        return []
    items = _sellable_items(engine, seat)
    sales = doubled_sales(engine, seat, items, tuple(engine.value(card) for card in items))
    return [sale for sale in sales if can_fill(sale)]


def _sell(engine: Engine, frame: Frame) -> None:
    """Sell the surplus, together with other Items if a Level needs them; what is left is given away."""
    seat = frame.seat
    cards = _sellable_items(engine, seat)
    weights = tuple(engine.value(card) for card in cards)
    slot = Slot("items", "card", cards, 1, len(cards), weights, LEVEL_PRICE_GOLD)
    sold = engine.choose(frame, "sold", seat, "sell_big", slot, cards, always=True)
    if sold is None:
        return
    items = tuple(card for card in sold if isinstance(card, int))
    sell(engine, seat, items, sum(engine.value(card) for card in items))
    _clear_answers(frame)


def _sell_double(engine: Engine, frame: Frame) -> None:
    """Sell with one Item at double price; which one is asked first."""
    seat = frame.seat
    sales = {sale.card: sale for sale in _doubled_sales(engine, seat)}
    picked = engine.choose(frame, "double", seat, "double_big", Slot("card", "card", tuple(sales)))
    if picked is None:
        return
    double = picked[0]
    assert isinstance(double, int)
    slot = sales[double].slots[0]
    sold = engine.choose(frame, "sold", seat, "sell_big", slot, slot.options, card=double)
    if sold is None:
        return
    items = tuple(card for card in sold if isinstance(card, int))
    engine.count(seat, "sold_double")
    sell(engine, seat, (double, *items), sum(engine.value(card) for card in (double, double, *items)))
    _clear_answers(frame)


# making room


def repairs(engine: Engine, seat: int) -> tuple[int, ...]:
    """Return the cards with which the seat could keep more Big Items: to play, equip or load."""
    fighting = engine.in_combat(seat)
    own = seat == engine.active
    idle = own and engine.state.combat is None
    found: list[int] = []
    for card in engine.hand(seat):
        definition = engine.defs[card]
        raises = "big_limit" in definition.mods_by_stat
        if definition.kind in ("class", "race"):
            useful = raises and own and engine.trait_room(seat, card)
        elif definition.kind == "item":
            useful = raises and idle and engine.usable(seat, card) and engine.fits(seat, card)
        elif definition.kind == "cheat":
            useful = idle
        else:
            useful = definition.kind == "companion" and (raises or bool(definition.carries and not fighting))
        if useful:
            found.append(card)
    if not fighting:
        found += [card for card in engine.table(seat) if _can_make_room(engine, seat, card)]
    return tuple(found)


def _can_make_room(engine: Engine, seat: int, card: int) -> bool:
    """Return True if a card in play could carry a Big Item, or be equipped to allow one more."""
    definition = engine.defs[card]
    if definition.kind == "companion" and definition.carries:
        load_ = engine.attached_to(card)
        return load_ < 0 or not engine.defs[load_].big
    if "big_limit" not in definition.mods_by_stat or card in engine.state.people[seat].equipped:
        return False
    return engine.equippable(seat, card) and engine.fits(seat, card)


def _repair(engine: Engine, frame: Frame, bigs: list[int]) -> None:
    seat = frame.seat
    slot = Slot("card", "card", repairs(engine, seat))
    picked = engine.choose(frame, "repair", seat, "repair_big", slot, always=True)
    if picked is None:
        return
    card = picked[0]
    assert isinstance(card, int)
    definition = engine.defs[card]
    if definition.kind == "cheat" or definition.carries:
        slot = Slot("card", "card", tuple(bigs))
        on = engine.choose(frame, "repaired", seat, "repair_on", slot, card=card)
        if on is None:
            return
        assert isinstance(on[0], int)
        _lay_on(engine, seat, card, on[0])
    elif not engine.in_hand(card):
        equip(engine, seat, card)
    elif definition.kind == "item":
        engine.lay_item(card, seat)
    else:
        engine.into_play(card, seat)
    _clear_answers(frame)


def _lay_on(engine: Engine, seat: int, card: int, big: int) -> None:
    """Use a Cheat! or a companion so that one of the Big Items no longer counts."""
    if engine.defs[card].kind == "cheat":
        engine.attach(card, big)
        return
    if engine.in_hand(card):
        engine.into_play(card, seat)
    load(engine, seat, card, big)


# giving away


def _give(engine: Engine, frame: Frame, extra: list[int]) -> None:
    """Give each surplus Item to a lowest-Level player able to carry it; else it is discarded."""
    for card in extra:
        able = [other for other in engine.living() if other != frame.seat and engine.can_carry(other, card)]
        lowest = min((engine.level(other) for other in able), default=0)
        poorest = tuple(other for other in able if engine.level(other) == lowest)
        if not poorest:
            engine.discard(card, by=frame.seat)
            continue
        slot = Slot("seat", "seat", poorest)
        to = engine.choose(frame, f"to{card}", frame.seat, "give_big", slot, card=card)
        if to is None:
            return
        if isinstance(to[0], int):
            engine.take(card, to[0], "carried")
    engine.pop(frame)


def discard_excess(engine: Engine, frame: Frame) -> None:
    """Discard what there is no place for; the owner chooses (R-150, R-601, R-620).

    A card that has just come into play, the frame's, stays; but beside a companion that carries something the
    owner chooses between all of them. If nobody chooses, what would be missed least goes.
    """
    seat, kind = frame.seat, str(frame.vars["kind"])
    many = engine.excess(seat, kind)
    if not engine.is_living(seat) or many <= 0:
        engine.pop(frame)
        return
    held = [c for c in engine.traits(seat, kind) if not engine.is_cheated(c)]
    if not any(engine.is_loaded(card) for card in held):
        held = [card for card in held if card != frame.card]
    slot = Slot("cards", "card", least_missed_first(engine, seat, held), many, many)
    gone = engine.choose(frame, "gone", seat, "discard", slot)
    if gone is None:
        return
    engine.pop(frame)
    for card in gone:
        if isinstance(card, int):
            engine.discard(card, by=seat)


def least_missed_first(engine: Engine, seat: int, cards: list[int]) -> tuple[int, ...]:
    """Return the cards in the order of what they are worth to their owner now, the least first.

    That is the strength that goes with a card, also of Items that only it allows; then what else it offers.
    """

    def missed(card: int) -> tuple[int, int]:
        trial = Engine(engine.state.clone(), engine.decks)
        trial.discard(card, by=seat)
        left = sum(line.amount for line in trial.member_lines(seat))
        definition = engine.defs[card]
        return -left, len(definition.mods) + len(definition.play) + len(definition.on)

    return tuple(sorted(cards, key=missed))


def take_off(engine: Engine, frame: Frame) -> None:
    """Take Items off one by one until the rest finds room; the owner chooses (R-205, R-604)."""
    seat, slot = frame.seat, str(frame.vars["slot"])
    if not engine.is_living(seat) or engine.room(seat, slot) >= 0:
        engine.pop(frame)
        return
    worn = tuple(engine.least_useful_first(seat, engine.occupants(seat, slot)))
    gone = engine.choose(frame, f"off{frame.step}", seat, "take_off", Slot("card", "card", worn))
    if gone is None:
        return
    frame.step += 1
    if isinstance(gone[0], int):
        engine.unequip(seat, gone[0])


FRAME_HANDLERS: dict[str, FrameHandler] = {
    "overflow": overflow,
    "crowd": discard_excess,
    "take_off": take_off,
}
