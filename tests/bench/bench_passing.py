"""How often people have to tap *Pass* in a round, by habit, and how many of those taps did not matter.

Four people play whole games, each with one of four habits of tapping: who passes at everything, who uses
cards where that pays (a sensible player), who keeps them for fights that would win the game, and who has
chosen to be asked always. A tap did not matter if nothing that the seat could have done would have changed
the fight or the curse.
"""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bot.tables.passing import pass_delay_ms  # the path has to be set first
from bot.tables.play import has_to_be_asked
from bot.tables.state import PassHabit, PassRule, TableState, Timer
from bot.tables.table import Seat, Table
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Pending, Setup
from cards.kernel.moves import PASS_VERB, Action, Refusal, find_move
from cards.kernel.state import GameState
from cards.players.base import AnyGame, decide
from cards.players.door.sensible import SensiblePlayer
from cards.registry import REGISTRY, make_game

HABITS: dict[str, PassRule] = {"passes": "auto", "uses": "auto", "saves": "win", "always": "always"}
"""How each of the four seats plays, and what it has chosen under *When am I asked?*."""

MAX_STEPS = 4000


class TapCount:
    """Plays games and counts for each habit the taps, those that did not matter, and the passes unasked."""

    def __init__(self, name: str) -> None:
        module = REGISTRY.find(name)
        assert module is not None
        self.name, self.module, self.rounds = name, module, 0.0
        self.taps, self.idle, self.unasked = Counter[str](), Counter[str](), Counter[str]()
        habits = tuple(PassHabit(seat, rule) for seat, rule in enumerate(HABITS.values()))
        seats = tuple(Seat(101 + number, habit) for number, habit in enumerate(HABITS))
        self._blank = TableState(Table(1, 2, 3, 101, name, "playing", seats=seats), habits=habits)

    def play(self, seed: int) -> None:
        """Play one game."""
        game = make_game(Setup(self.name, len(HABITS), seed))
        state, _ = game.start()
        players = [SensiblePlayer() for _ in HABITS]
        for player in players:
            player.set_game(game)
        for step in range(MAX_STEPS):
            pending = game.pending(state)
            if pending is None:
                break
            seat = pending.awaited[0]
            moves = game.legal_moves(state, seat)
            passing = Action(seat, PASS_VERB)
            if not pending.optional or isinstance(find_move(moves, passing), Refusal):
                action = decide(players[seat], game, state, moves, seat, Dice(mix(seed, step)), must=True)
            elif self._passes_unasked(game, state, pending, seat, seed):
                action = passing
            else:
                action = self._tap(players[seat], game, state, seat, mix(seed, step))
            assert action is not None
            game.step_in_place(state, action)
        self.rounds += state.turn / len(HABITS)

    def _passes_unasked(
        self, game: AnyGame, state: GameState, pending: Pending, seat: int, seed: int
    ) -> bool:
        allowance = 1000 * pending.seconds
        table = replace(
            self._blank, seed=seed, timer=Timer(allowance, allowance), game=game, game_state=state
        )
        if pass_delay_ms(table, seat) is None or has_to_be_asked(table, self.module, seat):
            return False
        self.unasked[list(HABITS)[seat]] += 1
        return True

    def _tap(
        self, player: SensiblePlayer, game: AnyGame, state: GameState, seat: int, lot: int
    ) -> Action | None:
        """Let an asked person act or pass, and count the pass."""
        habit, moves = list(HABITS)[seat], game.legal_moves(state, seat)
        wished = decide(player, game, state, moves, seat, Dice(lot), must=True)
        if habit in ("uses", "always") and wished is not None and wished.verb != PASS_VERB:
            return wished
        self.taps[habit] += 1
        judge = self.module.has_stake
        assert judge is not None
        self.idle[habit] += not judge(game, game.view(state, seat), moves, seat, only_wins=False)
        return Action(seat, PASS_VERB)

    def rows(self) -> list[tuple[str, list[float]]]:
        """Return for each habit the taps, the taps that did not matter and the passes unasked, a round."""
        return [
            (habit, [count[habit] / self.rounds for count in (self.taps, self.idle, self.unasked)])
            for habit in HABITS
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("names", nargs="*", default=["classic", "wild_west", "apocalypse", "rick_and_morty"])
    options = parser.parse_args()
    print(f"{'game':16}{'habit':10}{'taps':>8}{'idle':>8}{'unasked':>9}   a round")
    for name in options.names:
        count = TapCount(name)
        for number in range(options.games):
            count.play(mix(number, 18))
        for habit, figures in count.rows():
            taps, idle, unasked = figures
            print(f"{name:16}{habit:10}{taps:8.2f}{idle:8.2f}{unasked:9.2f}")


if __name__ == "__main__":
    main()
