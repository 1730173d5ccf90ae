"""What to do while nothing is urgent, and what lets the game go on."""

from __future__ import annotations

from cards.kernel.moves import PASS, Action, Move
from cards.players.board import Board
from cards.players.fights import won
from cards.players.household import best_free, clearing, propose_trade
from cards.players.picks import action, cheapest, find, variants
from cards.players.worth import hand_worth

LEADING = ("kick", "loot", "end_turn", "claim", "run_away", "give_away", "flee", PASS)
"""Verbs that let the game go on, in the order in which they are fallen back on."""


def lead_on(board: Board, moves: list[Move]) -> Action:
    """Return the move that lets the game go on."""
    for verb in LEADING:
        for move in moves:
            if move.verb == verb:
                picks = next(iter(variants(board, board.me, move)), ())
                return action(board.me, move, picks)
    move = moves[0]
    return action(board.me, move, next(iter(variants(board, board.me, move)), ()))


def at_leisure(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Put one's own affairs in order, then let the turn go on."""
    free = best_free(board, moves)
    if free is not None:
        return free
    me = board.me
    if me == board.active and board.kind in ("arrange", "after", "charity"):
        cleared = clearing(board, moves) if board.kind != "arrange" else None
        if cleared is not None:
            return cleared
        traded = propose_trade(board, moves) if board.kind == "arrange" else None
        if traded is not None:
            return traded
    if board.kind == "trouble":
        return _trouble(board, moves)
    give = find(moves, "give_away")
    if give is not None:
        return action(me, give, (cheapest(give.slots[0], lambda card: hand_worth(board, me, card)),))
    for verb in ("kick", "end_turn", PASS):
        move = find(moves, verb)
        if move is not None:
            return action(me, move)
    return None


def _trouble(board: Board, moves: list[Move]) -> Action | None:
    """Look for trouble with a monster that is sure to be beaten, else loot the room."""
    me = board.me
    loot = find(moves, "loot")
    best: tuple[float, Action] | None = None
    now = board.outlook() + 1.5
    for move in moves:
        if move.verb == "trouble":
            fight = board.against((move.card,), me)
            value = won(fight) - (2.0 if fight.margin() < 3 else 0.5) if fight.margin() > 0 else -1000.0
            if value > now and (best is None or value > best[0]):
                best = (value, action(me, move))
    if best is not None:
        return best[1]
    return None if loot is None else action(me, loot)
