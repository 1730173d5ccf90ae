"""A process that is done ends, even if a thread of it does not."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.operations.exit_watchdog import ExitWatchdog
from tests.unwritable import Unwritable, buffered_environment, unwritable

HANGING_PROGRAM = """
import threading
from bot.operations.exit_watchdog import ExitWatchdog
watchdog = ExitWatchdog(grace_s=0.1)
threading.Thread(target=threading.Event().wait, name="stuck").start()
watchdog.arm(67)
watchdog.disarm_if_alone()
print("done")
"""


def test_a_thread_that_hangs_does_not_keep_the_process() -> None:
    """The code is the one that was decided on, what was written is not lost, and the thread is named."""
    ended = subprocess.run(
        [sys.executable, "-c", HANGING_PROGRAM], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 67
    assert ended.stdout == "done\n"
    assert "stuck" in ended.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("kind", ["full disk", "reader gone", "reader stuck"])
def test_it_ends_with_its_code_though_nothing_can_be_written(kind: Unwritable) -> None:
    """What made the start fail may keep the last lines from being written as well."""
    with unwritable(kind) as number:
        ended = subprocess.run(
            [sys.executable, "-c", HANGING_PROGRAM],
            stdout=number, stderr=number, env=buffered_environment(), timeout=60, check=False,
        )  # fmt: skip
    assert ended.returncode == 67


def test_where_nothing_hangs_the_process_ends_by_itself() -> None:
    """The timer is off: this process, which runs the tests, goes on."""
    watchdog = ExitWatchdog(grace_s=0.05)
    watchdog.arm(67)
    watchdog.disarm_if_alone()
    threading.Event().wait(0.2)
