"""How fast the rules are, beside peers in the same run: `make bench`, or run this file.

Goals are ratios (docs/benchmarks.md says why). Peers are installed into `.bench/`: rlcard's UNO for single
steps, boardgame.io for whole games. A peer that cannot be had is left out, with the reason.
"""

import argparse
import copy
import json
import shutil
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS_FOLDER = ROOT / ".bench"
sys.path.insert(0, str(ROOT))

from tests.rules_source import (  # noqa: E402  # the path has to be set first
    compiled_modules,
    import_rules_from_source,
    remove_outdated_modules,
)

import_rules_from_source()

from cards.kernel.game import Setup  # noqa: E402
from cards.players.random_player import RandomPlayer  # noqa: E402
from cards.registry import make_game  # noqa: E402  # the path has to be set first
from cards.simulate import play_game  # noqa: E402

RLCARD_REQUIREMENTS = ("rlcard==1.2.0", "numpy==2.4.6")
"""rlcard takes any numpy, and an environment made later got another one."""

BOARDGAME_REQUIREMENT = "boardgame.io@0.50.2"


def uno_python() -> tuple[list[str] | None, str]:
    """Return the command that runs the UNO peer, its own environment made on first use."""
    python = PEERS_FOLDER / "uno" / "bin" / "python"
    if not python.exists():
        venv.create(PEERS_FOLDER / "uno", with_pip=True)
        done = subprocess.run(
            [python, "-m", "pip", "install", "-q", *RLCARD_REQUIREMENTS], capture_output=True, text=True
        )
        if done.returncode:
            shutil.rmtree(PEERS_FOLDER / "uno")
            return None, f"{' and '.join(RLCARD_REQUIREMENTS)} could not be installed"
    return [str(python), str(HERE / "peers" / "uno.py")], ""


def boardgame_node() -> tuple[list[str] | None, str]:
    """Return the command that runs the boardgame.io peer, installed by npm on first use."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None, "node and npm are not here"
    home = PEERS_FOLDER / "boardgame"
    if not (home / "node_modules").exists():
        home.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["npm", "install", "--no-save", "--silent", BOARDGAME_REQUIREMENT],
            cwd=home,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            shutil.rmtree(home)
            return None, f"{BOARDGAME_REQUIREMENT} could not be installed"
    shutil.copy(HERE / "peers" / "door_game.js", home)
    return ["node", str(home / "door_game.js")], ""


def ask_peer(command: list[str], seconds: float) -> dict[str, float]:
    done = subprocess.run([*command, str(seconds)], capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def ours(kind: str, rules: str, seconds: float, round_: int) -> dict[str, float]:
    """Play with the rules, interpreted or compiled, in a process of its own like the peers."""
    command = [sys.executable, str(HERE / "plain_play.py"), kind, str(seconds), str(round_)]
    if rules == "interpreted":
        command.append("source")
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)})
    found: dict[str, float] = json.loads(done.stdout)
    assert found["compiled"] == (rules == "compiled")
    return found


def rules_at_hand() -> list[str]:
    """Return which rules can be measured: compiled ones if `make fast` has been run since the last change."""
    remove_outdated_modules()
    return ["interpreted", "compiled"] if compiled_modules() else ["interpreted"]


def sample_states(count: int) -> tuple[Any, list[Any]]:
    """Return states from all over some random games."""
    kept: list[Any] = []
    game = make_game(Setup("classic", 4, 5))
    for seed in range(3):
        game = make_game(Setup("classic", 4, seed))
        # As they come from disk: what a state remembers about itself is no part of what is copied.
        play_game(game, [RandomPlayer()] * 4, seed, watch=lambda g, s, e: kept.append(g.decode(g.encode(s))))
    return game, kept[:: max(1, len(kept) // count)]


def each(work: Callable[[Any], Any], over: list[Any]) -> float:
    """Return the median microseconds of the work on one of them."""
    return in_turn([work], over, 1)[0]


def in_turn(works: list[Callable[[Any], Any]], over: list[Any], rounds: int) -> list[float]:
    """Return the same for several, each over all of them and then again: slow moments hit every work."""
    spans: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, found in zip(works, spans, strict=True):
            for item in over:
                started = time.perf_counter()
                work(item)
                found.append(time.perf_counter() - started)
    return [statistics.median(found) * 1e6 for found in spans]


def sizes() -> list[tuple[str, str]]:
    game, states = sample_states(300)
    saved = [game.encode(state) for state in states]
    clone, deep = in_turn([game.clone, copy.deepcopy], states, 5)
    ordered = sorted(map(len, saved))
    return [
        ("clone", f"{clone:.1f} us, deepcopy {deep:.0f} us: {deep / clone:.0f} times cheaper (goal 20)"),
        ("snapshot", f"{ordered[len(ordered) // 2]} bytes in the median, {ordered[-1]} at most (goal 3,000)"),
        ("encode, decode", f"{each(game.encode, states):.0f} us, {each(game.decode, saved):.0f} us"),
        ("view of a seat", f"{each(lambda s: game.view(s, 0), [game.clone(s) for s in states]):.0f} us"),
        ("legal list", f"{each(lambda s: game.legal_moves(s, 0), [game.clone(s) for s in states]):.0f} us"),
    ]


def duel(kind: str, peer: tuple[list[str] | None, str], goal: float, options: argparse.Namespace) -> None:
    """Run all sides in turn, round by round, and print the medians and the ratio pair by pair."""
    command, reason = peer
    figure = f"{kind}_per_second"
    rules = rules_at_hand()
    mine: dict[str, list[dict[str, float]]] = {name: [] for name in rules}
    theirs: list[float] = []
    for round_ in range(options.rounds):
        for name in rules:
            mine[name].append(ours(kind, name, options.seconds, round_))
        if command is not None:
            theirs.append(ask_peer(command, options.seconds)[figure])
    for name, rounds in mine.items():
        got = [one[figure] for one in rounds]
        told = f"{kind}, {name}: {statistics.median(got):,.1f} a second"
        if "actions_per_game" in rounds[0]:
            told += f" of {statistics.mean(one['actions_per_game'] for one in rounds):.0f} actions"
        if theirs:
            ratio = statistics.median(a / b for a, b in zip(got, theirs, strict=True))
            told += f"; peer {statistics.median(theirs):,.1f}: ratio {ratio:.2f} (goal {goal})"
        else:
            told += f"; no peer: {reason}"
        print(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4, help="of each side in each round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    duel("steps", uno_python(), 2, options)
    duel("games", boardgame_node(), 4, options)
    for name, told in sizes():
        print(f"{name}: {told}")


if __name__ == "__main__":
    main()
