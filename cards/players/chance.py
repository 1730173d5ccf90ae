"""A player that does anything it may, by lot: for tests, and to be beaten."""

from __future__ import annotations

from typing import Any

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.players.base import fill


class RandomPlayer:
    """Chooses a kind of move by lot, then one of that kind, and fills its slots by lot.

    Kinds come first, so that many similar moves (trades, for example) do not crowd out the others.
    """

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return any legal action."""
        verbs = sorted({move.verb for move in moves})
        verb = verbs[dice.below(len(verbs))]
        same = [move for move in moves if move.verb == verb]
        return fill(same[dice.below(len(same))], seat, dice)
