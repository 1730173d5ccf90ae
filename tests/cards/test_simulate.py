"""Whole games by the simulator: which seat is asked, and when."""

import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import Action
from cards.players.random_player import RandomPlayer
from cards.registry import make_game
from cards.simulate import add_arguments, check_invariants, main, next_seat, play_game


def test_no_seat_is_always_asked_before_others() -> None:
    """If several could act while somebody waits, each of them is asked first equally often."""
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()  # all four play their first cards, so all of them can act
    first: Counter[int] = Counter()
    for number in range(400):
        state.seq = number
        seat, moves, must = next_seat(game, state, Dice(number), {number % 4})
        assert moves
        assert not must
        assert seat != number % 4
        first[seat] += 1
    assert set(first) == {0, 1, 2, 3}
    assert max(first.values()) - min(first.values()) < 60


def test_who_is_awaited_has_to_act_once_all_would_rather_wait() -> None:
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()
    assert {next_seat(game, state, Dice(number), {0, 1, 2, 3})[2] for number in range(50)} == {True}


def test_without_meddling_only_those_awaited_are_asked() -> None:
    """With meddling, others are asked too now and then, if they can do something."""
    game = make_game(Setup("classic", 4, 6))
    state, _ = game.start()
    game.step_in_place(state, Action(0, "pass"))
    pending = game.pending(state)
    assert pending is not None
    assert pending.awaited == (1, 2, 3)
    asked = {
        meddle: {next_seat(game, state, Dice(n), set(), meddle)[0] for n in range(200)} for meddle in (0, 5)
    }
    assert asked == {0: {1, 2, 3}, 5: {0, 1, 2, 3}}


def test_a_game_is_the_same_again_from_its_seed() -> None:
    """The record of a game has its end, its length and every verb."""
    first, second = (
        play_game(make_game(Setup("classic", 4, 3)), [RandomPlayer() for _ in range(4)], 3) for _ in range(2)
    )
    assert first.finished
    assert (first.winners, first.actions, first.verbs) == (second.winners, second.actions, second.verbs)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--options", "{bad"], ["--options", "[]"], ["--options", "[" * 100_000], ["--jobs", "0"],
        ["--jobs", "-1"], ["--games", "0"], ["--games", "-1"],
        ["--games", "x"], ["--games", "9" * 5000], ["--players", "0"],
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_wrong_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Said in a sentence, before a game begins."""
    parser = ArgumentParser()
    add_arguments(parser)
    with pytest.raises(SystemExit) as left:
        parser.parse_args(arguments)
    assert left.value.code == 2
    assert f"argument {arguments[0]}: " in capsys.readouterr().err


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the ids of a process's own processes."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in path.read_text().split()]


def is_alive(number: int) -> bool:
    """Return True while a process runs; a dead one that nobody has buried does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(true: Callable[[], object]) -> None:
    """Look again and again, for a minute at most."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks into /proc")
@pytest.mark.parametrize("awaited", [1, 2])
def test_an_interrupt_ends_all_processes(awaited: int) -> None:
    """As Ctrl+C in a terminal: every process hears it, also while the second worker is being started."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "simulate", "--jobs", "2", "--games", "100000"],
        cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        wait_for(lambda: len(children_of(process)) >= awaited)
        workers = children_of(process)
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate(timeout=60)
        assert (process.returncode, output) == (130, (b"", b""))
        wait_for(lambda: not any(map(is_alive, workers)))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize(
    ("sets", "seed"),
    [
        ("classic", 5),
        ("wild_west", 11828389778830673623),  # two Steeds behind two doors, one of them fought (H-150)
        ("apocalypse", 5),
        ("rick_and_morty", 5),
        ("classic+wild_west+apocalypse+rick_and_morty", 5),
    ],
)
def test_epic_games_of_every_set_break_no_invariant(sets: str, seed: int) -> None:
    for number in range(2):
        game = make_game(Setup(sets, 4, seed + number, {"epic": True}))
        record = play_game(game, [RandomPlayer() for _ in range(4)], seed + number, check=check_invariants)
        assert record.violations == []


def test_an_unknown_game_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    assert main(parser.parse_args(["--game", "nosuch"])) == 2
    assert "There is no game nosuch. Known: classic" in capsys.readouterr().err
