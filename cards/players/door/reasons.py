"""Why a computer player refuses an offer, or answers it with another one.

A reason must not tell more of a hand than the answer does. So it is found on the table as an onlooker sees
it, by the answer and the offer alone, and where these do not explain it, it says just that (H-131).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cards.door import gear, people, places, score
from cards.door.belief import believe
from cards.door.decks import Decks
from cards.door.help import can_be_struck, can_help, help_possible, helper_of
from cards.door.reasons import Reason, with_reason
from cards.door.state import HelpOffer, Trade, Truce
from cards.door.trade import trade_possible
from cards.door.truce import can_be_struck as can_truce_be_struck
from cards.door.view_types import DoorCombatView, DoorOfferView, DoorView
from cards.kernel.moves import Action
from cards.players.door.bargains import (
    MAX_SPOILABLE_MARGIN,
    MIN_DANGEROUS_HAND_SIZE,
    help_reward,
    helper_gain,
    proposals,
    sells_victory,
)
from cards.players.door.board import Board
from cards.players.door.combat_values import is_for_the_win, outlook_if_lost, outlook_if_won, points_if_won
from cards.players.door.prompts import answer_prompt
from cards.players.door.worth import Taste, equip_gain

ONLOOKER: Final = -1
"""The seat of a board that nobody's hand is known on."""

MIN_DANGER_POINTS: Final = 10.0
"""What being caught has to cost to be called a danger: as much as a Level."""

OWN_MIND: Final = Reason("own_mind")


def explained(view: DoorView, decks: Decks, action: Action, taste: Taste) -> Action:
    """Return an action with the reason behind it, if it is an answer to an offer."""
    judge = JUDGES_BY_VERB.get(action.verb)
    if judge is None:
        return action
    board = Board(believe(as_onlooker(view), decks), decks, ONLOOKER, answer_prompt, taste).freeze()
    reason = judge(board, action)
    return action if reason is None else with_reason(action, reason)


def as_onlooker(view: DoorView) -> DoorView:
    """Return what is left of a seat's view for somebody without a seat.

    A hand that lies open is left out like any other.
    """
    return replace(
        view,
        seat=None,
        seats=tuple(replace(seen, hand=()) for seen in view.seats),
        combat=None if view.combat is None else _open_part(view.combat),
        wait=None if view.wait is None else replace(view.wait, slot=None),
    )


def _open_part(combat: DoorCombatView) -> DoorCombatView:
    return replace(
        combat,
        offers=tuple(map(_without_promises, combat.offers)),
        refused=tuple(map(_without_promises, combat.refused)),
        deal=None if combat.deal is None else _without_promises(combat.deal),
    )


def _without_promises(offer: DoorOfferView) -> DoorOfferView:
    return replace(offer, promises=())


# bargains for help


def _why_no_help(board: Board, action: Action) -> Reason | None:
    """Say why a bargain is refused."""
    offer = next(each for each in board.combat.offers if each.number == action.ability)
    helper, fighter = helper_of(board, offer), board.fighter
    if not help_possible(board):
        return Reason("needless")
    if not can_help(board, helper):
        return OWN_MIND
    if not can_be_struck(board, offer):
        return Reason("no_room")
    helped = board.helped_by(helper)
    if helped.margin() <= 0:
        return Reason("hopeless")
    if action.seat != helper:
        return _why_not_helped(board, helped, offer)
    sells = sells_victory(board, helped, helper)
    if score.for_the_win(helped) and not board.options.shared_victory and not sells:
        return Reason("would_win")
    if helper_gain(board, helped, offer, helper) >= board.taste.min_bargain_gain:
        return OWN_MIND
    return _price(board, helped, offer) or Reason("leader" if _leads(board, fighter) else "watch")


def _price(board: Board, helped: Board, offer: HelpOffer) -> Reason | None:
    """Say how many Treasures would do, or that only more than these would; None if nothing would."""
    helper = helped.helper
    reward = help_reward(helped, offer)
    for better in proposals(board, helper):
        if help_reward(helped, better) <= reward:
            continue
        if helper_gain(board, helped, better, helper) >= board.taste.min_bargain_gain:
            named = not better.items and better.treasures > max(offer.treasures, 0)
            return Reason("price", better.treasures if named else 0)
    return None


