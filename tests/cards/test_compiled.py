"""The compiled rules play the same games as the source."""

import dataclasses
import importlib.util
import json
import os
import pickle
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT, files

MIXED = "classic+wild_west+apocalypse+rick_and_morty"


def load(name: str, path: Path) -> Any:
    """Import a file that lies on no path."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def interpretable(rewritten: Path) -> None:
    """Change what was rewritten for C where only C can run it: it may set the fields of a frozen object."""
    text = rewritten.read_text(encoding="utf-8").replace("'ClassVar[Any]'", "ClassVar[Any]")
    text = text.replace("@dataclass(frozen=True, eq", "@dataclass(eq")
    text = text.replace("@dataclass(frozen=True", "@dataclass(unsafe_hash=True")
    rewritten.write_text(text, encoding="utf-8")


def rewritten_rules(out: Path) -> Path:
    """Write the rules as they are handed to mypyc."""
    for module in load("compiled", ROOT / ".ci" / "compiled.py").copy_rewritten(ROOT, out):
        interpretable(out / module)
    for path in (out / "cards" / "panic").glob("*events.py"):  # not compiled, but they build on ``Event``
        interpretable(path)
    return out


def wheel(home: Path, flag: str) -> Path:
    """Build the wheel with the flag set so, and return the folder with what it holds."""
    out = home / f"wheel-{flag}"
    if not out.exists():
        source = home / f"source-{flag}"
        for path in files():
            copy = source / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
        environment = {**os.environ, "KICKDOOR_COMPILE": flag}
        subprocess.run(
            [sys.executable, "-c", build, str(home)],
            cwd=source,
            env=environment,
            check=True,
            capture_output=True,
        )
        (made,) = home.glob("*none-any.whl" if flag == "0" else "*-cp*.whl")
        with zipfile.ZipFile(made) as archive:
            archive.extractall(out)
    return out


def games_with(rules: Path, elsewhere: Path, *options: str) -> dict[str, object]:
    """Play some games in a process that finds the rules there, and return what came of them."""
    code = (
        "import sys, cards.door.engine as engine; from bot.__main__ import main; "
        "print(engine.__file__, file=sys.stderr); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "simulate", "--json", "--jobs", "1", "--check", *options]
    path = f"{rules}:{ROOT}"
    done = subprocess.run(command, cwd=elsewhere, env={"PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(str(rules)), done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if "second" not in key}


def test_what_is_compiled_is_the_same_rules(tmp_path: Path) -> None:
    """Played without compiling it, the rewritten copy makes the same games."""
    rules = rewritten_rules(tmp_path / "rewritten")
    options = ("--game", MIXED, "--players", "3", "--games", "2", "--seed", "5")
    assert games_with(rules, tmp_path, *options) == games_with(ROOT, tmp_path, *options)


SHAPES = """
from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(slots=True, kw_only=True)
class Event:
    kind: ClassVar[str] = "event"
    seat: int = -1
    seen: tuple[int, ...] | None = None


@dataclass(slots=True)
class Won(Event):
    kind: ClassVar[str] = "won"
    levels: int
    cards: list[int] = field(default_factory=list)
    total: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        self.total = self.levels + len(self.cards)


@dataclass(slots=True)
class WonTwice(Won):
    levels: int = 2
"""


def test_a_rewritten_dataclass_is_made_like_the_one_of_the_source(tmp_path: Path) -> None:
    """Keywords, class variables, defaults, fields declared again and __post_init__ included."""
    rules = load("compiled", ROOT / ".ci" / "compiled.py")
    (tmp_path / "plain.py").write_text(SHAPES)
    (tmp_path / "shapes.py").write_text(SHAPES)
    rules.rewrite(tmp_path, [Path("shapes.py")])
    interpretable(tmp_path / "shapes.py")
    plain, made = (load(name, tmp_path / f"{name}.py") for name in ("plain", "shapes"))
    assert "def __init__" in (tmp_path / "shapes.py").read_text()
    for build in (
        lambda module: module.Event(seat=3),
        lambda module: module.Won(4, [1, 2], seat=1, seen=(0,)),
        lambda module: module.Won(levels=1),
        lambda module: module.WonTwice(),
        lambda module: module.WonTwice(5, seat=2),
    ):
        new = build(made)
        assert repr(new) == repr(build(plain))
        assert new == build(made)
        assert pickle.loads(pickle.dumps(new)) == new
        assert [f.type for f in dataclasses.fields(new)] == [f.type for f in dataclasses.fields(build(plain))]
    for wrong in ({}, {"levels": 1, "level": 2}):
        with pytest.raises(TypeError):
            made.Won(**wrong)


PLAY_TINY = """
import cards.kernel.machine
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.players.random_player import RandomPlayer
from tests.bot.tables.tiny import TinyGame

print(cards.kernel.machine.__file__)
game, dice, player = TinyGame(Setup("tiny", 3, 5)), Dice(3), RandomPlayer()
state, _ = game.start()
while not state.over:
    state = game.decode(game.encode(state))
    seat = game.pending(state).awaited[0]
    game.step_in_place(state, player.choose(None, game.legal_moves(state, seat), seat, dice))
print(game.encode(state).decode())
"""


READ_LOG = """
import cards.kernel.machine
from bot.tables.state import LOG_ENTRY_CODEC, LogEntry
from cards.kernel.moves import Action

print(cards.kernel.machine.__file__)
entry = LogEntry(actions=(Action(1, "play", 3, -1, ((1, 2), ("word",))),))
print(LOG_ENTRY_CODEC.decode(LOG_ENTRY_CODEC.encode(entry)))
"""


DRAW = """
import hashlib

import bot.views.table.private
from tests.gallery.moments import moments

print(bot.views.table.private.__file__)
told = [repr(moment.screen) for moment in moments()]
print(len(told), hashlib.sha256("".join(told).encode()).hexdigest())
"""


@pytest.mark.soak
def test_compiled_screens_are_those_of_the_source(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The typical and worst moments of all games, to the last button."""
    assert _told_by_both(DRAW, tmp_path_factory.getbasetemp() / "wheels") == 1


@pytest.mark.soak
def test_compiled_rules_get_logged_actions_as_they_were_taken(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Compiled code takes no list for a tuple, so no game could be played again from its log."""
    assert _told_by_both(READ_LOG, tmp_path_factory.getbasetemp() / "wheels") == 1


def _told_by_both(code: str, home: Path) -> int:
    """Run the code with interpreted and with compiled rules; return how many different ends it told."""
    ends: set[str] = set()
    for flag in "01":
        path = f"{wheel(home, flag)}:{ROOT}"
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=home, env={"PYTHONPATH": path}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        kernel, end = done.stdout.splitlines()
        assert kernel.endswith(".py") == (flag == "0")
        ends.add(end)
    return len(ends)


@pytest.mark.soak
def test_an_interpreted_game_runs_on_the_compiled_kernel(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A new game need not be listed for the compiler before anybody can play it."""
    assert _told_by_both(PLAY_TINY, tmp_path_factory.getbasetemp() / "wheels") == 1


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "sensible"])
@pytest.mark.parametrize("game", ["classic", "wild_west", "apocalypse", "rick_and_morty", MIXED, "panic"])
def test_the_compiled_rules_play_the_same_games(
    game: str, player: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Compiled once, they play like the source, also where computer players try out what to do."""
    home = tmp_path_factory.getbasetemp() / "wheels"
    options = ("--game", game, "--players", "4", "--games", "10", "--seed", "7", "--player", player)
    compiled = games_with(wheel(home, "1"), tmp_path, *options)
    assert compiled == games_with(wheel(home, "0"), tmp_path, *options)
