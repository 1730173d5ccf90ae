"""Plays whole games between computer players at full speed, checking every invariant on request."""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from tqdm import tqdm

from cards.balance import GameOutcome, GameStats, report
from cards.game_module import GameModule, PlayerFactory
from cards.kernel.dice import Dice, PooledDice, mix
from cards.kernel.game import Game, Setup, SetupError
from cards.kernel.moves import Action, Move, Refusal
from cards.kernel.state import GameState
from cards.players.base import Player, decide
from cards.registry import REGISTRY, make_game, module_of

AnyGame = Game[Any, Any]

CARETAKER_KIND: Final = "caretaker"
"""The name of the player that looks after the seats of absent people."""

MAX_ACTIONS_PER_GAME: Final = 20_000
"""Actions after which a game counts as stuck."""
LEAK_CHECK_INTERVAL_ACTIONS: Final = 5
"""A checked game looks for leaks of hidden cards once in this many actions, for each viewer in turn."""
MAX_DIGITS: Final = 10
"""Digits of a number on the command line from which on it can only be an error."""
SETUP_TEXTS: Final = {
    "unknown_game": "There is no game {game}. Known: {games}; sets are joined with +.\n",
    "bad_seat_count": "This game is for {least} to {most} players.\n",
    "bad_option": "The option {option} cannot be used: {reason}.\n",
}
MEDDLE_INTERVAL_ACTIONS: Final = 5
"""Once in this many actions any seat may act, also one that the game does not wait for."""


@dataclass(slots=True)
class SimulatedGame:
    """The result of one game."""

    seed: int
    actions: int = 0
    finished: bool = False
    winners: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    """The seats that stand best at the end, even if nobody wins; none where games have no ranks."""
    violations: list[str] = field(default_factory=list[str])
    taken: list[str] = field(default_factory=list[str])
    """The verb of each action."""
    turns: int = 0
    sheet: GameStats | None = None
    names: list[str] = field(default_factory=list[str])

    def note_action(self, action: Action) -> None:
        """Note that an action was taken."""
        self.actions += 1
        self.taken.append(action[1])  # its verb

    def note_end(self, state: GameState, ranks: Sequence[tuple[int, ...]]) -> None:
        """Note how the game ended; more of a rank is better."""
        self.finished = state.over
        self.winners = state.winners
        self.turns = getattr(state, "turn", 0)
        self.leaders = tuple(seat for seat, own in enumerate(ranks) if own == max(ranks))

    @property
    def verbs(self) -> Counter[str]:
        """Return how often each kind of action was taken."""
        return Counter(self.taken)


def play_game(
    game: AnyGame,
    players: list[Player],
    seed: int,
    *,
    check: Callable[[AnyGame, GameState, int], list[str]] | None = None,
    watch: Callable[[AnyGame, GameState, Any], None] | None = None,
    rank: Callable[[Any, Any], Sequence[tuple[int, ...]]] | None = None,
    meddle: int = MEDDLE_INTERVAL_ACTIONS,
) -> SimulatedGame:
    """Play one game to its end; the players' random choices come from ``seed`` too.

    Once in ``meddle`` actions on average any seat is asked, as people interfere; with 0 this does not happen.
    """
    record = SimulatedGame(seed)
    dice = PooledDice(mix(seed, 977))
    state, _ = game.start()
    for player in players:
        player.set_game(game)
    while not state.over and record.actions < MAX_ACTIONS_PER_GAME:
        action = next_action(game, state, players, dice, meddle)
        result = game.step_in_place(state, action)
        if isinstance(result, Refusal):
            record.violations.append(f"legal action {action} refused: {result}")
            break
        record.note_action(action)
        if watch is not None:
            watch(game, state, result)
        if check is not None:
            record.violations += check(game, state, record.actions)
            if record.violations:
                break
    record.note_end(state, () if rank is None else rank(game, state))
    return record


def next_action(
    game: AnyGame,
    state: GameState,
    players: Sequence[Player],
    dice: Dice,
    meddle: int = MEDDLE_INTERVAL_ACTIONS,
) -> Action:
    """Return what somebody does next: seats are asked until one of them does not prefer to wait."""
    waiting = set[int]()
    while True:
        seat, moves, must = next_seat(game, state, dice, waiting, meddle)
        action = decide(players[seat], game, state, moves, seat, dice, must=must)
        if action is not None:
            return action
        waiting.add(seat)


