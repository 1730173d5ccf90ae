"""Players that play as a sensible person would, or only keep an absent one from harm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door.belief import believe
from cards.door.game import DoorGame
from cards.door.reasons import Reason, with_reason
from cards.door.view_types import DoorView
from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Move
from cards.players.base import AnyGame, WorldSampler
from cards.players.door.bargains import answer_offer, answer_truce, wins_now
from cards.players.door.board import Board
from cards.players.door.combat_moves import caught, combat, curse, defeat, flee, victory
from cards.players.door.combat_values import outlook_if_won
from cards.players.door.inventory import answer_trade, best_free_move, play_surplus_curse, propose_trade
from cards.players.door.laying_out import is_lasting
from cards.players.door.prompts import answer_prompt, cheapest, find_move, make_action, variants
from cards.players.door.reasons import explained
from cards.players.door.worth import Taste, hand_worth
from cards.players.random_player import RandomPlayer

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


class SensiblePlayer:
    """Values cards, asks for help and bribes fairly, haggles, and stops leaders when it counts.

    It knows the door-kicking games; of any other it only knows the legal moves.
    """

    needs_view = True
    needs_worlds = False

    def __init__(self, taste: Taste | None = None) -> None:
        self.taste = Taste() if taste is None else taste
        self._game: DoorGame | None = None

    def set_game(self, game: AnyGame) -> None:
        self._game = game if isinstance(game, DoorGame) else None

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what the seat wants to do, or what lets the game go on."""
        if not isinstance(view, DoorView) or self._game is None:
            return RandomPlayer().choose(view, moves, seat, dice)
        board = self.board(view, seat)
        return self.explained(view, self.decide(board, moves, must=True) or advance_game(board, moves))

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return what the seat does now, None if it prefers to wait."""
        if not isinstance(view, DoorView) or self._game is None:
            return RandomPlayer().choose(view, moves, seat, dice)
        if asks_somebody_else(view, seat):
            return None  # whatever it is can wait
        action = self.decide(self.board(view, seat), moves, must=False)
        return None if action is None else self.explained(view, action)

    def explained(self, view: DoorView, action: Action) -> Action:
        """Return an action with the reason that the seat gives for it, if it is an answer to an offer."""
        assert self._game is not None
        return explained(view, self._game.decks, action, self.taste)

    def board(self, view: DoorView, seat: int) -> Board:
        """Return the table as the seat believes it to be."""
        assert self._game is not None
        decks = self._game.decks
        return Board(believe(view, decks), decks, seat, answer_prompt, self.taste).freeze()

    def decide(self, board: Board, moves: list[Move], *, must: bool) -> Action | None:
        """Return an action, None to wait; ``must``: waiting for others has led nowhere."""
        prompt = board.state.prompt
        if prompt is not None:
            return (
                make_action(board.me, Move(ANSWER_VERB), (answer_prompt(board, prompt),)) if moves else None
            )
        offered = answer_offer(board, moves) or answer_truce(board, moves) or answer_trade(board, moves)
        if offered is not None:
            return offered
        judge = DECISION_BY_WINDOW.get(board.kind)
        return judge(board, moves, must) if judge is not None else manage_turn(board, moves, must)


def asks_somebody_else(view: DoorView, seat: int) -> bool:
    """Return True if another seat has to answer a question first."""
    return view.wait is not None and view.wait.kind == "prompt" and seat not in view.wait.awaited


DECISION_BY_WINDOW: dict[str, Callable[[Board, list[Move], bool], Action | None]] = {
    "combat": combat,
    "victory": victory,
    "defeat": defeat,
    "flee": flee,
    "caught": caught,
    "curse": curse,
}


DUTY_VERBS = ("claim", "run_away", "kick", "loot", "end_turn", PASS_VERB)
"""What it does, in this order, if the game waits for it and there is nothing better."""


REFUSING_VERBS = frozenset({"refuse_help", "refuse_truce", "refuse_trade"})


class CaretakerPlayer(SensiblePlayer):
    """Keeps a seat safe and the table going until its player is back.

    It is cautious: it never trades, bribes, sells, asks for help, or spends a card that can be used only
    once. It takes wins, runs from what is too strong, equips what is good, and passes.
    """

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
