"""A player that plays as a sensible person would: it values what it sees and bargains fairly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door.game import DoorGame
from cards.door.seen import DoorView
from cards.kernel.dice import Dice
from cards.kernel.moves import ANSWER, Action, Move
from cards.players.bargains import answer_offer
from cards.players.base import AnyGame, Imagine
from cards.players.belief import believe
from cards.players.board import Board
from cards.players.chance import RandomPlayer
from cards.players.combats import combat, defeat, victory
from cards.players.dangers import caught, curse, flee
from cards.players.household import answer_trade
from cards.players.picks import action
from cards.players.prompts import decide
from cards.players.turns import at_leisure, lead_on
from cards.players.worth import Taste


class SensiblePlayer:
    """Values cards, asks for help and bribes fairly, haggles, and stops leaders when it counts.

    It knows the door-kicking games; of any other it only knows the legal moves.
    """

    looks = True
    searches = False

    def __init__(self, taste: Taste | None = None) -> None:
        self.taste = Taste() if taste is None else taste
        self._game: DoorGame | None = None

    def meet(self, game: AnyGame) -> None:
        self._game = game if isinstance(game, DoorGame) else None

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what the seat wishes, or what leads on."""
        if not isinstance(view, DoorView) or self._game is None:
            return RandomPlayer().choose(view, moves, seat, dice)
        board = self.board(view, seat)
        return self.decide(board, moves, must=True) or lead_on(board, moves)

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return what the seat does of its own accord, None if it would rather wait."""
        if not isinstance(view, DoorView) or self._game is None:
            return RandomPlayer().choose(view, moves, seat, dice)
        return self.decide(self.board(view, seat), moves, must=False)

    def board(self, view: DoorView, seat: int) -> Board:
        """Return the table as the seat believes it to be."""
        assert self._game is not None
        decks = self._game.decks
        return Board(believe(view, decks), decks, seat, decide, self.taste).read()

    def decide(self, board: Board, moves: list[Move], *, must: bool) -> Action | None:
        """Return an action, None to wait; ``must``: waiting for others has led nowhere."""
        prompt = board.state.prompt
        if prompt is not None:
            return action(board.me, Move(ANSWER), (decide(board, prompt),)) if moves else None
        offered = answer_offer(board, moves) or answer_trade(board, moves)
        if offered is not None:
            return offered
        judge = WINDOWS.get(board.kind)
        return judge(board, moves, must) if judge is not None else at_leisure(board, moves, must)


WINDOWS: dict[str, Callable[[Board, list[Move], bool], Action | None]] = {
    "combat": combat,
    "victory": victory,
    "defeat": defeat,
    "flee": flee,
    "caught": caught,
    "curse": curse,
}
