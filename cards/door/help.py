"""Asking for help, volunteering, and the bargains made for it (R-350 to R-360, H-04, H-05)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from cards.door import abilities, curses, facts, gear, memory, party, people, places, plays, reactions, score
from cards.door.combat_events import HelperPaymentSet, HelpOffered, HelpRefused, HelpWithdrawn
from cards.door.memory import memoized
from cards.door.state import HelpOffer, is_last_word, offer_of, replaced_offers
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.door.windows import PLAYED_KINDS
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, NumberedMoveCache, Picks, Slot, make_move, make_slot, numbers_in
from cards.language.definition import Definition
from cards.language.timing import moment_mask

ALL_TREASURES: Final = "all"
PICK_ORDERS: Final[tuple[str, ...]] = ("helper", "fighter", "alternating", "fighter_alternating", "lot")
DEAL_CONDITIONS: Final = ("won", "always")
DEAL_CONDITION_SLOT: Final = Slot("condition", "word", DEAL_CONDITIONS, 0, 1)
ACCEPT_MOVES: Final = NumberedMoveCache("accept_help")
REFUSE_MOVES: Final = NumberedMoveCache("refuse_help")
WITHDRAW_MOVES: Final = NumberedMoveCache("withdraw_help")
TERMS_BY_VERB: Final = {"ask_help": 7, "offer_help": 6}
"""How many slots an offer has."""


def help_possible(table: Table) -> bool:
    """Return True if a helper could join now (R-293, R-350, R-359, H-03)."""
    fight = table.state.combat
    if fight is None or fight.over or fight.helper >= 0 or fight.stage not in ("fight", "defeat"):
        return False
    return _is_help_allowed(table)


@memoized
def _is_help_allowed(table: Table) -> bool:
    """Return True if no card forbids help and the fighter is behind, where that is a condition."""
    return not score.fought_alone(table) and (table.options.help_any_time or not score.ahead(table))


def can_be_helped(table: Table) -> bool:
    """Return True if the fighter has somebody to ask."""
    return help_possible(table) and bool(_helpers(table))


def can_help(table: Table, seat: int) -> bool:
    return seat != table.fighter and people.is_living(table, seat) and not facts.flag(table, seat, "no_help")


@memoized
def _helpers(table: Table) -> list[int]:
    """Return everybody who can help."""
    return [seat for seat in people.living_seats(table) if can_help(table, seat)]


def _terms(table: Table, by: int, helpers: tuple[int, ...]) -> tuple[Slot, ...]:
    """Return the slots of a bargain that a seat offers: all that can be agreed (R-352).

    They are the Treasures, who picks first, the fighter's Items, when these are due, cards that the seat
    promises to play, and what the helper pays: of several that are asked, each what is theirs.
    """
    pool, fighter, hand = (score.pool(table), memory.carried(table, table.fighter), memory.held(table, by))
    given, promised = fighter.given, hand.promised
    if given is None:
        given = fighter.given = _cards_slot("items", fighter.items)
    if promised is None:
        promised = hand.promised = _cards_slot("promises", promisable(table, by))
    return (
        _amount_slot(pool),
        _order_slot(pool),
        given,
        DEAL_CONDITION_SLOT,
        promised,
        _pays_slot(table, helpers),
    )


def _pays_slot(table: Table, helpers: tuple[int, ...]) -> Slot:
    """Return the slot for what the helper pays, kept with the Items if only one is asked."""
    if len(helpers) != 1:
        return _cards_slot(
            "pays", tuple([card for helper in helpers for card in gear.tradable(table, helper)])
        )
    carried = memory.carried(table, helpers[0])
    slot = carried.paid
    if slot is None:
        slot = carried.paid = _cards_slot("pays", carried.items)
    return slot


def _cards_slot(name: str, cards: tuple[int, ...]) -> Slot:
    return make_slot(name, "card", cards, 0, len(cards))


@cache
def _amount_slot(pool: int) -> Slot:
    """Return the slot for how many Treasures the helper gets."""
    return Slot("treasures", "word", (*_numbers(pool + 1, first=0), ALL_TREASURES))


@cache
def _order_slot(pool: int) -> Slot:
    """Return the slot for who picks first; or else the helper's Treasures by number, as they are drawn."""
    return Slot("order", "word", (*PICK_ORDERS, *_numbers(pool)), 0, max(pool, 1))


