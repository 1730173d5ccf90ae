"""Starts that must fail: the process ends with its exit code in time, whatever its threads do."""

import asyncio
import ctypes
import os
import resource
import sqlite3
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.steps import step
from tests.fork_server import fork

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

END_TIMEOUT_S = 10.0
"""Seconds within which a start that fails has ended."""

PAGE_BYTES = 4096


def run_until_all_threads_end(arguments: list[str]) -> int:
    """Run the bot, and end as an interpreter does: when every thread has ended that keeps the process."""
    os.environ["KICKDOOR_METRICS_PORT"] = ""
    code = main(arguments)
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    return code


def run_without_capabilities(arguments: list[str]) -> int:
    """Run the bot as a user for whom the permissions of files count, which they do not for root."""
    version_3, no_capabilities = 0x20080522, (ctypes.c_uint32 * 6)()
    ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(version_3, 0), no_capabilities)
    return run_until_all_threads_end(arguments)


def run_with_little_room(arguments: list[str]) -> int:
    """Run the bot where no file may be larger than a few pages: what a full disk does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 * PAGE_BYTES, resource.RLIM_INFINITY))
    return run_until_all_threads_end(arguments)


async def start(database: Path, main_name: str = "run_until_all_threads_end") -> tuple[int, str]:
    """Start a bot that cannot reach Discord, and return its exit code and its log."""
    log = database.with_name("bot.log")
    environment = {
        "PATH": os.environ["PATH"],
        "DISCORD_TOKEN": "not.a.token",
        "DISCORD_API_BASE": "http://127.0.0.1:9",
        "KICKDOOR_DATABASE": str(database),
    }
    process = await fork(f"tests.faults.test_damaged_start:{main_name}", ["run"], environment, log)
    began = time.monotonic()
    try:
        code = await asyncio.wait_for(asyncio.shield(process.wait()), 2 * END_TIMEOUT_S)
    except TimeoutError:
        process.kill()
        raise AssertionError(f"it does not end: {log.read_text()}") from None
    assert time.monotonic() - began < END_TIMEOUT_S + 5.0, "loading is part of this, so there is some slack"
    return code, log.read_text()


async def new_database(folder: Path) -> Path:
    """Make a database with one table in it."""
    store = await SqliteStore.open(folder / "games.db")
    await store.commit(step())
    await store.note_uptime(5000)
    await store.close()
    return folder / "games.db"


async def test_a_figure_that_is_no_number_ends_the_start_with_its_code(tmp_path: Path) -> None:
    """Fault: a damaged number in the database; the start ends with code 67 in time."""
    database = await new_database(tmp_path)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("UPDATE figures SET value = 'soon' WHERE name = 'uptime'")
    code, log = await start(database)
    assert code == ExitCode.DATABASE_UNUSABLE
    assert "the figure uptime is no number" in log
    assert "Traceback" not in log
    await _can_be_opened(database)


@pytest.mark.parametrize("name", ["tables", "figures", "one_live_table"])
async def test_a_root_page_that_is_overwritten_ends_the_start_with_its_code(
    tmp_path: Path, name: str
) -> None:
    """Fault: an overwritten root page; the start ends with code 67 in time."""
    database = await new_database(tmp_path)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(b"\xa5" * PAGE_BYTES)
    code, log = await start(database)
    assert code == ExitCode.DATABASE_UNUSABLE
    assert "the database cannot be used" in log
    assert "Traceback" not in log


async def test_a_schema_that_is_no_text_ends_the_start_with_its_code(tmp_path: Path) -> None:
    """Fault: a damaged schema; the start ends with code 67 in time."""
    database = await new_database(tmp_path)
    sound = database.read_bytes()
    assert sound.count(b"CREATE TABLE figures") == 1
    database.write_bytes(sound.replace(b"CREATE TABLE figures", b"CREATE TABLE\xb3figures"))
    code, log = await start(database)
    assert code == ExitCode.DATABASE_UNUSABLE
    assert "the database cannot be used" in log
    assert "Traceback" not in log


async def _can_be_opened(database: Path) -> None:
    """Look that nobody holds the file any more."""
    store = await SqliteStore.open(database)
    await store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="needs capset")
async def test_a_file_that_may_only_be_read_ends_the_start_with_its_code(tmp_path: Path) -> None:
    """Fault: a read-only file; the start ends with code 67 before it connects."""
    database = await new_database(tmp_path)
    database.chmod(0o444)
    code, log = await start(database, "run_without_capabilities")
    assert code == ExitCode.DATABASE_UNUSABLE, log
    assert "readonly" in log


async def test_a_full_disk_ends_the_start_with_its_code(tmp_path: Path) -> None:
    """Fault: a start on a full disk; it ends at once with code 67 and says so."""
    code, log = await start(await new_database(tmp_path), "run_with_little_room")
    assert code == ExitCode.DATABASE_UNUSABLE, log
    assert "there is no room" in log
