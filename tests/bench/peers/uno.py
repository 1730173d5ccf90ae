"""The peer for single steps: UNO of rlcard, a step being its legal list and one action by lot."""

from __future__ import annotations

import json
import random
import sys
import time

from rlcard.games.uno import Game


def main(seconds: float) -> None:
    """Play random games for so many seconds and print steps per second as JSON."""
    random.seed(1)
    steps = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        game = Game(num_players=4)
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            steps += 1
        games += 1
    spent = time.perf_counter() - started
    print(json.dumps({"steps_per_second": steps / spent, "games_per_second": games / spent}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
