"""What to do in danger: running away, a failed roll, a curse about to strike."""

from __future__ import annotations

from cards.door import curses, escape, people
from cards.kernel.moves import PASS_VERB, Action, Move
from cards.players.door.board import Board
from cards.players.door.combat_moves import MIN_CARD_GAIN, play_own_benefit
from cards.players.door.combat_values import points_if_lost
from cards.players.door.slot_filling import find_move, make_action, variants


def flee(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Use a card to get away if that is worth it, then run."""
    me = board.me
    if me not in people.party(board):
        return play_own_benefit(board, moves)
    here = board.outlook(points_if_lost(board))
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb not in ("use", "sacrifice"):
            continue
        for picks in variants(board, me, move):
            after = board.after_move(move, picks)
            if after is None or after.state.combat is None:
                continue
            gain = after.outlook(points_if_lost(after)) - here
            if gain > MIN_CARD_GAIN and (best is None or gain > best[0]):
                best = (gain, make_action(me, move, picks))
    if best is not None:
        return best[1]
    run = find_move(moves, "flee")
    if run is None:
        return None
    worst = max(run.slots[0].options, key=lambda card: board.harm_of(me, int(card)))
    return make_action(me, run, ((worst,),))


def caught(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Change a failed roll if the Bad Stuff would cost more than the card."""
    me, fight = board.me, board.combat
    passing = find_move(moves, PASS_VERB)
    found: Action | None = None
    if passing is not None and fight.fleeing >= 0:
        found = _second_chance(board, moves, fight.fleeing)
    if found is not None:
        return found
    return None if passing is None else make_action(me, passing)


def _second_chance(board: Board, moves: list[Move], monster: int) -> Action | None:
    me = board.me
    harm = board.harm_of(me, monster)
    before = board.outlook({me: -harm})
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb != "use":
            continue
        for picks in variants(board, me, move):
            value = 0.0
            for die in range(1, 7):
                after = board.after_move(move, picks, dice=(die,))
                if after is None or after.state.combat is None:
                    break
                value += after.outlook({} if _gets_away(after, me, monster) else {me: -harm})
            gain = value / 6 - before
            if gain > MIN_CARD_GAIN and (best is None or gain > best[0]):
                best = (gain, make_action(me, move, picks))
    return None if best is None else best[1]


def _gets_away(board: Board, seat: int, monster: int) -> bool:
    foe = board.combat.foe(monster)
    if foe is None or not escape.is_pursued(board, seat, foe):
        return True
    return board.combat.roll + escape.flee_bonus(board, seat, foe) >= escape.MIN_ESCAPE_ROLL


def curse(board: Board, moves: list[Move], must: bool) -> Action | None:
    """Cancel a curse on the seat itself if it would cost more than the card that cancels it."""
    me = board.me
    passing = find_move(moves, PASS_VERB)
    if curses.victim(board) == me:
        struck = board.outlook_after_curse()
        if struck is not None:
            for move in moves:
                if move.verb != "use":
                    continue
                for picks in variants(board, me, move):
                    after = board.after_move(move, picks)
                    if after is not None and after.outlook() > struck + MIN_CARD_GAIN:
                        return make_action(me, move, picks)
    return None if passing is None else make_action(me, passing)
