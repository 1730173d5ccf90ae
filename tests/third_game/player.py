"""The computer player of Last Stone: it leaves a multiple of four where it can."""

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, WorldSampler
from tests.third_game.rules import MAX_TAKEN, StoneView


class CountingPlayer:
    needs_view = True
    needs_worlds = False

    def set_game(self, game: AnyGame) -> None:
        """Need nothing of the game beyond what a seat sees."""

    def choose(self, view: StoneView, moves: list[Move], seat: int, dice: Dice) -> Action:
        count = view.heap % (MAX_TAKEN + 1) or 1
        return Action(seat, moves[0].verb, picks=((count,),))

    def choose_or_wait(
        self, view: StoneView, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        return self.choose(view, moves, seat, dice)
