"""A stage whose bot is a process of its own, to be killed at any point and started again."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.sandbox.box import Sandbox
from bot.sandbox.people.seen import Outcome
from tests.faults.harness import SEED, Harness, eventually

ROOT = Path(__file__).resolve().parents[2]


class ForkServer:
    """Starts bots in no time; see ``tests.faults.fork_server``."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._started: asyncio.Queue[int] = asyncio.Queue()
        self.codes: dict[int, int] = {}
        """How those that have ended did so."""

    async def open(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.faults.fork_server",
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            what, pid, *rest = line.split()
            if what == b"started":
                self._started.put_nowait(int(pid))
            else:
                self.codes[int(pid)] = int(rest[0])

    async def fork_bot(self, environment: dict[str, str], log: Path, kill_file: Path) -> int:
        """Start a bot and return its process number."""
        assert self._process is not None
        assert self._process.stdin is not None
        told = {"environment": environment, "log": str(log), "doom": str(kill_file)}
        self._process.stdin.write(json.dumps(told).encode() + b"\n")
        await self._process.stdin.drain()
        return await self._started.get()

    async def close(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)


class KillableBot(Harness):
    """The stage of a bot that dies and comes back, always with the same file."""

    def __init__(self, box: Sandbox, folder: Path, server: ForkServer) -> None:
        super().__init__(box, folder)
        self._server = server
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
        }

    async def start(self, *, silence: float = 60.0) -> None:
        """Start a life and wait until it says that it is ready."""
        ready = self._text().count(" ready")
        self.pid = await self._server.fork_bot(self.environment(), self._log_file, self._kill_file)
        await eventually(lambda: self._text().count(" ready") > ready or self.dead)
        assert not self.dead, self._text()[-3000:]

    async def start_second(self) -> int:
        """Start a second process beside the first one, and return how it ended."""
        changed = {"KICKDOOR_METRICS_PORT": ""}
        pid = await self._server.fork_bot(self.environment() | changed, self._log_file, self._kill_file)
        await eventually(lambda: pid in self._server.codes)
        return self._server.codes[pid]

    @property
    def dead(self) -> bool:
        """Return True if the present life is over."""
        return self.pid in self._server.codes

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
        await eventually(lambda: self.dead)
        return self._server.codes[self.pid]

    async def dead_or_done(self, pressing: asyncio.Task[Outcome]) -> None:
        """Wait until the bot has died of a press, or has long done all that belongs to it: then kill it."""
        for _ in range(200):
            await asyncio.sleep(0.01)
            if self.dead:
                return
        assert pressing.done()
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
    async with Sandbox.start() as box:
        cradle = ForkServer()
        await cradle.open()
        stage = KillableBot(box, folder, cradle)
        try:
            await stage.start()
            yield stage
        finally:
            await stage.stop()
            await cradle.close()
