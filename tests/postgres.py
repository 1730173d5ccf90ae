"""A real PostgreSQL server in a temporary folder, for the tests that need one."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import asyncpg

from tests.ports import free_port

START_TIMEOUT_S = 60.0
"""Seconds that the server may take to start on a busy machine."""

UNPRIVILEGED_USERS = ("postgres", "nobody")
"""Who runs the server when the tests run as root, which it refuses to be run by."""


def programs() -> Path | None:
    """Return the folder with PostgreSQL's programs, the newest where there are several."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4].split(".")[0])
    )
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return None if elsewhere is None else Path(elsewhere).resolve().parent


def reason() -> str:
    """Say why there can be no server here; empty when there can."""
    if sys.platform == "win32":
        return "needs a Unix"
    return "" if programs() is not None else "PostgreSQL's programs are not installed (initdb, postgres)"


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, and a way to have databases in it."""

    port: int
    password: str
    _numbers: Iterator[int]
    start: Callable[[], None]
    """Start it again after a crash."""
    crash: Callable[[signal.Signals], None]
    """End it with a signal, all its processes included."""

    def address(self, database: str) -> str:
        """Return the address of a database, as an operator would set it."""
        return f"postgresql://kickdoor:{self.password}@127.0.0.1:{self.port}/{database}"

    async def database(self) -> str:
        """Make a new database and return its address."""
        name = f"games{next(self._numbers)}"
        connection = await asyncpg.connect(self.address("postgres"))
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self.address(name)


@contextmanager
def running() -> Iterator[Server]:
    """Start a server and stop it; its files go with it."""
    folder = Path(tempfile.mkdtemp(prefix="kickdoor-postgres-"))
    binaries = programs()
    assert binaries is not None
    user = _unprivileged_user()
    if user is not None:
        os.chown(folder, *user)
    who = {} if user is None else {"user": user[0], "group": user[1], "extra_groups": ()}
    password, port = secrets.token_hex(8), free_port()
    try:
        secret = folder / "password"
        secret.write_text(password)
        if user is not None:
            os.chown(secret, *user)
        subprocess.run(
            [
                binaries / "initdb", f"--pgdata={folder / 'data'}", "--username=kickdoor", "--no-sync",
                f"--pwfile={secret}", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C",
            ],
            check=True, cwd=folder, stdout=subprocess.DEVNULL, **who,
        )  # fmt: skip
        processes: list[subprocess.Popen[bytes]] = []

        def start() -> None:
            with (folder / "log").open("ab") as log:
                processes[:] = [
                    subprocess.Popen(
                        [
                            binaries / "postgres", "-D", folder / "data", "-p", str(port), "-h", "127.0.0.1",
                            # No test cuts the machine's power.
                            "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=200",
                        ],
                        cwd=folder, stdout=log, stderr=log, start_new_session=True, **who,
                    )
                ]  # fmt: skip
            _wait(processes[0], binaries, port, folder / "log")

        def crash(how: signal.Signals) -> None:
            # Its processes are sessions of their own; they end as soon as they miss their parent.
            processes[0].send_signal(how)
            processes[0].wait(START_TIMEOUT_S)
            _wait_for_end(folder / "data")

        start()
        try:
            yield Server(port, password, count(1), start, crash)
        finally:
            processes[0].send_signal(signal.SIGINT)  # "fast": connections are cut
            processes[0].wait(START_TIMEOUT_S)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(process: subprocess.Popen[bytes], binaries: Path, port: int, log: Path) -> None:
    end = time.monotonic() + START_TIMEOUT_S
    ready = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port), "-d", "postgres"]
    while subprocess.run(ready, check=False).returncode:
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.05)


def _wait_for_end(data: Path) -> None:
    """Wait until no process works in a server's folder any more, and forget the one that was killed."""
    end = time.monotonic() + START_TIMEOUT_S
    while any(_works_in(process, data) for process in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < end, "processes of the server do not end"
        time.sleep(0.05)
    (data / "postmaster.pid").unlink(missing_ok=True)


def _works_in(process: Path, data: Path) -> bool:
    try:
        return (process / "cwd").readlink() == data
    except OSError:
        return False


def _unprivileged_user() -> tuple[int, int] | None:
    """Return whom to run the server as; None: ourselves."""
    if os.getuid() != 0:
        return None
    for name in UNPRIVILEGED_USERS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    return 65534, 65534
