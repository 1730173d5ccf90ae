"""Asking for help and giving it: what a helper is worth, what they cost, and what is fair."""

from __future__ import annotations

from cards.door.help import MAX_OPEN_OFFERS, can_help
from cards.door.state import HelpOffer
from cards.kernel.moves import Action, Move, Pick
from cards.players.board import Board
from cards.players.combat_values import find_plan, outlook_if_lost, outlook_if_won
from cards.players.slot_filling import cards_of, make_action

WIN_CHANCE_IF_REFUSED = 0.5
"""How likely the fighter is to find another way to win if a helper refuses."""

SPOIL_CHANCE = 0.12
"""How likely others are to spoil a fight that is won as it stands."""

MAX_REFUSALS = 6
"""Refusals in one combat after which a fighter stops asking."""


def proposed_offer(fighter: int, helper: int, treasures: int) -> HelpOffer:
    """Return a bargain as the fighter would propose it."""
    return HelpOffer(0, fighter, helper, treasures)


def helper_gain(board: Board, helped: Board, offer: HelpOffer, seat: int) -> float:
    """Return by how much a bargain would improve the outlook of a possible helper, judged by public facts.

    ``helped`` is the table with the helper in the fight.
    """
    success = (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer, seat) + SPOIL_CHANCE * outlook_if_lost(
        helped, seat
    )
    unpaid = HelpOffer(0, offer.by, offer.to, 0)
    otherwise = WIN_CHANCE_IF_REFUSED * outlook_if_won(helped, unpaid, seat) + (
        1 - WIN_CHANCE_IF_REFUSED
    ) * outlook_if_lost(board, seat)
    if (helped.for_the_win() and not board.options.shared_victory) or helped.total(seat, "helper_levels"):
        otherwise = outlook_if_lost(board, seat)
    return success - otherwise


def wins_now(helped: Board) -> bool:
    """Return True if the party would win as things stand."""
    return helped.margin() > 0


def request_help(board: Board, move: Move) -> Action | None:
    """Return the request for help that is best for the fighter among those that somebody should accept."""
    me, fight = board.me, board.combat
    if len(fight.refused) >= MAX_REFUSALS or len(fight.offers) + 3 > MAX_OPEN_OFFERS:
        return None
    alone = outlook_if_lost(board)
    pool = board.pool()
    best: tuple[float, int, list[int]] | None = None
    for seat in cards_of(move.slots[0]):
        helped = board.helped_by(seat)
        if not wins_now(helped):
            further = find_plan(helped, helped.legal_moves(me), 1)
            if further is None or not further.succeeds:
                continue
        for treasures in range(highest_refused(board, me, seat) + 1, pool + 1):
            offer = proposed_offer(me, seat, treasures)
            if helper_gain(board, helped, offer, seat) < board.taste.min_bargain_gain:
                continue
            value = (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer) + SPOIL_CHANCE * outlook_if_lost(
                helped
            )
            if best is None or (value, -treasures) > best[:2]:
                best = (value, -treasures, [seat])
            elif -treasures == best[1]:
                best[2].append(seat)
            break
    if best is None or best[0] < alone + board.taste.min_bargain_gain:
        return None
    terms: tuple[tuple[Pick, ...], ...] = ((str(-best[1]),), (), (), (), ())
    return make_action(me, move, (tuple(best[2]), *terms))


def highest_refused(board: Board, by: int, to: int) -> int:
    """Return the most Treasures in a refused bargain between two seats (99 for all), -1 if there is none."""
    known = [o.treasures for o in board.combat.refused if {o.by, o.to} == {by, to}]
    return max((99 if n < 0 else n for n in known), default=-1)


def answer_offer(board: Board, moves: list[Move]) -> Action | None:
    """Answer an offered bargain; None if there is none."""
    for move in moves:
        if move.verb == "refuse_help":
            offer = next(o for o in board.combat.offers if o.number == move.ability)
            return accept_or_refuse(board, offer, moves)
    return None


def accept_or_refuse(board: Board, offer: HelpOffer, moves: list[Move]) -> Action:
    """Accept or refuse a bargain that somebody else proposed."""
    me, fight = board.me, board.combat
    accept = Move("accept_help", ability=offer.number)
    refuse = make_action(me, Move("refuse_help", ability=offer.number))
    if accept not in moves:
        return refuse
    helper = offer.by if offer.to == fight.fighter else offer.to
    helped = board.helped_by(helper)
    if not wins_now(helped) and helper == me and not _can_turn_to_win(helped):
        return refuse
    if helper == me:
        gain = helper_gain(board, helped, offer, me)
    else:
        if not wins_now(helped) and not _can_turn_to_win(helped):
            return refuse
        value = (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer) + SPOIL_CHANCE * outlook_if_lost(helped)
        gain = value - outlook_if_lost(board)
        own = find_plan(board, moves, 1)
        if own is not None and own.succeeds:
            gain = value - max(own.value, outlook_if_lost(board))
    return make_action(me, accept) if gain >= board.taste.min_bargain_gain else refuse


def _can_turn_to_win(helped: Board) -> bool:
    further = find_plan(helped, helped.legal_moves(helped.me), 1)
    return further is not None and further.succeeds


def offer_help(board: Board, move: Move) -> Action | None:
    """Offer help if the fighter needs it and half of the Treasures pay for it."""
    me, fight = board.me, board.combat
    fighter = fight.fighter
    asked = any(me in (o.by, o.to) for o in (*fight.offers, *fight.refused))
    if asked or board.margin() > 0 or not can_help(board, me):
        return None
    helped = board.helped_by(me)
    if not wins_now(helped):
        return None
    share = (board.pool() + 1) // 2
    offer = HelpOffer(0, me, fighter, share)
    if helper_gain(board, helped, offer, me) < 2 * board.taste.min_bargain_gain:
        return None
    if (
        outlook_if_won(helped, offer, fighter)
        < outlook_if_lost(board, fighter) + board.taste.min_bargain_gain
    ):
        return None
    return make_action(me, move, ((str(share),), (), (), (), (), ()))
