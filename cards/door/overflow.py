"""What is above a limit after a permission was lost: Big Items (R-218, R-219), Classes, companions."""

from __future__ import annotations

from cards.door import arrivals, asking, facts, gear, people, piles, places, score
from cards.door.companions import load
from cards.door.language_port import LanguagePort
from cards.door.table import FrameHandler, Table
from cards.door.trade import LEVEL_PRICE_GOLD, doubled_sales, equip, sell
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot, can_fill, numbers_in

GIVE_CHOICE, SELL_CHOICE, DOUBLE_CHOICE, REPAIR_CHOICE = "give", "sell", "sell_double", "repair"


def overflow(table: Table, frame: Frame) -> None:
    """Ask what to do about surplus Big Items: make room, sell them, or give them away (R-218)."""
    seat = frame.seat
    bigs, limit = gear.big_items(table, seat), gear.big_limit(table, seat)
    if not people.is_living(table, seat) or len(bigs) <= limit:
        table.pop(frame)
        return
    words = _ways(table, seat)
    # Whether the question is asked depends only on the size of the hand, which is public.
    if places.hand(table, seat) or len(words) > 1:
        slot = Slot("way", "word", words)
        way = asking.choose(table, frame, "way", seat, "big_overflow", slot, (GIVE_CHOICE,), always=True)
        if way[0] == SELL_CHOICE:
            _sell(table, frame)
            return
        if way[0] == DOUBLE_CHOICE:
            _sell_double(table, frame)
            return
        if way[0] == REPAIR_CHOICE:
            _repair(table, frame, bigs)
            return
    best = tuple(gear.least_useful_first(table, seat, bigs)[-limit:])
    slot = Slot("cards", "card", tuple(bigs), limit, limit)
    keep = asking.choose(table, frame, "keep", seat, "keep_big", slot, best)
    _give(table, frame, [card for card in bigs if card not in keep])


def _ways(table: Table, seat: int) -> tuple[str, ...]:
    ways = [GIVE_CHOICE]
    if _may_sell(table, seat):
        ways.append(SELL_CHOICE)
    if _doubled_sales(table, seat):
        ways.append(DOUBLE_CHOICE)
    if repairs(table, seat):
        ways.append(REPAIR_CHOICE)
    return tuple(ways)


def _clear_answers(frame: Frame) -> None:
    """Forget the answers, so that the question about what is still surplus is asked again."""
    for key in ("way", "double", "sold", "repair", "repaired"):
        frame.vars.pop(key, None)


# selling


def _sellable_items(table: Table, seat: int) -> tuple[int, ...]:
    """Return what the seat can sell: Items in hand and in play that have a value."""
    cards = (*facts.cards_of(table, seat, "carried"), *places.hand(table, seat))
    return tuple(card for card in cards if table.defs[card].item and gear.value(table, card) > 0)


def _may_sell(table: Table, seat: int) -> bool:
    """Return True if the seat may sell Items now, and they are worth a Level."""
    gold = sum(gear.value(table, card) for card in _sellable_items(table, seat))
    return _sale_allowed(table, seat) and gold >= LEVEL_PRICE_GOLD


def _sale_allowed(table: Table, seat: int) -> bool:
    """Return True if it is the seat's turn, no combat is on, and a sale gives a Level (R-251)."""
    if seat != table.state.active or table.state.combat is not None:
        return False
    return people.level(table, seat) < table.decks.gain_cap and not facts.flag(table, seat, "no_sale")


def _doubled_sales(table: Table, seat: int) -> list[Move]:
    """Return the sales with one Item at double price, by the card (R-186, R-252)."""
    if not _sale_allowed(table, seat):
        return []
    items = _sellable_items(table, seat)
    sales = doubled_sales(table, seat, items, tuple(gear.value(table, card) for card in items))
    return [sale for sale in sales if can_fill(sale)]


def _sell(table: Table, frame: Frame) -> None:
    """Sell the surplus, together with other Items if a Level needs them; what is left is given away."""
    seat = frame.seat
    cards = _sellable_items(table, seat)
    weights = tuple(gear.value(table, card) for card in cards)
    slot = Slot("items", "card", cards, 1, len(cards), weights, LEVEL_PRICE_GOLD)
    sold = asking.choose(table, frame, "sold", seat, "sell_big", slot, cards, always=True)
    items = numbers_in(sold)
    sell(table, seat, items, sum(gear.value(table, card) for card in items))
    _clear_answers(frame)


def _sell_double(table: Table, frame: Frame) -> None:
    """Sell with one Item at double price; which one is asked first."""
    seat = frame.seat
    sales = {sale.card: sale for sale in _doubled_sales(table, seat)}
    picked = asking.choose(table, frame, "double", seat, "double_big", Slot("card", "card", tuple(sales)))
    double = numbers_in(picked)[0]
    slot = sales[double].slots[0]
    sold = asking.choose(table, frame, "sold", seat, "sell_big", slot, slot.options, card=double)
    items = numbers_in(sold)
    people.count(table, seat, "sold_double")
    sell(table, seat, (double, *items), sum(gear.value(table, card) for card in (double, double, *items)))
    _clear_answers(frame)


# making room


