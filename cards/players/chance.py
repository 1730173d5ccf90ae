"""A player that does anything it may, by lot: for tests, and to be beaten."""

from __future__ import annotations

from typing import Any, Final

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, Imagine, fill

WEIGHTS: Final = {
    "accept_help": 200,
    "claim": 120,
    "sell": 120,
    "pass": 60,
    "equip": 60,
    "trouble": 60,
    "end_turn": 60,
    "ask_help": 48,
    "kick": 30,
    "play": 24,
    "loot": 6,
    "run_away": 1,
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
        alike: dict[str, list[Move]] = {}
        for move in moves:
            alike.setdefault(move.verb, []).append(move)
        lot = dice.below(sum([WEIGHTS.get(verb, USUAL) for verb in alike]))
        chosen = ""
        for verb in alike:
            chosen = verb
            lot -= WEIGHTS.get(verb, USUAL)
            if lot < 0:
                break
        same = alike[chosen]
        return fill(same[dice.below(len(same))], seat, dice)

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return any legal action; this player never waits."""
        return self.choose(view, moves, seat, dice)