def _numbers(count: int, *, first: int = 1) -> tuple[str, ...]:
    return tuple(str(first + step) for step in range(count))


def are_items_there(table: Table, offer: HelpOffer) -> bool:
    """Return True if both still have the Items of the bargain."""
    mine, theirs = gear.tradable(table, table.fighter), gear.tradable(table, helper_of(table, offer))
    return set(offer.items) <= set(mine) and set(offer.pays) <= set(theirs)


def can_be_struck(table: Table, offer: HelpOffer) -> bool:
    """Return True if both still have the Items of the bargain and can carry those they get (R-244, R-352)."""
    fighter, helper = table.fighter, helper_of(table, offer)
    return (
        are_items_there(table, offer)
        and party.promised_items(table, fighter).isdisjoint(offer.items)
        and gear.can_receive(table, helper, offer.items, offer.pays)
        and gear.can_receive(table, fighter, offer.pays, offer.items)
    )


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what may be done about help in a combat that is not decided yet."""
    fight = table.state.combat
    if fight is None:
        return
    final: list[int] = []
    for offer in fight.offers:
        if offer.to == seat:
            possible = help_possible(table) and can_help(table, helper_of(table, offer))
            if possible and can_be_struck(table, offer):
                out.append(ACCEPT_MOVES.with_number(offer.number))
            out.append(REFUSE_MOVES.with_number(offer.number))
            if is_last_word(offer):
                final.append(offer.by)
        elif offer.by == seat:
            out.append(WITHDRAW_MOVES.with_number(offer.number))
    if not help_possible(table):
        return
    if seat == fight.fighter:
        out += _asking(table, tuple(final))
    elif not final and seat in _helpers(table):
        out.append(_offering(table, seat))


@memoized
def _asking(table: Table, final: tuple[int, ...]) -> list[Move]:
    """List the question to everybody who can help and has not said their last word."""
    others = tuple([seat for seat in _helpers(table) if seat not in final])
    if not others:
        return []
    seats = make_slot("seats", "seat", others, 1, len(others))
    return [make_move("ask_help", -1, -1, (seats, *_terms(table, table.fighter, others)))]


@memoized
def _offering(table: Table, seat: int) -> Move:
    return make_move("offer_help", -1, -1, _terms(table, seat, (seat,)))


def helper_of(table: Table, offer: HelpOffer) -> int:
    return offer.by if offer.to == table.fighter else offer.to


def _offer(table: Table, by: int, to: int, picks: Picks) -> None:
    """Put a bargain on the table; it replaces an older one between the two, of whom either may have made it.

    One that answers the other's offer is a counter-offer (H-122).
    """
    fight = table.combat
    fight.offers, answered, countered = replaced_offers(fight.offers, by, to)
    fight.refused += [replace(offer, promises=()) for offer in answered]
    table.state.numbers += 1
    treasures, order, items, condition, promises, pays = picks
    theirs = gear.tradable(table, by if to == fight.fighter else to) if pays else ()
    ways = [str(word) for word in order if word in PICK_ORDERS]
    numbers = sorted([int(word) for word in order if word not in PICK_ORDERS]) if order else []
    offer = HelpOffer(
        table.state.numbers,
        by,
        to,
        len(numbers) or (-1 if treasures[0] == ALL_TREASURES else int(treasures[0])),
        ways[0] if ways else PICK_ORDERS[0],
        numbers_in(items),
        numbers_in(promises),
        str(condition[0]) if condition else DEAL_CONDITIONS[0],
        tuple(numbers),
        tuple([card for card in numbers_in(pays) if card in theirs]),
        countered,
    )
    fight.offers.append(offer)
    table.emit(HelpOffered(by, to=to, items=offer.items, treasures=offer.treasures, counter=bool(answered)))
    if offer.pays:
        table.emit(HelperPaymentSet(helper_of(table, offer), fighter=fight.fighter, items=offer.pays))


def do_ask(table: Table, seat: int, move: Move, picks: Picks) -> None:
    for other in picks[0]:
        if isinstance(other, int):
            _offer(table, seat, other, picks[1:])
            reactions.fire_all(table, "asked_help", other, it=seat)


def do_offer(table: Table, seat: int, move: Move, picks: Picks) -> None:
    _offer(table, seat, table.fighter, picks)


def do_accept(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Accept the bargain: the helper joins with Level and all bonuses (R-354)."""
    offer = offer_of(table.combat.offers, move.ability)
    table.combat.deal = offer
    party.join(table, helper_of(table, offer), compelled=False)


