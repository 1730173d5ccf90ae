"""How the cunning player's figures were made: who wins, fitted to whole games of sensible players.

    .venv/bin/python tests/bench/fit_chances.py --games 250

At the start of every turn each seat's belongings are summed up in points (``cards.players.door.worth``). A
logistic model then says how likely each seat wins: exp(points / spread), over the sum of that for all seats.
Beside the points stand three facts whose worth is asked for: being one Level below the win, holding monsters
that one can beat, and how many turns it is till one's own. The last column has what is in use.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from cards.door import gear, people, places
from cards.door.events import TurnStarted
from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.dice import Dice, mix
from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.players.door.board import Board
from cards.players.door.choices import LAST_LEVEL_POINTS, POINTS_PER_E_ODDS
from cards.players.door.cunning import CUNNING_TASTE
from cards.players.door.prompts import answer_prompt
from cards.players.door.sensible import SensiblePlayer
from cards.players.door.worth import Taste, seat_worth
from cards.registry import make_game  # the path has to be set first
from cards.simulate import play_game

SEAT_COUNT = 4
FACT_NAMES = ("points", "last Level", "prey", "prey at the last Level", "turns to go")
Row = list[list[float]]
"""For one onlooker, what stands for each seat."""
Sample = tuple[Row, list[float]]
"""A row, and the part of the win that each seat got in the end."""


def facts(board: Board, seat: int, *, known: bool) -> list[float]:
    """Return what stands for a seat; its monsters count only where its hand is known."""
    own = people.level(board, seat) + sum(
        gear.bonus(board, item) for item in board.state.people[seat].equipped
    )
    monsters = [card for card in places.hand(board, seat) if board.defs[card].kind == "monster"]
    prey = min(sum(board.defs[card].level < own for card in monsters), 2) if known else 0
    last = people.level(board, seat) >= board.decks.top_level - 1
    turns = (seat - board.state.active) % board.state.seats
    return [
        seat_worth(board, seat, known=known) / 10,
        float(last),
        float(prey),
        float(prey * last),
        float(turns),
    ]


def samples(number: int, seed: int) -> list[Sample]:
    """Play one game, and return how every seat saw the table at the start of every turn."""
    own = mix(seed, number)
    game = make_game(Setup("classic", SEAT_COUNT, own))
    assert isinstance(game, DoorGame)
    rows: list[Row] = []

    def watch(_: Any, state: DoorState, events: Iterable[Event]) -> None:
        if any(isinstance(event, TurnStarted) for event in events):
            board = Board(state.clone(), game.decks, 0, answer_prompt, Taste()).freeze()
            seats = range(SEAT_COUNT)
            rows.extend([facts(board, seat, known=seat == me) for seat in seats] for me in seats)

    record = play_game(game, [SensiblePlayer() for _ in range(SEAT_COUNT)], own, watch=watch)
    parts = [(seat in record.winners) / max(len(record.winners), 1) for seat in range(SEAT_COUNT)]
    return [(row, parts) for row in rows]


def fit(found: Sequence[Sample], rounds: int = 12) -> list[float]:
    """Return the weights under which what happened was likeliest (Newton's way, lightly held back)."""
    size = len(FACT_NAMES)
    weights = [0.0] * size
    for _ in range(rounds):
        slope = [-weight for weight in weights]
        bend = [[float(i == j) for j in range(size)] for i in range(size)]
        for row, parts in found:
            powers = [exp(sum(w * x for w, x in zip(weights, seat, strict=True))) for seat in row]
            whole = sum(powers)
            chances = [power / whole for power in powers]
            mean = [sum(p * seat[i] for p, seat in zip(chances, row, strict=True)) for i in range(size)]
            for p, part, seat in zip(chances, parts, row, strict=True):
                for i in range(size):
                    slope[i] += (part - p) * seat[i]
                    for j in range(size):
                        bend[i][j] += p * (seat[i] - mean[i]) * (seat[j] - mean[j])
        step = solve(bend, slope)
        weights = [weight + move for weight, move in zip(weights, step, strict=True)]
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a small set of linear equations."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def spread_of(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def main() -> None:
    """Play, fit, and print the figures in points with the error that drawing other games would make."""
    parser = argparse.ArgumentParser(description="Fit who wins to whole games.")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seed", type=int, default=901)
    parser.add_argument("--again", type=int, default=8, help="draws of games by which the error is told")
    options = parser.parse_args()
    games = [samples(number, options.seed) for number in range(options.games)]
    weights = fit([sample for game in games for sample in game])
    dice = Dice(options.seed)
    draws = [
        fit([sample for _ in games for sample in games[dice.randbelow(len(games))]], 6)
        for _ in range(options.again)
    ]
    usual = Taste()
    used = (
        POINTS_PER_E_ODDS,
        LAST_LEVEL_POINTS,
        CUNNING_TASTE.beatable_monster - usual.beatable_monster,
        CUNNING_TASTE.beatable_monster_at_end - CUNNING_TASTE.beatable_monster,
        0.0,
    )
    print(f"{'':24}{'fitted':>8}{'error':>8}{'in use':>8}")
    for i, name in enumerate(FACT_NAMES):
        scale = [10 / draw[0] if i == 0 else 10 * draw[i] / draw[0] for draw in draws]
        value = 10 / weights[0] if i == 0 else 10 * weights[i] / weights[0]
        print(f"{name if i else 'spread':24}{value:8.1f}{spread_of(scale):8.1f}{used[i]:8.1f}")


if __name__ == "__main__":
    main()
