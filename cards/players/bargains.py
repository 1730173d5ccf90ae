"""Asking for help and giving it: what a helper is worth, what he costs, and what is fair."""

from __future__ import annotations

from cards.door.help import MAX_OFFERS, can_help
from cards.door.state import Offer
from cards.kernel.moves import Action, Move, Pick
from cards.players.board import Board
from cards.players.fights import lost, plan, won
from cards.players.picks import action, cards_of

ALONE = 0.5
"""How likely the fighter finds another way to win, if a helper refuses."""

SPOILT = 0.12
"""How likely others spoil a fight that is won as it stands."""

MOST_REFUSALS = 6
"""Refusals in one combat after which a fighter asks no more."""


def offer_of(fighter: int, helper: int, treasures: int) -> Offer:
    """Return a bargain as the fighter would propose it."""
    return Offer(0, fighter, helper, treasures)


def agrees(board: Board, helped: Board, offer: Offer, seat: int) -> float:
    """Return by how much a bargain would better a would-be helper, from what is open to all.

    ``helped`` is the table with the helper in the fight.
    """
    success = (1 - SPOILT) * won(helped, offer, seat) + SPOILT * lost(helped, seat)
    unpaid = Offer(0, offer.by, offer.to, 0)
    otherwise = ALONE * won(helped, unpaid, seat) + (1 - ALONE) * lost(board, seat)
    if (helped.for_the_win() and not board.options.shared_victory) or helped.total(seat, "helper_levels"):
        otherwise = lost(board, seat)
    return success - otherwise


def beats(helped: Board) -> bool:
    """Tell whether the party would win as things stand."""
    return helped.margin() > 0


def request(board: Board, move: Move) -> Action | None:
    """Return a call for help that leaves the fighter best off, on terms that somebody should accept."""
    me, fight = board.me, board.combat
    if len(fight.refused) >= MOST_REFUSALS or len(fight.offers) + 3 > MAX_OFFERS:
        return None
    alone = lost(board)
    pool = board.pool()
    best: tuple[float, int, list[int]] | None = None
    for seat in cards_of(move.slots[0]):
        helped = board.helped_by(seat)
        if not beats(helped):
            further = plan(helped, helped.legal(me), 1)
            if further is None or not further.turns:
                continue
        for treasures in range(refused_at(board, me, seat) + 1, pool + 1):
            offer = offer_of(me, seat, treasures)
            if agrees(board, helped, offer, seat) < board.taste.fair:
                continue
            value = (1 - SPOILT) * won(helped, offer) + SPOILT * lost(helped)
            if best is None or (value, -treasures) > best[:2]:
                best = (value, -treasures, [seat])
            elif -treasures == best[1]:
                best[2].append(seat)
            break
    if best is None or best[0] < alone + board.taste.fair:
        return None
    terms: tuple[tuple[Pick, ...], ...] = ((str(-best[1]),), (), (), (), ())
    return action(me, move, (tuple(best[2]), *terms))


def refused_at(board: Board, by: int, to: int) -> int:
    """Return the most Treasures that one of two seats has offered the other in vain, -1 if none yet."""
    known = [o.treasures for o in board.combat.refused if {o.by, o.to} == {by, to}]
    return max((99 if n < 0 else n for n in known), default=-1)


def answer_offer(board: Board, moves: list[Move]) -> Action | None:
    """Answer a bargain that was offered, None if there is none."""
    for move in moves:
        if move.verb == "refuse_help":
            offer = next(o for o in board.combat.offers if o.number == move.ability)
            return reply(board, offer, moves)
    return None


def reply(board: Board, offer: Offer, moves: list[Move]) -> Action:
    """Accept or refuse a bargain that somebody else proposed."""
    me, fight = board.me, board.combat
    accept = Move("accept_help", ability=offer.number)
    refuse = action(me, Move("refuse_help", ability=offer.number))
    if accept not in moves:
        return refuse
    helper = offer.by if offer.to == fight.fighter else offer.to
    helped = board.helped_by(helper)
    if not beats(helped) and helper == me and not _can_turn(helped):
        return refuse
    if helper == me:
        gain = agrees(board, helped, offer, me)
    else:
        if not beats(helped) and not _can_turn(helped):
            return refuse
        value = (1 - SPOILT) * won(helped, offer) + SPOILT * lost(helped)
        gain = value - lost(board)
        own = plan(board, moves, 1)
        if own is not None and own.turns:
            gain = value - max(own.value, lost(board))
    return action(me, accept) if gain >= board.taste.fair else refuse


def _can_turn(helped: Board) -> bool:
    further = plan(helped, helped.legal(helped.me), 1)
    return further is not None and further.turns


def volunteer(board: Board, move: Move) -> Action | None:
    """Offer help where the fighter needs it and half of the Treasures pay for it."""
    me, fight = board.me, board.combat
    fighter = fight.fighter
    asked = any(me in (o.by, o.to) for o in (*fight.offers, *fight.refused))
    if asked or board.margin() > 0 or not can_help(board, me):
        return None
    helped = board.helped_by(me)
    if not beats(helped):
        return None
    share = (board.pool() + 1) // 2
    offer = Offer(0, me, fighter, share)
    if agrees(board, helped, offer, me) < 2 * board.taste.fair:
        return None
    if won(helped, offer, fighter) < lost(board, fighter) + board.taste.fair:
        return None
    return action(me, move, ((str(share),), (), (), ()))
