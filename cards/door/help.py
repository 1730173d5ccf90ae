"""Asking for help, volunteering, and the bargains made for it (R-350 to R-360, H-04, H-05)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from cards.door.combat_events import HelpOffered, HelpRefused, HelpWithdrawn
from cards.door.engine import Engine, VerbHandler
from cards.door.memo import memoized
from cards.door.state import HelpOffer
from cards.kernel.moves import Move, NumberedMoveCache, Pick, Picks, Slot

ALL_TREASURES: Final = "all"
PICK_ORDERS: Final = ("helper", "fighter", "alternating")
DEAL_CONDITIONS: Final = ("won", "always")
PICK_ORDER_SLOT: Final = Slot("order", "word", PICK_ORDERS, 0, 1)
DEAL_CONDITION_SLOT: Final = Slot("condition", "word", DEAL_CONDITIONS, 0, 1)
ACCEPT_MOVES: Final = NumberedMoveCache("accept_help")
REFUSE_MOVES: Final = NumberedMoveCache("refuse_help")
WITHDRAW_MOVES: Final = NumberedMoveCache("withdraw_help")
MAX_OPEN_OFFERS: Final = 12
"""Bargains that may be open at once, so that nobody can flood the table."""


def help_possible(engine: Engine) -> bool:
    """Return True if a helper could join now (R-293, R-350, R-359, H-03)."""
    fight = engine.state.combat
    if fight is None or fight.over or fight.helper >= 0 or fight.stage not in ("fight", "defeat"):
        return False
    if engine.fought_alone():
        return False
    return engine.options.help_any_time or not engine.ahead()


def can_help(engine: Engine, seat: int) -> bool:
    return seat != engine.fighter and engine.is_living(seat) and not engine.flag(seat, "no_help")


def offer_slots(engine: Engine) -> tuple[Slot, ...]:
    """Return the slots of a bargain: Treasures, who picks first, Items, and when these are due (R-352)."""
    items = engine.tradable(engine.fighter)
    return (
        Slot("treasures", "word", _amounts(engine.pool())),
        PICK_ORDER_SLOT,
        Slot("items", "card", items, 0, min(len(items), 5)),
        DEAL_CONDITION_SLOT,
    )


@cache
def _amounts(pool: int) -> tuple[Pick, ...]:
    return (*(str(n) for n in range(pool + 1)), ALL_TREASURES)


def promisable(engine: Engine) -> tuple[int, ...]:
    """Return the hand cards that the fighter could legally play on a helper (R-352)."""
    return tuple(card for card in engine.hand(engine.fighter) if engine.defs[card].kind == "level_up")


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what may be done about help in a combat that is not decided yet."""
    fight = engine.state.combat
    if fight is None or kind not in ("combat", "defeat") or not engine.is_living(seat):
        return
    for offer in fight.offers:
        if offer.to == seat:
            if help_possible(engine) and can_help(engine, _helper_of(engine, offer)):
                out.append(ACCEPT_MOVES.with_number(offer.number))
            out.append(REFUSE_MOVES.with_number(offer.number))
        elif offer.by == seat:
            out.append(WITHDRAW_MOVES.with_number(offer.number))
    if not help_possible(engine) or len(fight.offers) >= MAX_OPEN_OFFERS:
        return
    if seat == fight.fighter:
        out.append(_asking(engine))
    elif can_help(engine, seat):
        out.append(_offering(engine))


@memoized
def _asking(engine: Engine) -> Move:
    others = tuple([other for other in engine.living() if can_help(engine, other)])
    cards = promisable(engine)
    promises = Slot("promises", "card", cards, 0, len(cards))
    seats = Slot("seats", "seat", others, 1, max(len(others), 1))
    return Move("ask_help", slots=(seats, *offer_slots(engine), promises))


@memoized
def _offering(engine: Engine) -> Move:
    return Move("offer_help", slots=offer_slots(engine))


def _helper_of(engine: Engine, offer: HelpOffer) -> int:
    return offer.by if offer.to == engine.fighter else offer.to


def _offer(engine: Engine, by: int, to: int, picks: Picks, promises: tuple[Pick, ...]) -> None:
    """Add an open bargain; it replaces an older one between the same two seats."""
    fight = engine.combat
    fight.offers = [o for o in fight.offers if (o.by, o.to) != (by, to)]
    engine.state.numbers += 1
    treasures, order, items, condition = picks
    offer = HelpOffer(
        engine.state.numbers,
        by,
        to,
        -1 if treasures[0] == ALL_TREASURES else int(treasures[0]),
        str(order[0]) if order else PICK_ORDERS[0],
        tuple(card for card in items if isinstance(card, int)),
        tuple(card for card in promises if isinstance(card, int)),
        str(condition[0]) if condition else DEAL_CONDITIONS[0],
    )
    fight.offers.append(offer)
    engine.emit(HelpOffered(by, to=to, items=offer.items, treasures=offer.treasures))


def do_ask(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    for other in picks[0]:
        if isinstance(other, int):
            _offer(engine, seat, other, picks[1:5], picks[5])
            engine.fire_all("asked_help", other, it=seat)


def do_offer(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    _offer(engine, seat, engine.fighter, picks, ())


def _offer_by_number(engine: Engine, number: int) -> HelpOffer:
    return next(offer for offer in engine.combat.offers if offer.number == number)


def do_accept(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Accept the bargain: the helper joins with Level and all bonuses (R-354)."""
    offer = _offer_by_number(engine, move.ability)
    engine.combat.deal = offer
    engine.join(_helper_of(engine, offer), compelled=False)


def do_refuse(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Refuse the bargain; the other may ask again (R-351)."""
    offer = _offer_by_number(engine, move.ability)
    engine.combat.offers.remove(offer)
    engine.combat.refused.append(replace(offer, promises=()))
    engine.emit(HelpRefused(seat, to=offer.by))


def do_withdraw(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    offer = _offer_by_number(engine, move.ability)
    engine.combat.offers.remove(offer)
    engine.emit(HelpWithdrawn(seat, to=offer.to))


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