def _why_not_helped(board: Board, helped: Board, offer: HelpOffer) -> Reason:
    """Say why a fighter does without help that would be enough."""
    gains = points_if_won(helped, offer)
    if gains.get(helped.helper, 0.0) >= board.taste.victory:
        return Reason("would_win")
    gain = outlook_if_won(helped, offer, board.fighter) - outlook_if_lost(board, board.fighter)
    return Reason("alone" if gain >= board.taste.min_bargain_gain else "dear")


def _why_more(board: Board, action: Action) -> Reason | None:
    """Say why a helper asks for more than is offered."""
    fighter, seat = board.fighter, action.seat
    if not any((offer.by, offer.to) == (fighter, seat) for offer in board.combat.offers):
        return None
    if _leads(board, fighter):
        return Reason("leader")
    harm = max((board.harm_of(seat, foe.card) for foe in board.combat.foes), default=0.0)
    return Reason("danger" if harm >= MIN_DANGER_POINTS else "price")


def _why_less(board: Board, action: Action) -> Reason | None:
    """Say why a fighter offers less than a helper wants."""
    asked = action.picks[0]
    return Reason("dear") if any(offer.by in asked for offer in board.combat.offers) else None


def _leads(board: Board, seat: int) -> bool:
    """Return True if nobody else has the Level of a seat."""
    return all(
        people.level(board, other) < people.level(board, seat)
        for other in people.living(board)
        if other != seat
    )


# truces


def _why_no_truce(board: Board, action: Action) -> Reason | None:
    truce = next(each for each in board.combat.truce_offers if each.number == action.ability)
    if not can_truce_be_struck(board, truce):
        return Reason("no_room")
    if truce.payer == action.seat:
        return _why_unpaid(board, truce)
    if is_for_the_win(board):
        return Reason("would_win")
    wearable = any(equip_gain(board, action.seat, card) > 0 for card in truce.items)
    return Reason("price" if wearable else "useless")


def _why_unpaid(board: Board, truce: Truce) -> Reason:
    spoilable = 0 < board.margin() <= MAX_SPOILABLE_MARGIN
    dangerous = len(places.hand(board, truce.bystander)) >= MIN_DANGEROUS_HAND_SIZE
    return Reason("dear" if spoilable and dangerous else "harmless")


def _why_other_truce(board: Board, action: Action) -> Reason | None:
    if not any((t.by, t.to) == (action.ability, action.seat) for t in board.combat.truce_offers):
        return None
    return Reason("dear" if people.in_combat(board, action.seat) else "price")


# trades


def _why_no_trade(board: Board, action: Action) -> Reason | None:
    trade = next(each for each in board.state.trades if each.number == action.ability)
    return _why_not(board, trade, action.seat)


def _why_other_trade(board: Board, action: Action) -> Reason | None:
    asked = (each for each in board.state.trades if (each.by, each.to) == (action.ability, action.seat))
    trade = next(asked, None)
    return None if trade is None else _why_not(board, trade, action.seat)


def _why_not(board: Board, trade: Trade, seat: int) -> Reason:
    if not trade_possible(board, trade):
        return Reason("no_room")
    if not trade.gives:
        return Reason("for_nothing")
    if any(card in board.state.people[seat].equipped for card in trade.wants):
        return Reason("worn")
    if not any(equip_gain(board, seat, card) > 0 for card in trade.gives):
        return Reason("useless")
    if _value(board, trade.gives) < _value(board, trade.wants):
        return Reason("price")
    return Reason("leader") if _leads(board, trade.by) else OWN_MIND


def _value(board: Board, items: tuple[int, ...]) -> int:
    return sum(gear.value(board, card) for card in items)


JUDGES_BY_VERB: Final[dict[str, Callable[[Board, Action], Reason | None]]] = {
    "refuse_help": _why_no_help,
    "offer_help": _why_more,
    "ask_help": _why_less,
    "refuse_truce": _why_no_truce,
    "offer_truce": _why_other_truce,
    "refuse_trade": _why_no_trade,
    "offer_trade": _why_other_trade,
}
"""Finds the reason of an answer, by its verb; None where nothing is answered."""
