"""Bots as processes of their own that start at once: forked from a server that has everything loaded.

Loading takes a bot some seconds of processor time, a third of a second of it for the cards, and many tests
kill it again and again. Each bot is a process like any other: it has its own number, environment and log,
and dies of SIGKILL.
"""

import asyncio
import atexit
import gc
import json
import os
import select
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from bot.app.client import COG_MODULES
from bot.app.games import game_registry

ROOT = Path(__file__).resolve().parents[1]

PRELOADED_MODULES = ("bot.__main__", "bot.cli.run", *COG_MODULES)
"""What every bot loads at its start, with all that it needs."""


class Forked:
    """A running bot, in as much as it is used of ``asyncio.subprocess.Process``."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self._ended = asyncio.create_task(_read_code(reader, writer))

    @property
    def returncode(self) -> int | None:
        """Return how it ended, None while it runs."""
        return self._ended.result() if self._ended.done() else None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if not self._ended.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until it has ended, and return how."""
        return await asyncio.shield(self._ended)


async def _read_code(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    try:
        return int(await reader.readline())
    finally:
        writer.close()


async def fork(main: str, arguments: list[str], environment: dict[str, str], log: Path) -> Forked:
    """Run a function ("module:name") with these arguments in a process of its own; it writes to ``log``.

    The process ends with what the function returns, and at the latest with the event loop of its test.
    """
    address = await asyncio.to_thread(_Servers.address)
    reader, writer = await asyncio.open_unix_connection(address)
    told = {"main": main, "arguments": arguments, "environment": environment, "log": str(log)}
    writer.write(json.dumps(told).encode() + b"\n")
    return Forked(int(await reader.readline()), reader, writer)


class _Servers:
    """The server of this test process, which is started when somebody needs it."""

    _lock = threading.Lock()
    _address = ""

    @classmethod
    def address(cls) -> str:
        with cls._lock:
            if not cls._address:
                cls._address = cls._start()
        return cls._address

    @staticmethod
    def _start() -> str:
        folder = Path(tempfile.mkdtemp(prefix="kickdoor-forks-"))
        address, starter = str(folder / "socket"), os.getpid()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server", address],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )

        def stop() -> None:
            if os.getpid() == starter:  # not in a process that was forked from the starter
                process.terminate()
                process.wait()
                shutil.rmtree(folder, ignore_errors=True)

        atexit.register(stop)
        assert process.stdout is not None
        with process.stdout as said:
            assert said.readline() == b"ready\n"
        return address


class _Handler(socketserver.StreamRequestHandler):
    """Starts one bot, says its number, and later how it ended. Runs in a process of its own."""

    def handle(self) -> None:
        told: dict[str, Any] = json.loads(self.rfile.readline())
        life, held = os.pipe()  # the bot holds the end that nobody writes to: it closes when the bot ends
        pid = os.fork()
        if pid == 0:
            os.close(life)
            self.server.socket.close()
            self.connection.close()
            _run_bot(**told)
        os.close(held)
        self.wfile.write(b"%d\n" % pid)
        heard, _, _ = select.select([self.connection, life], [], [])
        if life not in heard:  # the test has ended without its bot
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        os.close(life)
        with suppress(BrokenPipeError):
            self.wfile.write(b"%d\n" % os.waitstatus_to_exitcode(status))


class _Server(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
    """Forks a handler for each connection; ends when the test process is gone."""

    def __init__(self, address: str) -> None:
        super().__init__(address, _Handler)
        self._parent = os.getppid()

    def service_actions(self) -> None:
        super().service_actions()
        if os.getppid() != self._parent:
            raise SystemExit


def _run_bot(main: str, arguments: list[str], environment: dict[str, str], log: str) -> NoReturn:
    """Be a bot from here on."""
    code = 1
    try:
        with Path(log).open("ab") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        os.environ.clear()
        os.environ.update(environment)
        module, _, name = main.partition(":")
        code = getattr(import_module(module), name)(arguments)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def serve(address: str) -> None:
    """Load everything, then fork a bot for each connection."""
    for name in PRELOADED_MODULES:
        import_module(name)
    game_registry()  # a bot finds the cards read; those that are started as programs read them themselves
    gc.collect()
    gc.freeze()  # so that a bot's collector leaves the memory alone that it shares with the others
    with _Server(address) as server:
        print("ready", flush=True)  # noqa: T201  # the protocol
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        server.serve_forever()


if __name__ == "__main__":
    serve(sys.argv[1])
