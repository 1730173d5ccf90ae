"""How many seconds of a round of the castle-defense game are spent in waits in which nobody says a word.

People play their own turns and use cards where that pays, but never press *Pass*. ``full`` is the whole
time of these waits, ``unasked`` until all have passed by themselves, or the whole time where somebody is
asked. ``idle`` is the share of waits in which nobody could do anything that matters, ``each`` the seconds of
one of those.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bot.tables.passing import pass_delay_ms  # the path has to be set first
from bot.tables.play import has_to_be_asked
from bot.tables.state import TableState, Timer
from bot.tables.table import Seat, Table
from cards.kernel.dice import Dice, mix
from cards.kernel.game import Pending, Setup
from cards.kernel.moves import HOST_SEAT, PASS_VERB, TIME_UP_VERB, Action
from cards.players.base import AnyGame, decide
from cards.registry import REGISTRY, make_game

MAX_STEPS = 4000


class SilentTable:
    """Plays games and adds up the seconds of the waits that nobody ends, by the name of the wait."""

    def __init__(self, seats: int) -> None:
        module = REGISTRY.find("panic")
        assert module is not None
        self.module, self.seats, self.rounds = module, seats, 0.0
        self.waits, self.before, self.after = Counter[str](), Counter[str](), Counter[str]()
        self.idle, self.idle_ms = Counter[str](), Counter[str]()
        people = tuple(Seat(101 + number, f"P{number}") for number in range(seats))
        self._blank = TableState(Table(1, 2, 3, 101, "panic", "playing", seats=people))

    def play(self, seed: int) -> None:
        """Play one game."""
        game = make_game(Setup("panic", self.seats, seed))
        state, _ = game.start()
        players = [self.module.players["sensible"]() for _ in range(self.seats)]
        for player in players:
            player.set_game(game)
        for step in range(MAX_STEPS):
            pending = game.pending(state)
            if pending is None:
                break
            action: Action | None = None
            for seat in pending.awaited:
                moves, dice = game.legal_moves(state, seat), Dice(mix(seed, step))
                action = decide(players[seat], game, state, moves, seat, dice, must=not pending.optional)
                if action is not None and (action.verb != PASS_VERB or not pending.optional):
                    break
                action = None
            if action is None:
                self._count(game, state, pending, seed)
                action = Action(HOST_SEAT, TIME_UP_VERB, ability=pending.serial)
            game.step_in_place(state, action)
        self.rounds += state.turn / self.seats

    def _count(self, game: AnyGame, state: object, pending: Pending, seed: int) -> None:
        allowance = 1000 * pending.seconds
        timer = Timer(allowance, allowance)
        table = replace(self._blank, seed=seed, timer=timer, game=game, game_state=state)
        last, could_act = 0, False
        for seat in pending.awaited:
            delay, matters = pass_delay_ms(table, seat), has_to_be_asked(table, self.module, seat)
            could_act |= matters
            last = max(last, allowance if matters or delay is None else delay)
        if not could_act:
            self.idle[pending.name] += 1
            self.idle_ms[pending.name] += last
        self.waits[pending.name] += 1
        self.before[pending.name] += allowance
        self.after[pending.name] += last


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args()
    table = SilentTable(options.seats)
    for number in range(options.games):
        table.play(mix(number, 20))
    print(f"{options.games} games of {options.seats}, {table.rounds:.0f} rounds; seconds of a round")
    print(f"{'wait':10}{'waits':>9}{'full':>9}{'unasked':>9}{'idle':>9}{'each':>9}")
    counts = table.waits, table.before, table.after, table.idle, table.idle_ms
    for name in [*sorted(table.waits), ""]:
        names = [name] if name else list(table.waits)
        waits, before, after, idle, idle_ms = (sum(found[one] for one in names) for found in counts)
        shown = [waits / table.rounds, before / 1000 / table.rounds, after / 1000 / table.rounds]
        row = "".join(f"{figure:9.1f}" for figure in shown)
        print(f"{name or 'all':10}{row}{idle / waits:9.0%}{idle_ms / 1000 / max(1, idle):9.1f}")


if __name__ == "__main__":
    main()
