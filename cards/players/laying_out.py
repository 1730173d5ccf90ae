"""How a seat equips the best of its own cards at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cards.door.game import DoorGame
from cards.door.trade import equip_move
from cards.door.view_types import DoorView
from cards.kernel.moves import Action, Move
from cards.players.belief import believe
from cards.players.board import Board
from cards.players.inventory import MIN_MOVE_GAIN
from cards.players.prompts import answer_prompt
from cards.players.slot_filling import make_action, variants
from cards.players.worth import Taste

LASTING_KINDS = frozenset({"item", "class", "race", "steed"})
"""Kinds that stay where they are laid, so that playing them spends nothing."""

GEAR_KINDS = frozenset({"item", "steed"})

MAX_LAID_OUT = 12
"""Cards that are laid out at once."""


class LayOut(NamedTuple):
    """What to do, in order, and the combat strength of the seat before and after."""

    actions: tuple[Action, ...]
    before: int
    after: int


def is_lasting(board: Board, move: Move, kinds: frozenset[str] = LASTING_KINDS) -> bool:
    """Return True if a move equips something, or lays a card of these kinds out for good."""
    return move.verb == "equip" or (move.verb == "play" and board.defs[move.card].kind in kinds)


def best_gear(game: DoorGame, view: DoorView, moves: Sequence[Move], seat: int) -> LayOut:
    """Return how a seat equips the best of what it holds and carries, as far as its own view tells."""
    board = Board(believe(view, game.decks), game.decks, seat, answer_prompt, Taste()).freeze()
    left = [move for move in moves if is_lasting(board, move, GEAR_KINDS)]
    actions, after = list[Action](), board
    while len(actions) < MAX_LAID_OUT:
        found = [worn for move in left if (worn := _worn(after, move)) is not None]
        best = max(found, key=lambda worn: (_strength(worn.board), worn.board.outlook()), default=None)
        if best is None or not _is_better(best.board, after):
            break
        after = best.board
        actions += best.actions
        left = [move for move in left if move.card != best.actions[0].card]
    return LayOut(tuple(actions), _strength(board), _strength(after))


class _Worn(NamedTuple):
    """What puts a card on, and the table after it."""

    actions: tuple[Action, ...]
    board: Board


def _worn(board: Board, move: Move) -> _Worn | None:
    """Return how a move puts its card on; what only lies down, its place being taken, is equipped next."""
    if move.verb == "equip":
        move = equip_move(board, board.me, move.card)  # what is worn may have changed since it was listed
    picks = next(iter(variants(board, board.me, move)))
    after = board.after_move(move, picks)
    if after is None:
        return None
    actions = (make_action(board.me, move, picks),)
    if move.card in after.state.people[board.me].equipped or move.card in after.steeds(board.me):
        return _Worn(actions, after)
    if move.verb == "equip" or not after.equippable(board.me, move.card):
        return None
    second = _worn(after, Move("equip", move.card))
    return None if second is None else _Worn(actions + second.actions, second.board)


def _is_better(after: Board, before: Board) -> bool:
    """Return True for a higher strength, or without a lower one for what an Item can do besides."""
    gain = _strength(after) - _strength(before)
    return gain > 0 or (gain == 0 and after.outlook() - before.outlook() > MIN_MOVE_GAIN)


def _strength(board: Board) -> int:
    return sum(line.amount for line in board.member_lines(board.me))
