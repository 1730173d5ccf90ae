"""A player that plays as a sensible person would: it values what it sees and bargains fairly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door.belief import believe
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER_VERB, Action, Move
from cards.players.base import AnyGame, WorldSampler
from cards.players.door.bargains import answer_offer
from cards.players.door.board import Board
from cards.players.door.combat_moves import combat, defeat, victory
from cards.players.door.dangers import caught, curse, flee
from cards.players.door.inventory import answer_trade
from cards.players.door.prompts import answer_prompt
from cards.players.door.reasons import explained
from cards.players.door.slot_filling import make_action
from cards.players.door.truces import answer_truce
from cards.players.door.turns import advance_game, manage_turn
from cards.players.door.worth import Taste
from cards.players.random_player import RandomPlayer


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
