"""How much there is to win by thinking: the cunning player beside one who sees all hands and decks.

    .venv/bin/python tests/bench/bench_ceiling.py --game classic --games 500

The clairvoyant player searches as the cunning one does, but in the world as it is: it knows every hand and
the order of the decks, and no roll of a die. Both play the same games against three sensible players, in
each seat in turn. The **way** is how far the cunning one gets from its fair share to the clairvoyant's.
`--open-hands` adds one between them: it sees all hands, but the decks are dealt again for each of its worlds.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, median, quantiles, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from cards.door.game import DoorGame
from cards.door.imagine import hidden_cards, swap_cards
from cards.door.state import FIRST_HAND_ZONE, DoorState
from cards.kernel.dice import Dice, PooledDice, mix
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Move
from cards.players.base import AnyGame, Player, WorldSampler
from cards.players.door.board import Board
from cards.players.door.cunning import CunningPlayer
from cards.players.door.sensible import SensiblePlayer
from cards.registry import make_game  # the path has to be set first
from cards.simulate import play_game

SEAT_COUNT = 4
FAIR_SHARE = 1 / SEAT_COUNT
KINDS = ("cunning", "clairvoyant")
OPEN_HANDS_KIND = "open hands"


class TimedPlayer:
    """A cunning or clairvoyant player with a watch.

    The clairvoyant one tries its choices in ``state``, the game itself, with other dice to come and all hands
    open. Its first decision, before ``state`` is known, it makes in a likely world.
    """

    needs_view = True
    needs_worlds = True

    def __init__(self, kind: str) -> None:
        self.state: DoorState | None = None
        self.thought_s: list[float] = []
        self._game: DoorGame | None = None
        self._kind = kind
        sees = kind != "cunning"
        self._thinker = CunningPlayer(make_world=self._real_world if sees else None, open_hands=sees)

    def set_game(self, game: AnyGame) -> None:
        """Learn the rules and the cards."""
        self._game = game if isinstance(game, DoorGame) else None
        self._thinker.set_game(game)

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what lets the game go on."""
        return self._thinker.choose(view, moves, seat, dice)

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return what the seat does now, and note the processor time it took."""
        begun = time.process_time()
        found = self._thinker.choose_or_wait(view, moves, seat, dice, imagine)
        self.thought_s.append(time.process_time() - begun)
        return found

    def _real_world(self, board: Board, dice: Dice, imagine: WorldSampler) -> DoorState:
        """Return the game as it is, with other dice to come, and other decks for one who sees only hands."""
        if self.state is None:
            imagined: DoorState = imagine(dice.randbelow(1 << 62))
            return imagined
        world = self.state.clone()
        world.dice = Dice(dice.randbelow(1 << 62), world.dice.count, world.dice.coming.copy())
        if self._kind == OPEN_HANDS_KIND and self._game is not None:
            mixer = PooledDice(dice.randbelow(1 << 62))
            for zone, cards in hidden_cards(world, self._game.decks, board.me).items():
                if zone < FIRST_HAND_ZONE:
                    mixed = cards.copy()
                    mixer.shuffle(mixed)
                    swap_cards(world, cards, mixed)
        return world


class Result(NamedTuple):
    """One game: the player's part of the win, and how long each decision took."""

    share: float
    thought_s: list[float]


def play(game_name: str, kind: str, first_seed: int, number: int) -> Result:
    """Play one game with the player in seat ``number`` modulo four."""
    seed = mix(first_seed, number)
    game = make_game(Setup(game_name, SEAT_COUNT, seed))
    assert isinstance(game, DoorGame)
    me = number % SEAT_COUNT
    thinker = TimedPlayer(kind)

    def watch(_game: Any, state: Any, _events: Any) -> None:
        thinker.state = state

    players: list[Player] = [thinker if seat == me else SensiblePlayer() for seat in range(SEAT_COUNT)]
    record = play_game(game, players, seed, watch=watch)
    share = 1 / len(record.winners) if me in record.winners else 0.0
    return Result(share, thinker.thought_s)


def main(arguments: Iterable[str] | None = None) -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", action="append", help="a game of doors; may be given again (classic)")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--open-hands", action="store_true", help="also play one that sees hands, not decks")
    options = parser.parse_args(None if arguments is None else list(arguments))
    print("| Game | Player | Games | Share of wins | Off by | Decision median | p95 | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for game_name in options.game or ["classic"]:
        shares: dict[str, float] = {}
        for kind in (*KINDS, OPEN_HANDS_KIND) if options.open_hands else KINDS:
            with ProcessPoolExecutor(options.jobs) as pool:
                played = partial(play, game_name, kind, options.seed)
                results = list(pool.map(played, range(options.games), chunksize=2))
            won = [result.share for result in results]
            times = sorted(took for result in results for took in result.thought_s)
            shares[kind] = mean(won)
            error = stdev(won) / sqrt(len(won)) if len(won) > 1 else 0.0
            print(
                f"| {game_name} | {kind} | {options.games} | {shares[kind]:.3f} | {error:.3f} "
                f"| {median(times) * 1000:.1f} ms | {quantiles(times, n=20)[-1] * 1000:.0f} ms "
                f"| {times[-1] * 1000:.0f} ms |",
                flush=True,
            )
        gain, ceiling = shares["cunning"] - FAIR_SHARE, shares["clairvoyant"] - FAIR_SHARE
        print(f"\n{game_name}: the way is {gain / ceiling:.2f} of {ceiling:.3f}\n" if ceiling > 0 else "\n")


if __name__ == "__main__":
    main()