def next_seat(
    game: AnyGame, state: GameState, dice: Dice, waiting: set[int], meddle: int = MEDDLE_INTERVAL_ACTIONS
) -> tuple[int, list[Move], bool]:
    """Return which seat is asked next, what it may do, and whether it must.

    Usually it is an awaited seat, now and then any seat that can do something. Seats in ``waiting`` prefer to
    see what others do; if all of them do, an awaited seat has to act. The seat that is asked first changes
    with every action, because being first is an advantage that no seat should always have.
    """
    pending = game.pending(state)
    if pending is None:
        raise RuntimeError("the game is not over and waits for nobody")
    if meddle and dice.randbelow(meddle) == 0:
        seat = dice.randbelow(state.seats)
        moves = game.legal_moves(state, seat)
        if moves and seat not in waiting:
            return seat, moves, False
    if not waiting:
        seat = pending.awaited[dice.randbelow(len(pending.awaited))]
        return seat, game.legal_moves(state, seat), False
    others = [(seat + state.seq) % state.seats for seat in range(state.seats)]
    for seat in sorted(others, key=lambda seat: seat not in pending.awaited):
        if seat not in waiting:
            moves = game.legal_moves(state, seat)
            if moves:
                return seat, moves, False
    seat = pending.awaited[dice.randbelow(len(pending.awaited))]
    return seat, game.legal_moves(state, seat), True


def check_invariants(game: AnyGame, state: GameState, number: int) -> list[str]:
    """Check a state after an action: invariants and saving always, leaks of hidden cards now and then."""
    found = game.check(state)
    saved = game.encode(state)
    restored = game.decode(saved)
    if restored != state or (number % 8 == 0 and game.encode(restored) != saved):
        found.append("saving and loading changes the state")
    if number % LEAK_CHECK_INTERVAL_ACTIONS == 0:
        seat = number // LEAK_CHECK_INTERVAL_ACTIONS % (state.seats + 1)
        found += find_leaks(game, state, seat if seat < state.seats else None, mix(number, 3))
    return found


def find_leaks(game: AnyGame, state: GameState, viewer: int | None, seed: int) -> list[str]:
    """Deal what the viewer cannot see again, and return a line for each difference they would notice.

    A move that is listed twice is reported, too.
    """
    found: list[str] = []
    other = game.redeal_hidden(state, viewer, seed)
    if game.view(other, viewer) != game.view(state, viewer):
        found.append(f"the view of {viewer} depends on hidden cards")
    if game.pending(other) != game.pending(state):
        found.append("what the game waits for depends on hidden cards")
    if viewer is not None:
        moves = game.legal_moves(state, viewer)
        if game.legal_moves(other, viewer) != moves:
            found.append(f"the legal list of {viewer} depends on hidden cards")
        if len(set(moves)) != len(moves):
            found.append(f"the legal list of {viewer} names a move twice")  # a screen could not show it
    return found


def simulate_game(options: argparse.Namespace, number: int) -> SimulatedGame:
    """Play one of the requested games; its seed depends only on the first seed and its number."""
    seed = mix(options.seed, number)
    module = module_of(options.game)
    game = module.make(setup_of(options, seed), None)
    names = seat_names(options.player, options.players)
    if options.rotate:
        names = [names[(seat - number) % len(names)] for seat in range(len(names))]
    factories = player_factories(module)
    players = [factories[name]() for name in names]
    sheet = module.stats() if options.report else None
    check = check_invariants if options.check else None
    watch = None if sheet is None else sheet.record
    record = play_game(game, players, seed, check=check, watch=watch, rank=module.rank)
    record.sheet, record.names = sheet, names
    return record


def setup_of(options: argparse.Namespace, seed: int = 1) -> Setup:
    """Return what a requested game is made from: the house rules of a new table, and those requested."""
    usual = module_of(options.game).default_options
    return Setup(options.game, options.players, seed, {**usual, **json.loads(options.options)})


def player_factories(module: GameModule) -> dict[str, PlayerFactory]:
    """Return everything that can play the game by itself, the caretaker too."""
    found = dict(module.players)
    if module.caretaker is not None:
        found[CARETAKER_KIND] = module.caretaker
    return found


