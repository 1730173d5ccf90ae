"""The peer for single steps: UNO of rlcard, its own random players in its own loop."""

import json
import sys
import time

import rlcard
from rlcard.agents import RandomAgent


def main(seconds: float) -> None:
    """Play random games for so many seconds and print steps per second as JSON.

    A step of rlcard's loop is: the state of the player with its legal list, a choice by lot, the action.
    """
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        trajectories, _ = env.run(is_training=False)
        steps += sum(len(one) // 2 for one in trajectories)
        games += 1
    spent = time.perf_counter() - started
    print(json.dumps({"steps_per_second": steps / spent, "games_per_second": games / spent}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
