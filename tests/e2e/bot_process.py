"""The bot as its own process, to be started, killed and read."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.fork_server import Forked, fork
from tests.no_quotas import NO_QUOTAS
from tests.sandbox.box import Sandbox

ROOT = Path(__file__).resolve().parents[2]

START_TIMEOUT_S = 60.0
"""Seconds that a start may take on a busy machine."""


class BotProcess:
    """Runs ``kickdoor run`` against a sandbox, with a database file and a log file of its own.

    Its lives are forked from a process that has everything loaded; ``by_command``, the first one is started
    as an operator would do it. So are those from another ``installation``.
    """

    installation = ROOT
    """The folder that holds the packages, which a test may change between two lives."""

    def __init__(
        self,
        box: Sandbox,
        folder: Path,
        seed: int,
        name: str = "bot",
        *,
        by_command: bool = False,
        arguments: tuple[str, ...] = (),
        **more: str,
    ) -> None:
        """``arguments`` follow the command; ``more`` are settings, which win over the usual ones."""
        self._box = box
        self._seed = seed
        self._by_command = by_command
        self._more = more
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | Forked | None = None
        self.database = folder / "games.db"
        self.log_file = folder / f"{name}.log"
        self.starts = 0

    async def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        marks = self.log().count(" ready")
        environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        environment |= {
            "DISCORD_TOKEN": self._box.token,
            "DISCORD_API_BASE": self._box.api_base,
            "DISCORD_GATEWAY_URL": self._box.gateway_url,
            "KICKDOOR_DATABASE": str(self.database),
            "KICKDOOR_TEST_SEED": str(self._seed),
            **NO_QUOTAS,
            **self._more,
        }
        if self.installation != ROOT or (self._by_command and not self.starts):
            with self.log_file.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bot", "run", *self._arguments),
                    cwd=self.installation,
                    env=environment,
                    stdout=log,
                    stderr=log,
                )
        else:
            self._process = await fork(
                "bot.__main__:main", ["run", *self._arguments], environment, self.log_file
            )
        self.starts += 1
        async with asyncio.timeout(START_TIMEOUT_S):
            while self.log().count(" ready") == marks:
                assert self._process.returncode is None, self.log()
                await asyncio.sleep(0.02)

    @property
    def alive(self) -> bool:
        """Return True if it runs."""
        return self._process is not None and self._process.returncode is None

    def cpu_s(self) -> float:
        """Return the seconds of CPU that it has used in this life."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Ask it to end and return its exit code; one that does not end in time is killed."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(10.0):
                return await self._process.wait()
        except TimeoutError:
            await self.kill()
            raise

    def log(self) -> str:
        """Return all that it has logged so far, in all its lives."""
        return self.log_file.read_text() if self.log_file.exists() else ""

    def complaints(self) -> list[str]:
        """Return the lines of the log that say that something is wrong.

        That the gateway lags is no fault of the bot: the machine may be busy.
        """
        words = ("ERROR", "CRITICAL", "WARNING", "Traceback")
        wrong = [line for line in self.log().splitlines() if any(word in line for word in words)]
        return [line for line in wrong if "Can't keep up" not in line]
