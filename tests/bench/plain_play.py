"""Our side of the contests: random classic games of four for so many seconds, told as JSON.

usage: plain_play.py steps|games SECONDS SEED [source], with PYTHONPATH saying where the rules are. With
`source`, compiled modules are left aside.
"""

import gc
import json
import sys
import time

if sys.argv[4:] == ["source"]:
    from tests.rules_source import import_rules_from_source

    import_rules_from_source()

import cards.door.engine
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Setup
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import play_game


def whole_games(seconds: float, seed: int) -> dict[str, float]:
    """Play whole games; asked is who is awaited, as in the peer's, which knows no interrupts."""
    actions = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        lot = mix(seed, games)
        game = make_game(Setup("classic", 4, lot))
        actions += play_game(game, [RandomPlayer()] * 4, lot, meddle=0).actions
        games += 1
    spent = time.perf_counter() - started
    return {"games_per_second": games / spent, "actions_per_game": actions / games}


def single_steps(seconds: float, seed: int) -> dict[str, float]:
    """Take single steps: the legal list of an awaited seat and one of its actions by lot, in place."""
    steps = number = 0
    player = RandomPlayer()
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        game = make_game(Setup("classic", 4, mix(seed, number)))
        state, _ = game.start()
        dice = Dice(number)
        number += 1
        while not state.over:
            pending = game.pending(state)
            assert pending is not None
            seat = pending.awaited[0]
            game.step_in_place(state, player.choose(None, game.legal_moves(state, seat), seat, dice))
            steps += 1
    return {"steps_per_second": steps / (time.perf_counter() - started)}


def main(kind: str, seconds: float, seed: int) -> None:
    make_game(Setup("classic", 4, 1))
    gc.collect()
    gc.freeze()  # as `kickdoor simulate` does
    found = {"steps": single_steps, "games": whole_games}[kind](seconds, seed)
    compiled = not str(cards.door.engine.__file__).endswith(".py")
    print(json.dumps({**found, "compiled": compiled}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
