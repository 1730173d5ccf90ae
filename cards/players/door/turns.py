"""What to do if nothing is urgent, and what lets the game go on."""

from __future__ import annotations

from cards.kernel.moves import PASS_VERB, Action, Move
from cards.players.door.board import Board
from cards.players.door.combat_values import outlook_if_won
from cards.players.door.inventory import best_free_move, play_surplus_curse, propose_trade
from cards.players.door.slot_filling import cheapest, find_move, make_action, variants
from cards.players.door.worth import hand_worth

ADVANCING_VERBS = ("kick", "loot", "end_turn", "claim", "run_away", "give_away", "flee", PASS_VERB)
"""Verbs that let the game go on, the preferred ones first."""


def advance_game(board: Board, moves: list[Move]) -> Action:
    """Return the move that lets the game go on."""
    for verb in ADVANCING_VERBS:
        for move in moves:
            if move.verb == verb:
                picks = next(iter(variants(board, board.me, move)), ())
                return make_action(board.me, move, picks)
    move = moves[0]
    return make_action(board.me, move, next(iter(variants(board, board.me, move)), ()))


def manage_turn(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Manage the seat's own cards, then let the turn go on."""
    free = best_free_move(board, moves)
    if free is not None:
        return free
    me = board.me
    if me == board.state.active and board.kind in ("after", "charity"):
        cleared = play_surplus_curse(board, moves)
        if cleared is not None:
            return cleared
    if me == board.state.active and board.kind == "arrange":
        if any(trade.by == me for trade in board.state.trades):
            # Another offer would replace this one before anybody has thought about it.
            return advance_game(board, moves) if must else None
        traded = propose_trade(board, moves)
        if traded is not None:
            return traded
    if board.kind == "trouble":
        return _trouble(board, moves)
    give = find_move(moves, "give_away")
    if give is not None:
        return make_action(me, give, (cheapest(give.slots[0], lambda card: hand_worth(board, me, card)),))
    for verb in ("kick", "end_turn", PASS_VERB):
        move = find_move(moves, verb)
        if move is not None:
            return make_action(me, move)
    return None


def _trouble(board: Board, moves: list[Move]) -> Action | None:
    """Look for trouble with a monster that is sure to be beaten, else loot the room."""
    me = board.me
    loot = find_move(moves, "loot")
    best: tuple[float, Action] | None = None
    now = board.outlook() + 1.5
    for move in moves:
        if move.verb == "trouble":
            fight = board.fighting((move.card,), me)
            value = (
                outlook_if_won(fight) - (2.0 if fight.margin() < 3 else 0.5)
                if fight.margin() > 0
                else -1000.0
            )
            if value > now and (best is None or value > best[0]):
                best = (value, make_action(me, move))
    if best is not None:
        return best[1]
    return None if loot is None else make_action(me, loot)
