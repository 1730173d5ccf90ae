"""A player that looks after the seat of somebody who is away.

It is cautious: it never trades, bribes, sells, asks for help, or spends a card that can be used only
once. It takes wins, runs from what is too strong, equips what is good, and passes.
"""

from __future__ import annotations

from collections.abc import Callable

from cards.door.reasons import Reason, with_reason
from cards.door.view_types import DoorView
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Move
from cards.players.door.bargains import wins_now
from cards.players.door.board import Board
from cards.players.door.inventory import best_free_move
from cards.players.door.laying_out import is_lasting
from cards.players.door.prompts import answer_prompt, cheapest, find_move, make_action
from cards.players.door.sensible import SensiblePlayer
from cards.players.door.worth import hand_worth

DUTY_VERBS = ("claim", "run_away", "kick", "loot", "end_turn", PASS_VERB)
"""What it does, in this order, if the game waits for it and there is nothing better."""


REFUSING_VERBS = frozenset({"refuse_help", "refuse_truce", "refuse_trade"})


class CaretakerPlayer(SensiblePlayer):
    """Keeps a seat safe and the table going until its player is back."""

    def explained(self, view: DoorView, action: Action) -> Action:
        """Return an action, with the reason that it makes no bargains where it refuses one."""
        return with_reason(action, Reason("minding")) if action.verb in REFUSING_VERBS else action

    def decide(self, board: Board, moves: list[Move], *, must: bool) -> Action | None:
        """Return the safe thing to do; None if nothing is asked of the seat."""
        me, prompt = board.me, board.state.prompt
        if prompt is not None:
            return make_action(me, Move(ANSWER_VERB), (answer_prompt(board, prompt),))
        for verb, judge in CAREFUL_ANSWERS_BY_VERB.items():
            move = find_move(moves, verb)
            if move is not None:
                return judge(board, move, moves)
        worn = best_free_move(board, [move for move in moves if is_lasting(board, move)])
        if worn is not None:
            return worn
        for verb in DUTY_VERBS:
            move = find_move(moves, verb)
            if move is not None:
                return make_action(me, move)
        return None


def _refuse(board: Board, move: Move, moves: list[Move]) -> Action:
    return make_action(board.me, move)


def _answer_help(board: Board, move: Move, moves: list[Move]) -> Action:
    """Refuse every bargain, unless it brings help that costs nothing and wins the fight."""
    me = board.me
    offer = next(o for o in board.combat.offers if o.number == move.ability)
    accept = Move("accept_help", ability=offer.number)
    free = me == board.fighter and offer.treasures == 0 and not offer.items and not offer.promises
    if free and accept in moves and wins_now(board.helped_by(offer.by)):
        return make_action(me, accept)
    return make_action(me, move)


def _give_away(board: Board, move: Move, moves: list[Move]) -> Action:
    me = board.me
    return make_action(me, move, (cheapest(move.slots[0], lambda card: hand_worth(board, me, card)),))


def _flee(board: Board, move: Move, moves: list[Move]) -> Action:
    return make_action(board.me, move, (move.slots[0].options[:1],))


CAREFUL_ANSWERS_BY_VERB: dict[str, Callable[[Board, Move, list[Move]], Action]] = {
    "refuse_trade": _refuse,
    "refuse_help": _answer_help,
    "refuse_truce": _refuse,
    "give_away": _give_away,
    "flee": _flee,
}
"""Duties that need more than picking a default, by verb."""
