"""Which choices are worth trying in imagined worlds: those that a combat may depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from cards.door import people
from cards.kernel.moves import PASS_VERB, Action, Move
from cards.players.door.bargains import request_help, sells_victory
from cards.players.door.board import Board
from cards.players.door.combat_values import (
    find_plan,
    is_for_the_win,
    points_if_lost,
    points_if_won,
    try_moves,
)
from cards.players.door.rollouts import win_chance_from_worths
from cards.players.door.slot_filling import find_move, make_action, variants

MIN_STAKE_WIN_CHANCE = 0.004
"""A combat of others is looked into if it changes the chance of winning the game by at least this much."""

MAX_EXTRA_CHOICES = 4
"""Choices that are tried besides the sensible one."""

ANSWERS_TO_HELP = frozenset({"accept_help", "refuse_help", "offer_help"})
"""Verbs of those who answer a bargain, or offer their help."""

MAX_WAYS_TO_SPOIL = 2
"""Single cards that turn a fight against its party, tried besides the plan that is best by its price."""

MAX_LOSS_POINTS = 6.0
"""Moves that lose more points than this are not considered."""


def choices(board: Board, moves: list[Move], first: Action) -> list[Action]:
    """Return ``first`` and its alternatives; a list of one means there is nothing to think about."""
    if board.state.prompt is not None:
        return [first]
    find_more = _answers if first.verb in ANSWERS_TO_HELP else CHOICES_BY_WINDOW.get(board.kind)
    more = () if find_more is None else find_more(board, moves, first)
    return list(dict.fromkeys((first, *islice(more, MAX_EXTRA_CHOICES))))


def _answers(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Accept a bargain, or refuse it in the hope of a better one; a counter-offer stands for either."""
    me = board.me
    if me not in people.party(board) and sells_victory(board, board.helped_by(me), me):
        return  # there is no hope to weigh against the price
    for move in moves:
        if move.verb in ("accept_help", "refuse_help") and first.ability in (move.ability, -1):
            yield make_action(board.me, move)


def _trouble(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Fight a monster from the hand, with the help of others if necessary, or none."""
    for move in moves:
        if move.verb in ("loot", "trouble"):
            yield make_action(board.me, move)


def _combat(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Get more out of a fight that is won anyway; win any other with cards or help, or run."""
    me = board.me
    if me != board.combat.fighter:
        return
    claim = find_move(moves, "claim")
    if claim is not None:
        yield make_action(me, claim)
        margin = board.margin()
        yield from (option.action for option in try_moves(board, moves, me) if 0 < option.margin < margin)
        return
    turning = find_plan(board, moves, 1)
    if turning is not None and turning.succeeds:
        yield turning.first
    asking = find_move(moves, "ask_help")
    if asking is not None and not any(offer.by == me for offer in board.combat.offers):
        call = request_help(board, asking)
        if call is not None:
            yield call
    run = find_move(moves, "run_away")
    if run is not None and turning is not None:
        yield make_action(me, run)


def _victory(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Interfere with somebody's kill, by one card or another, or do not."""
    passing = find_move(moves, PASS_VERB)
    if board.me in people.party(board) or passing is None:
        return
    if first.verb != PASS_VERB:
        yield make_action(board.me, passing)
    elif is_for_the_win(board) or stake(board) > MIN_STAKE_WIN_CHANCE:
        turning = find_plan(board, moves, -1)
        if turning is None:
            return
        yield turning.first
    else:
        return
    tried = [option for option in try_moves(board, moves, board.me, -1) if option.margin <= 0]
    tried.sort(key=lambda option: -option.after.outlook())
    yield from (option.action for option in tried[:MAX_WAYS_TO_SPOIL])


def _quiet_turn(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Do more before the turn goes on, above all with cards that would have to be given away."""
    if first.verb not in ("kick", "end_turn", "give_away"):
        return
    me, before = board.me, board.outlook()
    found: list[tuple[float, Action]] = []
    for move in moves:
        if move.verb in ("play", "use"):
            for picks in variants(board, me, move):
                after = board.after_move(move, picks)
                gain = -MAX_LOSS_POINTS if after is None else after.outlook() - before
                if gain > -MAX_LOSS_POINTS:
                    found.append((gain, make_action(me, move, picks)))
    found.sort(key=lambda entry: -entry[0])
    yield from (act for _, act in found)


CHOICES_BY_WINDOW: dict[str, Callable[[Board, list[Move], Action], Iterator[Action]]] = {
    "trouble": _trouble,
    "combat": _combat,
    "victory": _victory,
    "arrange": _quiet_turn,
    "after": _quiet_turn,
    "charity": _quiet_turn,
}


def stake(board: Board) -> float:
    """Return by how much a combat of others changes the chances of ``me``."""
    lost, won = (
        win_chance_from_worths(
            [points + extra.get(seat, 0.0) for seat, points in enumerate(board.seat_worths())], board.me
        )
        for extra in (points_if_lost(board), points_if_won(board))
    )
    return abs(lost - won)
