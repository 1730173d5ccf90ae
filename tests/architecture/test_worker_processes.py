"""Tests that are shared out to forked processes give the same results as in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.scheduling import DEALT_OUT, WAITING, WEIGHTS_S, Agenda, units

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

CONFTEST = """
import pytest
from tests.worker_processes import add_option, run_tests

def pytest_addoption(parser):
    add_option(parser)

def pytest_runtestloop(session):
    return run_tests(session)

@pytest.fixture(scope="session")
def whole_run(tmp_path_factory):
    with (tmp_path_factory.mktemp("x").parent / "log").open("a") as log:
        yield print("begun", file=log)
        print("ended", file=log)
"""


def run(folder: Path, *arguments: str, **files: str) -> subprocess.CompletedProcess[str]:
    """Run some files of tests in two processes."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--processes=2", "-p", "no:cacheprovider", "-q", "-rA",
         f"--basetemp={folder / 'temporary'}", *arguments, folder],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip


def test_all_results_are_told(tmp_path: Path) -> None:
    """What passed, failed or was skipped, with what it printed; a failure makes the run fail."""
    done = run(
        tmp_path,
        test_one="import os\ndef test_a():\n    os.system('echo heard')\n    assert 0\ndef test_b(): pass\n",
        test_two="import pytest\ndef test_c(): pytest.skip('not today')\n",
        test_three="import pytest\n@pytest.fixture\ndef broken(): 1 / 0\ndef test_d(broken): pass\n",
    )
    assert done.returncode == 1
    assert "1 failed, 1 passed, 1 skipped, 1 error in" in done.stdout, done.stdout
    assert "heard" in done.stdout
    assert "not today" in done.stdout
    assert "ZeroDivisionError" in done.stdout


def test_what_passes_is_a_success(tmp_path: Path) -> None:
    done = run(tmp_path, test_one="def test_a(): pass\n", test_two="def test_b(): pass\n")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "2 passed in" in done.stdout


def test_a_dead_process_is_a_failure_and_the_rest_is_run(tmp_path: Path) -> None:
    """Another process goes on with the test after the one that killed it."""
    done = run(
        tmp_path,
        test_one="import os\ndef test_a(): pass\ndef test_b(): os.kill(os.getpid(), 9)\ndef test_c(): pass\n",
        test_two="def test_d(): pass\n",
    )
    assert done.returncode == 1
    assert "1 failed, 3 passed in" in done.stdout, done.stdout
    assert "FAILED test_one.py::test_b - the test process ended with -9" in done.stdout


def test_a_thread_that_is_left_behind_holds_nobody_up(tmp_path: Path) -> None:
    left = "import threading\ndef test_a(): threading.Thread(target=threading.Event().wait).start()\n"
    done = run(tmp_path, test_one=left, test_two="def test_b(): pass\n")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_what_fails_after_the_last_test_is_no_success(tmp_path: Path) -> None:
    """The end of what belongs to the whole session is in no test's report."""
    broken = (
        "import pytest\n@pytest.fixture(scope='session')\ndef made():\n    yield\n"
        "    raise ValueError('late')\ndef test_a(made): pass\n"
    )
    done = run(tmp_path, test_one=broken, test_two="def test_b(): pass\n")
    assert done.returncode == 1
    assert "2 passed in" in done.stdout
    assert "a test process ended with 1" in done.stdout
    assert "ValueError: late" in done.stderr


def test_the_first_failure_can_end_the_run(tmp_path: Path) -> None:
    many = {f"test_{number}": "def test_x(): assert 0\n" for number in range(9)}
    done = run(tmp_path, "-x", **many)
    assert done.returncode == 1
    assert done.stdout.count("FAILED") <= 2


def test_what_belongs_to_the_session_is_made_once_in_a_process(tmp_path: Path) -> None:
    """It stays from file to file, and is taken down at the end."""
    files = {f"test_{number}": "def test_x(whole_run): pass\n" for number in range(9)}
    assert run(tmp_path, **files).returncode == 0
    [log] = (tmp_path / "temporary").rglob("log")
    lines = log.read_text().split()
    assert lines.count("begun") == lines.count("ended")
    assert 1 <= lines.count("begun") <= 2


class Test:
    """A collected test."""

    __test__ = False

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def test_files_stay_together_and_the_slow_ones_come_first() -> None:
    """But a file that takes long and shares nothing is dealt out test by test."""
    names = ["tests/a.py::one", "tests/a.py::two", "tests/faults/test_rest.py::x", f"{DEALT_OUT[0]}::y"]
    found = units([Test(name) for name in [*names, f"{DEALT_OUT[0]}::z"]])
    assert found == [[3], [4], [2], [0, 1]]


def test_tests_that_wait_run_beside_tests_that_compute() -> None:
    """Never more of them than are spared for it, as long as there is something to compute."""
    slow, fast = sorted(WAITING, key=lambda file: -WEIGHTS_S[file])[:2]
    agenda = Agenda(
        [Test(f"{file}::x") for file in ("tests/a.py", "tests/b.py", "tests/c.py", slow, fast)], 1
    )
    assert len(agenda) == 5
    assert agenda.take([]) == [3]
    assert agenda.take([[3], ()]) == [0]
    assert agenda.take([[0]]) == [4]
    agenda.put_back([4])
    assert agenda.take([[3], [0]]) == [1]
    assert agenda.take([[3], [1]]) == [2]
    assert agenda.take([[3], [2]]) == [4]
    assert agenda.take([]) == ()
    assert not agenda


def test_only_files_that_take_long_count_as_waiting() -> None:
    assert all(WEIGHTS_S[file] >= 45 for file in WAITING)
    assert all((ROOT / file).exists() for file in WAITING)
