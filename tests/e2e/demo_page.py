"""The demo as a process, and what its page needs before somebody takes a picture of it."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.operations.exit_codes import ExitCode
from tests.browser import Browser
from tests.e2e.bot_process import ROOT

STEADY_S = 1.0
"""Seconds after which a button that has moved counts at once again."""
SETTLED_SCRIPT = """new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.allSettled(document.getAnimations().filter(a => a instanceof CSSTransition).map(a => a.finished)))
  .then(() => true)"""
"""Waits until nothing slides any more."""

TABLE_SCRIPT = (
    "[...document.querySelectorAll('.message:not(.ephemeral)')].filter(m => m.querySelector('.h2')).at(-1)"
)
"""Finds the table's message."""

TO_TABLE_START_SCRIPT = f"{TABLE_SCRIPT}.scrollIntoView({{block: 'start'}})"
TO_TABLE_END_SCRIPT = f"{TABLE_SCRIPT}.scrollIntoView({{block: 'end'}})"

SEAT_COUNT_SCRIPT = (
    "([...document.querySelectorAll('.words')].filter(w => w.innerText.includes('can play)')).at(-1)"
    "?.querySelectorAll('strong').length ?? 0)"
)
"""Counts the seats that the lobby shows."""


@asynccontextmanager
async def running_demo(seed: int, think: float | None = 0.0) -> AsyncIterator[str]:
    """Run the demo; it must end without a complaint. Computers take ``think`` seconds (None: as usual)."""
    pace = () if think is None else ("--think", f"{think:g}")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", "0", *pace, "--seed", str(seed),
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        found = None
        while found is None and (line := await process.stdout.readline()):
            found = re.search(r"http://\S+", line.decode())
        assert found is not None
        yield found[0]
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
        said = errors.decode()
        assert (process.returncode, said) == (ExitCode.OK, ""), f"exit code {process.returncode}: {said}"
    finally:
        if process.returncode is None:
            process.kill()
            _, errors = await process.communicate()
            sys.stderr.write(errors.decode())


async def wait_for_lobby(browser: Browser) -> None:
    """Wait until the lobby can be used."""
    await browser.wait("document.querySelector('.message .button')")


async def wait_for_seats(browser: Browser, count: int) -> None:
    """Wait until the lobby shows so many seats."""
    await browser.wait(f"{SEAT_COUNT_SCRIPT} === {count}")


async def start_game(browser: Browser) -> None:
    """Press Start and wait for the first cards; a button that has just moved would ask once more."""
    await asyncio.sleep(STEADY_S)
    await browser.click(".message .button", words="Start")
    await browser.wait("document.querySelector('.message .h2')?.innerText.includes('Laying out')")
