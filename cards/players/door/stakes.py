"""Whether a seat that is asked to pass could do anything that matters, judged from its own view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cards.door import curses, people, score
from cards.door.belief import believe
from cards.door.game import DoorGame
from cards.door.rules import RULE_TABLES
from cards.door.view_types import DoorView
from cards.kernel.dice import DIE_SIDES
from cards.kernel.moves import PASS_VERB, Move
from cards.players.base import AnyGame
from cards.players.door.board import Board
from cards.players.door.prompts import answer_prompt, variants
from cards.players.door.worth import Taste

AGREEING_VERBS: Final = frozenset({"accept_help", "accept_truce"})
"""Answers to an offer that is open: it is over when the fight is."""

IDLE_VERBS: Final = (RULE_TABLES.keeps_passes - AGREEING_VERBS) | {PASS_VERB}
"""Verbs that change nothing in a fight and can be used at another time as well."""

Judge = Callable[[Board, Sequence[Move], bool], bool]


def has_stake(game: AnyGame, view: Any, moves: Sequence[Move], seat: int, *, only_wins: bool) -> bool:
    """Return True if passing would give away something that could matter to the seat.

    ``only_wins``: of the fights of others, only one that would win the game matters.
    """
    assert isinstance(game, DoorGame)
    assert isinstance(view, DoorView)
    if view.wait is None or view.wait.kind != "window" or not any(move.verb == PASS_VERB for move in moves):
        return True
    acts = [move for move in moves if move.verb not in IDLE_VERBS]
    if view.wait.name not in JUDGE_BY_WINDOW:
        return bool(acts)
    board = Board(believe(view, game.decks), game.decks, seat, answer_prompt, Taste()).freeze()
    return JUDGE_BY_WINDOW[view.wait.name](board, moves, only_wins)


def _stops_curse(board: Board, moves: Sequence[Move], only_wins: bool) -> bool:
    """Return True if the seat can keep the curse from striking as it would; nobody may decline one."""
    if only_wins and curses.victim(board) != board.me:
        return False
    before = _curse_facts(board)
    return any(
        after is None or _curse_facts(after) != before
        for move in moves
        if move.verb == "use"
        for after in _outcomes(board, move)
    )


def _curse_facts(board: Board) -> object:
    frame = board.state.frames[-1] if board.state.frames else None
    return None if frame is None else (frame.kind, frame.seat, frame.card, sorted(frame.vars.items()))


def _changes_fight(board: Board, moves: Sequence[Move], only_wins: bool) -> bool:
    """Return True if the seat could turn the fight, alone and with all that it holds."""
    for_win = score.for_the_win(board)
    if only_wins and not for_win:
        return False
    acts = [move for move in moves if move.verb not in IDLE_VERBS]
    if any(move.verb in AGREEING_VERBS for move in acts) or (for_win and acts):
        return True
    margin = board.margin()
    ahead = margin > 0
    could_help = not ahead and any(move.verb == "offer_help" for move in moves)
    if could_help and board.helped_by(board.me).margin() > 0:
        return True
    swings = 0.0
    for move in acts:
        best = 0.0
        for after in _outcomes(board, move):
            if after is None or _is_another_fight(board, after) or (after.margin() > 0) is not ahead:
                return True
            swing = after.margin() - margin
            best = max(best, -swing if ahead else swing)
        swings += best
    return swings >= margin if ahead else swings > -margin


def _outcomes(board: Board, move: Move) -> Iterator[Board | None]:
    """Yield the table after each sensible way to make a move; None where nobody can tell."""
    for picks in variants(board, board.me, move):
        after = board.after_move(move, picks)
        if after is not None and after.rolled:
            for die in range(1, DIE_SIDES + 1):
                yield board.after_move(move, picks, dice=(die,))
        else:
            yield after


def _is_another_fight(before: Board, after: Board) -> bool:
    """Return True if who fights whom, or what is to be gained, has changed to the seat's advantage."""
    old, new = before.combat, after.state.combat
    if (
        new is None
        or new.over
        or (old.fighter, old.helper, old.stage) != (new.fighter, new.helper, new.stage)
    ):
        return True
    pools = score.pool(before), score.pool(after)
    return pools[1] < pools[0] or (before.me in people.party(before) and pools[1] > pools[0])


JUDGE_BY_WINDOW: dict[str, Judge] = {
    "curse": _stops_curse,
    "victory": _changes_fight,
    "defeat": _changes_fight,
}
