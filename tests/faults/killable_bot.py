"""A stage whose bot is a process of its own, to be killed at any point and started again."""

import asyncio
import json
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.people.seen import Outcome
from tests.faults.harness import SEED, Harness, eventually
from tests.fork_server import Forked, fork
from tests.no_quotas import NO_QUOTAS
from tests.sandbox.box import Sandbox


class KillableBot(Harness):
    """The stage of a bot that dies and comes back, always with the same file."""

    def __init__(self, box: Sandbox, folder: Path) -> None:
        super().__init__(box, folder)
        self._process: Forked | None = None
        self._log_file = folder / "bot.log"
        self._kill_file = folder / "doom.json"
        self._read_to = 0
        self.pid = 0

    def environment(self) -> dict[str, str]:
        """Return what the process is told."""
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        return kept | {
            "DISCORD_TOKEN": self.box.token,
            "DISCORD_API_BASE": self.box.api_base,
            "DISCORD_GATEWAY_URL": self.box.gateway_url,
            "KICKDOOR_DATABASE": str(self.database),
            "KICKDOOR_METRICS_PORT": str(self.port),
            "KICKDOOR_TEST_SEED": str(SEED),
            **NO_QUOTAS,
        }

    async def start(self, *, silence: float = 60.0, **settings_by_name: str) -> None:
        """Start a life and wait until it says that it is ready."""
        ready = self._text().count(" ready")
        self._process = await self._fork(self.environment() | settings_by_name)
        self.pid = self._process.pid
        await eventually(lambda: self._text().count(" ready") > ready or self.dead)
        assert not self.dead, self._text()[-3000:]

    async def start_second(self) -> int:
        """Start a second process beside the first one, and return how it ended."""
        changed = {"KICKDOOR_METRICS_PORT": ""}
        return await (await self._fork(self.environment() | changed)).wait()

    async def _fork(self, environment: dict[str, str]) -> Forked:
        main = "tests.faults.kill_points:run_bot"
        return await fork(main, [str(self._kill_file)], environment, self._log_file)

    @property
    def dead(self) -> bool:
        """Return True if the present life is over."""
        return self._process is not None and self._process.returncode is not None

    def arm(self, *, point: str = "", turns: int = 0) -> None:
        """Let the bot die at a point, or after so many turns of its event loop from now on."""
        self._kill_file.write_text(json.dumps({"point": point, "turns": turns}))
        os.kill(self.pid, signal.SIGUSR1)

    async def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        await self.wait_until_dead()

    async def wait_until_dead(self) -> int:
        """Wait until it is dead, and return how it ended."""
        assert self._process is not None
        return await self._process.wait()

    async def dead_or_done(self, pressing: asyncio.Task[Outcome]) -> None:
        """Wait until the bot has died of a press, or has long done all that belongs to it: then kill it."""
        await eventually(lambda: self.dead or pressing.done())
        for _ in range(200):  # what follows an answer is on nobody's screen
            if self.dead:
                return
            await asyncio.sleep(0.01)
        await self.kill()

    def terminate(self) -> None:
        """Ask it to end, as a service manager does."""
        os.kill(self.pid, signal.SIGTERM)

    async def stop(self) -> None:
        """End it properly."""
        if self.pid and not self.dead:
            self.terminate()
            await self.wait_until_dead()

    def _text(self) -> str:
        return self._log_file.read_text() if self._log_file.exists() else ""

    def log(self) -> str:
        """Return everything logged so far in all lives."""
        return self._text()

    def complaints(self) -> list[str]:
        """Return the lines since the last look that say that something of ours is wrong."""
        text = self._text()[self._read_to :]
        self._read_to += len(text)
        wrong = [line for line in text.splitlines() if " ERROR " in line or "Traceback" in line]
        return [line for line in wrong if "Can't keep up" not in line]


@asynccontextmanager
async def open_killable_bot(folder: Path) -> AsyncIterator[KillableBot]:
    """Open a stage with a bot in a process of its own."""
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    async with Sandbox() as box:
        stage = KillableBot(box, folder)
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()