def do_refuse(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Refuse the bargain; the other may ask again (R-351)."""
    offer = offer_of(table.combat.offers, move.ability)
    table.combat.offers.remove(offer)
    table.combat.refused.append(replace(offer, promises=()))
    table.emit(HelpRefused(seat, to=offer.by))


def do_withdraw(table: Table, seat: int, move: Move, picks: Picks) -> None:
    offer = offer_of(table.combat.offers, move.ability)
    table.combat.offers.remove(offer)
    table.emit(HelpWithdrawn(seat, to=offer.to))


WINDOWS: Final[frozenset[str]] = frozenset({"combat", "defeat"})
VERB_HANDLERS: dict[str, VerbHandler] = {
    "ask_help": do_ask,
    "offer_help": do_offer,
    "accept_help": do_accept,
    "refuse_help": do_refuse,
    "withdraw_help": do_withdraw,
}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset(
    {"ask_help", "offer_help", "refuse_help", "withdraw_help"}
)


PROMISED_MOMENTS: Final = moment_mask({"any_time", "no_combat", "own_turn"})
"""Moments of abilities that can be used when promises are kept: after the combat."""


def promisable(table: Table, seat: int) -> tuple[int, ...]:
    """Return the hand cards that the seat could legally play on somebody else (R-352)."""
    defs = table.defs
    return tuple([card for card in places.hand(table, seat) if _is_for_others(defs[card])])


@lru_cache(maxsize=4096)
def _is_for_others(definition: Definition) -> bool:
    return definition.kind in ("level_up", "curse") or bool(_uses_on_players(definition))


def _uses_on_players(definition: Definition) -> list[int]:
    """Return the numbers of the card's abilities that choose a player and nothing else, free of charge."""
    if definition.kind not in PLAYED_KINDS:
        return []
    return [
        number
        for number, ability in enumerate(definition.play)
        if len(ability.targets) == 1
        and ability.targets[0].who is not None
        and ability.cost is None
        and PROMISED_MOMENTS & definition.moments[number]
    ]


def keep_promise(table: Table, frame: Frame) -> None:
    """Play a promised card on the other party, if that is still possible (R-352, H-05)."""
    table.pop(frame)
    card, seat, other = frame.card, frame.seat, frame.it
    if card not in places.hand(table, seat) or not people.is_living(table, other):
        return
    kind = table.defs[card].kind
    if kind == "level_up":
        if other in plays.raisable(table, seat, card):
            plays.raise_level(table, seat, card, other)
    elif kind == "curse":
        curses.start_curse(table, other, card, seat)
    else:
        _use_on(table, seat, card, other)


def _use_on(table: Table, seat: int, card: int, other: int) -> None:
    for number in _uses_on_players(table.defs[card]):
        slots = abilities.open_slots(table, seat, card, number, table.defs[card].play[number])
        if slots is not None and other in slots[0].options:
            abilities.do_use(table, seat, Move("use", card, number, slots), ((other,),))
            return


FRAME_HANDLERS: dict[str, FrameHandler] = {"promise": keep_promise}
