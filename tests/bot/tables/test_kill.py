"""SIGKILL of a real process with a real file: what was told is kept, and nothing is done twice."""

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")


class DyingProcesses:
    """Starts processes that die; see ``nursery``."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bot.tables.dying_processes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, path: Path, ticks: int, actions: int) -> tuple[int, list[list[str]]]:
        """Run one process and return how it ended (-9: killed) and what it told."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\t{ticks}\t{actions}\n")
        self._process.stdin.flush()
        told: list[list[str]] = []
        for line in self._process.stdout:
            words = line.split()
            if words[0] == "exit":
                return int(words[1]), told
            told.append(words)
        raise AssertionError("the nursery is gone")

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def nursery() -> Iterator[DyingProcesses]:
    made = DyingProcesses()
    yield made
    made.close()


def saved(path: Path) -> tuple[bytes, list[int], list[int]]:
    """Return the state of table 1 on disk, its logged revisions and its applied presses."""

    async def read() -> tuple[bytes, list[int], list[int]]:
        store = await SqliteStore.open(path)
        row = await store.table(1)
        log = await store.log(1)
        await store.close()
        if row is None:
            return b"", [], []
        return row.snapshot or b"", [line.revision for line in log], [line.interaction_id for line in log]

    return asyncio.run(read())


def promises(told: list[list[str]]) -> set[tuple[int, int]]:
    return {(int(words[1]), int(words[2])) for words in told if words[0] == "told"}


def test_killed_at_every_turn_of_the_loop_during_one_action(nursery: DyingProcesses, tmp_path: Path) -> None:
    """F-34, F-35: one action, killed at every point where the loop may stop; then pressed again."""
    start, path = tmp_path / "start.db", tmp_path / "games.db"
    assert nursery.run(start, 0, 5)[0] == 0
    once = tmp_path / "once.db"
    shutil.copy(start, once)
    assert nursery.run(once, 0, 1)[0] == 0
    before, after = saved(start), saved(once)
    assert len(after[1]) == len(before[1]) + 1
    ticks, survived, kept = 0, False, 0
    while not survived:
        ticks += 1
        for left in tmp_path.glob("games.db*"):
            left.unlink()
        shutil.copy(start, path)
        code, told = nursery.run(path, ticks, 1)
        survived = code == 0
        assert code in (0, -signal.SIGKILL)
        state = saved(path)
        assert state in (before, after)
        kept += state == after and not promises(told)
        assert state == after or not promises(told)
        if state == before:
            assert nursery.run(path, 0, 1)[0] == 0
            assert saved(path) == after
    assert ticks > 20
    assert kept > 0, "no kill fell between the commit and the answer"


@pytest.mark.parametrize("rhythm", [17, 31])
def test_a_game_with_many_kills_ends_like_one_without(
    nursery: DyingProcesses, tmp_path: Path, rhythm: int
) -> None:
    """F-36: the final state equals the uninterrupted one; nobody's accepted action is lost or doubled."""
    calm, path = tmp_path / "calm.db", tmp_path / "games.db"
    assert nursery.run(calm, 0, 1000)[0] == 0
    promised: set[tuple[int, int]] = set()
    code, kills = -signal.SIGKILL, 0
    while code:
        code, told = nursery.run(path, 70 + kills * rhythm % 60, 1000)
        promised |= promises(told)
        kills += code != 0
        assert kills < 300
    assert kills >= 10
    state, revisions, presses = saved(path)
    assert state == saved(calm)[0]
    assert revisions == list(range(1, len(revisions) + 1))
    assert len(set(presses)) == len(presses)
    assert promised <= set(zip(revisions, presses, strict=True))
