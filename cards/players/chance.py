"""A player that does anything it may, by lot: for tests, and to be beaten."""

from __future__ import annotations

from typing import Any

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, Imagine, fill

WEIGHTS = {
    "claim": 24,
    "sell": 24,
    "accept_help": 24,
    "play": 24,
    "equip": 16,
    "ask_help": 12,
    "kick": 8,
    "end_turn": 12,
    "trouble": 6,
    "loot": 6,
    "pass": 12,
    "unequip": 1,
    "give_up": 1,
    "load": 1,
    "show": 1,
    "offer_trade": 1,
    "withdraw_trade": 1,
    "withdraw_help": 1,
}
"""How likely kinds of moves are, where it is not 4: what leads on is likelier than what undoes."""
USUAL = 4


class RandomPlayer:
    """Chooses a kind of move by lot, then one of that kind, and fills its slots by lot.

    Kinds come first, so that many similar moves (trades, for example) do not crowd out the others.
    """

    looks = False
    searches = False

    def meet(self, game: AnyGame) -> None:
        """Need to know nothing."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return any legal action; each is possible."""
        verbs = sorted({move.verb for move in moves})
        lot = dice.below(sum(WEIGHTS.get(verb, USUAL) for verb in verbs))
        chosen = verbs[-1]
        for verb in verbs:
            lot -= WEIGHTS.get(verb, USUAL)
            if lot < 0:
                chosen = verb
                break
        same = [move for move in moves if move.verb == chosen]
        return fill(same[dice.below(len(same))], seat, dice)

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return any legal action; this player never waits."""
        return self.choose(view, moves, seat, dice)
