"""The compiled rules (`make fast`) play the same games as the source."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MIXED = "classic+wild_west+apocalypse+rick_and_morty"


def compile_rules(out: Path, *options: str) -> Path:
    command = [sys.executable, str(ROOT / ".ci" / "compile.py"), str(ROOT), str(out), *options]
    subprocess.run(command, check=True, capture_output=True)
    return out


def games_with(rules: Path, elsewhere: Path, *options: str) -> dict[str, object]:
    """Play some games in a process that finds the rules there, and tell what came of them."""
    code = "import sys; from bot.__main__ import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "simulate", "--json", "--jobs", "1", "--check", *options]
    path = f"{rules}:{ROOT}"
    done = subprocess.run(command, cwd=elsewhere, env={"PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if "second" not in key}


def test_what_is_compiled_is_the_same_rules(tmp_path: Path) -> None:
    """Played without compiling it, the rewritten copy makes the same games."""
    rules = compile_rules(tmp_path / "fast", "--only-rewrite")
    options = ("--game", MIXED, "--players", "3", "--games", "2", "--seed", "5")
    assert games_with(rules, tmp_path, *options) == games_with(ROOT, tmp_path, *options)


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "sensible"])
@pytest.mark.parametrize("game", ["classic", "wild_west", "apocalypse", "rick_and_morty", MIXED, "panic"])
def test_the_compiled_rules_play_the_same_games(
    game: str, player: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Compiled once, they play like the source, also where computer players try out what to do."""
    fast = tmp_path_factory.getbasetemp() / "fast"
    if not (fast / "ready").exists():
        compile_rules(fast)
    options = ("--game", game, "--players", "4", "--games", "10", "--seed", "7", "--player", player)
    assert games_with(fast, tmp_path, *options) == games_with(ROOT, tmp_path, *options)
