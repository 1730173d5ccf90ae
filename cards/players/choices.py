"""Which choices are worth trying out in imagined worlds: those that a combat may hang on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from cards.kernel.moves import PASS, Action, Move
from cards.players.bargains import request
from cards.players.board import Board
from cards.players.fights import damage, is_for_the_win, options, plan, spoils
from cards.players.picks import action, find, variants
from cards.players.rollouts import chance_of

STAKE = 0.004
"""Chance of winning the game that a combat of others has to be about, to be looked into."""

MOST_CHOICES = 4
"""Choices beside the sensible one."""

WASTE = 6.0
"""Points at a loss of which a move is not worth a thought."""


def choices(board: Board, moves: list[Move], first: Action) -> list[Action]:
    """Return ``first`` and what else could be done in its place; one choice means nothing to think about."""
    if board.state.prompt is not None:
        return [first]
    find_more = _answers if first.verb in ("accept_help", "refuse_help") else WINDOWS.get(board.kind)
    more = () if find_more is None else find_more(board, moves, first)
    return list(dict.fromkeys((first, *islice(more, MOST_CHOICES))))


def _answers(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Accept a bargain or refuse it, perhaps to be offered more."""
    for move in moves:
        if move.verb in ("accept_help", "refuse_help") and move.ability == first.ability:
            yield action(board.me, move)


def _trouble(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Fight any monster of the hand, with others' help if need be, or none."""
    for move in moves:
        if move.verb in ("loot", "trouble"):
            yield action(board.me, move)


def _combat(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Ask more of a fight that is won anyway; win another one by cards or by help, or run."""
    me = board.me
    if me != board.combat.fighter:
        return
    if find(moves, "claim") is not None:
        margin = board.margin()
        yield from (option.act for option in options(board, moves, me) if 0 < option.margin < margin)
        return
    turning = plan(board, moves, 1)
    if turning is not None and turning.turns:
        yield turning.first
    asking = find(moves, "ask_help")
    if asking is not None and not any(offer.by == me for offer in board.combat.offers):
        call = request(board, asking)
        if call is not None:
            yield call
    run = find(moves, "run_away")
    if run is not None and turning is not None:
        yield action(me, run)


def _victory(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Interfere with somebody's kill or let it be."""
    passing = find(moves, PASS)
    if board.me in board.party() or passing is None:
        return
    if first.verb != PASS:
        yield action(board.me, passing)
    elif is_for_the_win(board) or stake(board) > STAKE:
        turning = plan(board, moves, -1)
        if turning is not None:
            yield turning.first


def _leisure(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Do more before the turn goes on, above all with cards that one would have to give away."""
    if first.verb not in ("kick", "end_turn", "give_away"):
        return
    me, before = board.me, board.outlook()
    found: list[tuple[float, Action]] = []
    for move in moves:
        if move.verb in ("play", "use"):
            for picks in variants(board, me, move):
                after = board.tried(move, picks)
                gain = -WASTE if after is None else after.outlook() - before
                if gain > -WASTE:
                    found.append((gain, action(me, move, picks)))
    found.sort(key=lambda entry: -entry[0])
    yield from (act for _, act in found)


WINDOWS: dict[str, Callable[[Board, list[Move], Action], Iterator[Action]]] = {
    "trouble": _trouble,
    "combat": _combat,
    "victory": _victory,
    "arrange": _leisure,
    "after": _leisure,
    "charity": _leisure,
}


def stake(board: Board) -> float:
    """Return by how much a combat of others changes the chances of ``me``."""
    lost, won = (
        chance_of([points + extra.get(seat, 0.0) for seat, points in enumerate(board.estates())], board.me)
        for extra in (damage(board), spoils(board))
    )
    return abs(lost - won)