def preload_packs(options: argparse.Namespace) -> None:
    """Load the packs before the first game, and exclude them from garbage collection."""
    make_game(setup_of(options))
    gc.collect()
    gc.freeze()


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Play the requested games, on several processors if there are any, and sum them up."""
    preload_packs(options)
    started = time.perf_counter()
    if options.jobs > 1 and options.games > 1:
        records = play_in_processes(options)
    else:
        numbers = tqdm(range(options.games), unit="game", disable=None)  # silent where nobody looks
        records = [simulate_game(options, number) for number in numbers]
    seconds = time.perf_counter() - started
    winners: Counter[str] = Counter()
    for record in records:
        winners.update(str(seat) for seat in record.winners)
    actions = sum(record.actions for record in records)
    result = {
        "games": options.games,
        "finished": sum(record.finished for record in records),
        "actions": actions,
        "turns": sum(record.turns for record in records),
        "seconds": round(seconds, 3),
        "actions_per_second": round(actions / seconds) if seconds else 0,
        "violations": [
            f"game {number} (seed {record.seed}): {fault}"
            for number, record in enumerate(records)
            for fault in record.violations
        ],
        "winners": dict(sorted(winners.items())),
        "shares": seat_shares(records, lambda record: record.winners),
    }
    if module_of(options.game).rank is not None:
        result["won_by_nobody"] = sum(record.finished and not record.winners for record in records)
        result["most_points"] = seat_shares(records, lambda record: record.leaders)
    if options.report:
        outcomes = [GameOutcome(r.sheet, r.turns, r.winners) for r in records if r.sheet is not None]
        result["balance"] = report(outcomes, make_game(setup_of(options)))
    return result


SHARES_PER_WORKER = 100
"""In how many shares a worker gets its games: thousands of them can lock up the pool of Python 3.11."""


def play_in_processes(options: argparse.Namespace) -> list[SimulatedGame]:
    """Play on several processors. Ctrl+C ends it at once, workers included."""
    pool = ProcessPoolExecutor(options.jobs, initializer=_prepare_worker, initargs=(options,))
    try:
        with _without_interrupts():  # it starts the workers, which are then deaf from the beginning
            share = -(-options.games // (options.jobs * SHARES_PER_WORKER))
            records = pool.map(partial(simulate_game, options), range(options.games), chunksize=share)
        return list(tqdm(records, total=options.games, unit="game", disable=None))
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown()


def _prepare_worker(options: argparse.Namespace) -> None:
    """Ctrl+C reaches every process of a terminal, but only the first one knows what to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    preload_packs(options)


@contextmanager
def _without_interrupts() -> Generator[None]:
    """Hold back Ctrl+C for as long as this takes; processes that are started meanwhile never hear it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def seat_shares(
    records: list[SimulatedGame], seats_of: Callable[[SimulatedGame], tuple[int, ...]]
) -> dict[str, float]:
    """Return each kind of player's share of the games; one that two seats share counts half for each."""
    shares: dict[str, float] = {name: 0.0 for record in records for name in record.names}
    for record in records:
        seats = seats_of(record)
        for seat in seats:
            shares[record.names[seat]] += 1 / len(seats)
    return {name: round(part / max(len(records), 1), 3) for name, part in sorted(shares.items())}


def seat_names(text: str, seats: int) -> list[str]:
    """Return the player of each seat: ``sensible`` for all, or ``sensible,random,...``, the last repeated."""
    names = text.split(",")
    return [names[min(seat, len(names) - 1)] for seat in range(seats)]


def _positive(text: str) -> int:
    if not (text.isdecimal() and len(text) < MAX_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _object(text: str) -> str:
    """Refuse what is no JSON object; games are given the text, which can be sent to other processes."""
    try:
        sound = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        sound = False
    if not sound:
        raise argparse.ArgumentTypeError(f'{text!r} is not a JSON object such as {{"win_level": 8}}')
    return text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--game",
        default=REGISTRY.default_name,
        help=f"{', '.join(REGISTRY.names())}; some games can be joined with +",
    )
    parser.add_argument("--players", type=_positive, default=4, help="seats")
    parser.add_argument("--games", type=_positive, default=100, help="how many games")
    parser.add_argument("--seed", type=int, default=1, help="the games' seed")
    parser.add_argument(
        "--player", default="random", help="a computer player of the game, or one per seat: sensible,random"
    )
    parser.add_argument("--options", type=_object, default="{}", help="house rules as JSON")
    parser.add_argument("--rotate", action="store_true", help="move the players on one seat for each game")
    parser.add_argument("--report", action="store_true", help="report on balance: fights, seats, cards")
    parser.add_argument("--check", action="store_true", help="check every invariant after every action")
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="processes to play in")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def main(options: argparse.Namespace) -> int:
    """Run the command; exit code 1 if a game did not finish or broke an invariant."""
    try:
        known = player_factories(module_of(options.game))
        unknown = set(seat_names(options.player, options.players)) - set(known)
        if unknown:
            sys.stderr.write(
                f"This game has no player {', '.join(sorted(unknown))}; it has {', '.join(known)}\n"
            )
            return 2
        result = run(options)
    except SetupError as error:
        sys.stderr.write(SETUP_TEXTS[error.code].format(**error.data, games=", ".join(REGISTRY.names())))
        return 2
    if options.json:
        sys.stdout.write(json.dumps(result) + "\n")
    else:
        for key, value in result.items():
            sys.stdout.write(f"{key}: {value}\n")
    return 0 if result["finished"] == result["games"] and not result["violations"] else 1