def repairs(table: Table, seat: int) -> tuple[int, ...]:
    """Return the cards with which the seat could keep more Big Items: to play, equip or load."""
    fighting = people.in_combat(table, seat)
    own = seat == table.state.active
    idle = own and table.state.combat is None
    found: list[int] = []
    for card in places.hand(table, seat):
        definition = table.defs[card]
        raises = "big_limit" in definition.mods_by_stat
        if definition.kind in ("class", "race"):
            useful = raises and own and gear.trait_room(table, seat, card)
        elif definition.kind == "item":
            useful = raises and idle and facts.usable(table, seat, card) and gear.fits(table, seat, card)
        elif definition.kind == "cheat":
            useful = idle
        else:
            useful = definition.kind == "companion" and (raises or bool(definition.carries and not fighting))
        if useful:
            found.append(card)
    if not fighting:
        found += [card for card in places.in_play(table, seat) if _can_make_room(table, seat, card)]
    return tuple(found)


def _can_make_room(table: Table, seat: int, card: int) -> bool:
    """Return True if a card in play could carry a Big Item, or be equipped to allow one more."""
    definition = table.defs[card]
    if definition.kind == "companion" and definition.carries:
        load_ = places.attached_to(table, card)
        return load_ < 0 or not table.defs[load_].big
    if "big_limit" not in definition.mods_by_stat or card in table.state.people[seat].equipped:
        return False
    return gear.equippable(table, seat, card) and gear.fits(table, seat, card)


def _repair(table: Table, frame: Frame, bigs: list[int]) -> None:
    seat = frame.seat
    slot = Slot("card", "card", repairs(table, seat))
    picked = asking.choose(table, frame, "repair", seat, "repair_big", slot, always=True)
    card = numbers_in(picked)[0]
    definition = table.defs[card]
    if definition.kind == "cheat" or definition.carries:
        slot = Slot("card", "card", tuple(bigs))
        on = asking.choose(table, frame, "repaired", seat, "repair_on", slot, card=card)
        assert isinstance(on[0], int)
        _lay_on(table, seat, card, on[0])
    elif not places.in_hand(table, card):
        equip(table, seat, card)
    elif definition.kind == "item":
        arrivals.lay_item(table, card, seat)
    else:
        arrivals.into_play(table, card, seat)
    _clear_answers(frame)


def _lay_on(table: Table, seat: int, card: int, big: int) -> None:
    """Use a Cheat! or a companion so that one of the Big Items no longer counts."""
    if table.defs[card].kind == "cheat":
        arrivals.attach(table, card, big)
        return
    if places.in_hand(table, card):
        arrivals.into_play(table, card, seat)
    load(table, seat, card, big)


# giving away


def _give(table: Table, frame: Frame, extra: list[int]) -> None:
    """Give each surplus Item to a lowest-Level player able to carry it; else it is discarded."""
    for card in extra:
        able = [
            other
            for other in people.living(table)
            if other != frame.seat and gear.can_carry(table, other, card)
        ]
        lowest = min((people.level(table, other) for other in able), default=0)
        poorest = tuple(other for other in able if people.level(table, other) == lowest)
        if not poorest:
            piles.discard(table, card, by=frame.seat)
            continue
        slot = Slot("seat", "seat", poorest)
        to = asking.choose(table, frame, f"to{card}", frame.seat, "give_big", slot, card=card)
        if isinstance(to[0], int):
            arrivals.take(table, card, to[0], "carried")
    table.pop(frame)


def discard_excess(table: Table, frame: Frame) -> None:
    """Discard what there is no place for; the owner chooses (R-150, R-601, R-620).

    A card that has just come into play, the frame's, stays; but beside a companion that carries something the
    owner chooses between all of them. If nobody chooses, what would be missed least goes.
    """
    seat, kind = frame.seat, str(frame.vars["kind"])
    many = gear.excess(table, seat, kind)
    if not people.is_living(table, seat) or many <= 0:
        table.pop(frame)
        return
    held = [c for c in places.traits(table, seat, kind) if not places.is_cheated(table, c)]
    if not any(places.is_loaded(table, card) for card in held):
        held = [card for card in held if card != frame.card]
    slot = Slot("cards", "card", least_missed_first(table, seat, held), many, many)
    gone = asking.choose(table, frame, "gone", seat, "discard", slot)
    table.pop(frame)
    for card in numbers_in(gone):
        piles.discard(table, card, by=seat)


def least_missed_first(table: Table, seat: int, cards: list[int]) -> tuple[int, ...]:
    """Return the cards in the order of what they are worth to their owner now, the least first.

    That is the strength that goes with a card, also of Items that only it allows; then what else it offers.
    """

    def missed(card: int) -> tuple[int, int]:
        trial = LanguagePort(table.state.clone(), table.decks)
        piles.discard(trial, card, by=seat)
        left = sum(line.amount for line in score.member_lines(trial, seat))
        definition = table.defs[card]
        return -left, len(definition.mods) + len(definition.play) + len(definition.on)

    return tuple(sorted(cards, key=missed))


def take_off(table: Table, frame: Frame) -> None:
    """Take Items off one by one until the rest finds room; the owner chooses (R-205, R-604)."""
    seat, slot = frame.seat, str(frame.vars["slot"])
    if not people.is_living(table, seat) or gear.room(table, seat, slot) >= 0:
        table.pop(frame)
        return
    worn = tuple(gear.least_useful_first(table, seat, gear.occupants(table, seat, slot)))
    gone = asking.choose(table, frame, f"off{frame.step}", seat, "take_off", Slot("card", "card", worn))
    frame.step += 1
    if isinstance(gone[0], int):
        arrivals.unequip(table, seat, gone[0])


FRAME_HANDLERS: dict[str, FrameHandler] = {
    "overflow": overflow,
    "crowd": discard_excess,
    "take_off": take_off,
}
