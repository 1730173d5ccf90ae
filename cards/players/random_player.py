"""A player that makes random legal moves: for tests, and as an opponent to beat."""

from __future__ import annotations

from typing import Any, Final

from cards.kernel.dice import Dice, PooledDice
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, WorldSampler, fill_randomly

WEIGHT_BY_VERB: Final = {
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
    "unload": 1,
    "show": 1,
    "offer_trade": 1,
    "withdraw_trade": 1,
    "withdraw_help": 1,
    "offer_truce": 1,
    "withdraw_truce": 1,
    "refuse": 0,  # what is not taken lapses by itself
}
"""The weight of each kind of move that is not usual; moves that undo or repeat something weigh least."""
USUAL_WEIGHT: Final = 4
IDLE_WEIGHT: Final = 1
"""The weight of what only undoes or repeats."""
WAITS_PER_ACTION: Final = 4
"""If it may wait, it acts once in this many times on average."""


class RandomPlayer:
    """Chooses a kind of move at random, then one of that kind, and fills its slots at random.

    Kinds are chosen first, so that many similar moves (trades, for example) do not crowd out the others.
    """

    needs_view = False
    needs_worlds = False

    def __init__(self) -> None:
        self._lots: PooledDice | None = None
        self._bits: dict[str, int] = {}
        """A bit for each verb that it has met."""

    def set_game(self, game: AnyGame) -> None:
        """Do nothing: random moves need no knowledge of the game."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return a random legal action; any of them is possible that has a weight."""
        lots = self._own_lots(dice)
        if len(moves) == 1:
            return fill_randomly(moves[0], seat, lots)
        bits = self._bits
        verbs: list[str] = []
        weights: list[int] = []
        total = seen = 0
        for move in moves:
            verb = move[0]
            bit = bits.get(verb)
            if bit is None:
                bit = bits[verb] = 1 << len(bits)
            if not seen & bit:
                seen |= bit
                weight = WEIGHT_BY_VERB.get(verb, USUAL_WEIGHT)
                verbs.append(verb)
                weights.append(weight)
                total += weight
        lot = lots.randbelow(total)
        place = -1
        while lot >= 0:
            place += 1
            lot -= weights[place]
        chosen = verbs[place]
        same = [move for move in moves if move[0] == chosen]
        return fill_randomly(same[lots.randbelow(len(same))], seat, lots)

    def _own_lots(self, dice: Dice) -> PooledDice:
        """Return its own random numbers, seeded from the dice on first use."""
        if self._lots is None:
            self._lots = PooledDice(dice.randbelow(1 << 62))
        return self._lots

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return a random legal action, or None: likely if no move advances the game or its offer is open."""
        advances = offered = False
        for move in moves:
            verb = move[0]
            if not advances and WEIGHT_BY_VERB.get(verb, USUAL_WEIGHT) > IDLE_WEIGHT:
                advances = True
            if verb == "withdraw_help":
                offered = True
        if (offered or not advances) and self._own_lots(dice).randbelow(WAITS_PER_ACTION):
            return None
        return self.choose(view, moves, seat, dice)
