"""A player that does anything it may, by lot: for tests, and to be beaten."""

from __future__ import annotations

from typing import Any, Final

from cards.kernel.dice import Dice, Lots
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, Imagine, fill

WEIGHTS: Final = {
    "accept_help": 200,
    "claim": 120,
    "sell": 120,
    "pass": 60,
    "equip": 60,
    "flee": 60,
    "trouble": 60,
    "end_turn": 60,
    "ask_help": 48,
    "kick": 30,
    "play": 24,
    "loot": 6,
    "run_away": 2,
    "unequip": 1,
    "give_up": 1,
    "load": 1,
    "show": 1,
    "offer_trade": 1,
    "withdraw_trade": 1,
    "withdraw_help": 1,
}
"""How likely kinds of moves are, where it is not 4: what leads on is likelier than what undoes or repeats."""
USUAL: Final = 4
IDLE: Final = 1
"""The weight of what only undoes or repeats."""
PATIENCE: Final = 4
"""Of so many times it waits all but one, when it may."""


class RandomPlayer:
    """Chooses a kind of move by lot, then one of that kind, and fills its slots by lot.

    Kinds come first, so that many similar moves (trades, for example) do not crowd out the others.
    """

    looks = False
    searches = False

    def __init__(self) -> None:
        self._lots: Lots | None = None

    def meet(self, game: AnyGame) -> None:
        """Need to know nothing."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return any legal action; each is possible."""
        lots = self._own(dice)
        if len(moves) == 1:
            return fill(moves[0], seat, lots)
        verbs: dict[str, int] = {}
        total = 0
        for move in moves:
            if move[0] not in verbs:
                weight = WEIGHTS.get(move[0], USUAL)
                verbs[move[0]] = weight
                total += weight
        lot = lots.below(total)
        chosen = ""
        for verb, weight in verbs.items():
            chosen = verb
            lot -= weight
            if lot < 0:
                break
        same = [move for move in moves if move[0] == chosen]
        return fill(same[lots.below(len(same))], seat, lots)

    def _own(self, dice: Dice) -> Lots:
        """Return its own lots, which the dice have seeded once."""
        if self._lots is None:
            self._lots = Lots(dice.below(1 << 62))
        return self._lots

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return any legal action, or wait: mostly while nothing leads on, or an offer is unanswered."""
        waits = not any(WEIGHTS.get(move.verb, USUAL) > IDLE for move in moves)
        if (waits or any(move.verb == "withdraw_help" for move in moves)) and self._own(dice).below(PATIENCE):
            return None
        return self.choose(view, moves, seat, dice)
