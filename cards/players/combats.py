"""What to do in a combat that is not decided: as its fighter, as the helper, as a bystander."""

from __future__ import annotations

from cards.kernel.moves import PASS, Action, Move
from cards.players.bargains import request, volunteer
from cards.players.board import Board
from cards.players.fights import Plan, as_it_stands, is_for_the_win, lost, plan, won
from cards.players.household import best_free
from cards.players.picks import action, find

HOLDS = 0.6
"""How likely a fight that was turned against the fighter stays so."""

PRUDENCE = 0.3
"""Points that a card has to save before it is used up."""


def combat(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Fight: take the win, or turn the fight, call for help, give up; others wait for the claim."""
    me, fight = board.me, board.combat
    if me != fight.fighter:
        return _aside(board, moves)
    claim = find(moves, "claim")
    if claim is not None:
        return action(me, claim)
    alone = lost(board)
    turning = plan(board, moves, 1)
    asking = find(moves, "ask_help")
    pending = any(offer.by == me for offer in fight.offers)
    call = request(board, asking) if asking is not None and not pending else None
    if turning is not None and turning.turns and turning.value > alone + PRUDENCE:
        cheap = turning.value >= won(board) - 3.0
        if cheap or is_for_the_win(board) or (call is None and not pending) or must:
            return turning.first
    if pending and not must:
        return None
    if call is not None:
        return call
    if turning is not None and turning.turns and turning.value > alone + PRUDENCE:
        return turning.first
    give_up = find(moves, "run_away")
    return None if give_up is None else action(me, give_up)


def _aside(board: Board, moves: list[Move]) -> Action | None:
    """Help a fight along as its helper, offer help as a bystander, or do what is good anyway."""
    if board.me == board.combat.helper:
        return _support(board, moves)
    offer = find(moves, "offer_help")
    if offer is not None:
        offered = volunteer(board, offer)
        if offered is not None:
            return offered
    return own_luck(board, moves)


def own_luck(board: Board, moves: list[Move]) -> Action | None:
    """Play what is good at any time: Levels, companions, cards just received."""
    if board.hurried:
        return None
    luck = [move for move in moves if move.card >= 0 and _is_lucky(board, move)]
    return best_free(board, luck) if luck else None


def _is_lucky(board: Board, move: Move) -> bool:
    kind = board.defs[move.card].kind
    if move.verb == "play":
        return kind in ("level_up", "companion", "item", "class", "race", "double")
    return move.verb == "equip" or (
        move.verb == "use" and "any_time" in board.defs[move.card].play[move.ability].when
    )


def _support(board: Board, moves: list[Move]) -> Action | None:
    """Keep a fight won that one has a part in."""
    if board.margin() > 0:
        return None
    turning = plan(board, moves, 1)
    if turning is not None and turning.turns and turning.value > lost(board) + PRUDENCE:
        return turning.first
    return None


def victory(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Interfere with a kill that would serve a leader too well, else let it be."""
    me, fight = board.me, board.combat
    passing = find(moves, PASS)
    if me in (fight.fighter, fight.helper):
        found = _support(board, moves)
    else:
        found = attack(board, moves) or own_luck(board, moves)
    if found is not None:
        return found
    return None if passing is None else action(me, passing)


def attack(board: Board, moves: list[Move]) -> Action | None:
    """Turn a won fight against its party, where that is worth the cards."""
    if board.margin() <= 0:
        return None
    stake = as_it_stands(board)
    if is_for_the_win(board):
        turning = plan(board, moves, -1)
        return turning.first if turning is not None and _worth_a_try(board, turning) else None
    wanted = board.taste.aimed if _is_leader(board) else board.taste.spite
    if HOLDS * (lost(board) - stake) <= wanted:
        return None
    turning = plan(board, moves, -1)
    if turning is None or not turning.turns or HOLDS * (turning.value - stake) <= wanted:
        return None
    return turning.first


def _worth_a_try(board: Board, turning: Plan) -> bool:
    """Tell whether cards against the winning kill can do anything, with what others may add."""
    if turning.turns:
        return True
    fight = board.combat
    idle = [s for s in board.others() if s not in (fight.fighter, fight.helper)]
    others = sum(2.0 + len(board.hand(seat)) for seat in idle)
    return turning.moved + others >= board.margin()


def _is_leader(board: Board) -> bool:
    """Tell whether the fighter stands best of all."""
    estates = board.estates()
    fighter = board.combat.fighter
    return estates[fighter] >= max(estates) - 1.0 and board.level(fighter) > 2


def defeat(board: Board, moves: list[Move], must: bool) -> Action | None:
    """A fight was given up: help if that pays, else let it be lost."""
    me = board.me
    if me == board.combat.fighter:
        return None
    found = _support(board, moves) if me == board.combat.helper else own_luck(board, moves)
    passing = find(moves, PASS)
    if found is not None:
        return found
    return None if passing is None else action(me, passing)
