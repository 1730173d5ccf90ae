"""The lock keeps a second process away, also if its file is deleted."""

import errno
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

import pytest

from bot.store.api import DatabaseInUseError, StoreError
from bot.store.files import lock as lock_module
from bot.store.files.lock import FileLock, locked
from bot.store.sqlite.errors import explained
from bot.store.sqlite.store import SqliteStore


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "games.db")
    yield opened
    await opened.close()


async def test_a_lock_that_was_deleted_is_made_again_with_the_next_save(
    store: SqliteStore, tmp_path: Path
) -> None:
    for _ in range(2):
        (tmp_path / "games.db.lock").unlink()
        await store.check_saving()
        with pytest.raises(DatabaseInUseError, match=f"process {os.getpid()} works"):
            await SqliteStore.open(tmp_path / "games.db")
    await store.check_saving()
    await store.close()
    assert sorted(os.listdir(tmp_path)) == ["games.db", "games.db.lock"]
    await (await SqliteStore.open(tmp_path / "games.db")).close()


async def test_nothing_is_saved_once_another_process_may_have_the_file(
    store: SqliteStore, tmp_path: Path
) -> None:
    """It was started while the lock was gone; what it writes the first one does not know."""
    (tmp_path / "games.db.lock").unlink()
    second = await SqliteStore.open(tmp_path / "games.db")
    for running in (True, False):
        with pytest.raises(StoreError, match="replaced by another process: stop the bot"):
            await store.check_saving()
        await second.check_saving()
        if running:
            await second.close()
            second = await SqliteStore.open(tmp_path / "games.db")
    await second.close()


async def test_a_deleted_file_is_not_written_again_over_that_of_another_process(
    store: SqliteStore, tmp_path: Path
) -> None:
    for name in os.listdir(tmp_path):
        (tmp_path / name).unlink()
    second = await SqliteStore.open(tmp_path / "games.db")
    with pytest.raises(StoreError, match="stop the bot"):
        await store.check_saving()
    await store.close()
    await second.check_saving()
    await second.close()


async def test_a_lock_that_cannot_be_made_again_stops_saving(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    (tmp_path / "games.db.lock").unlink()
    with monkeypatch.context() as full:
        full.setattr(FileLock, "acquire", refused)
        with pytest.raises(StoreError, match="Operation not permitted"):
            await store.check_saving()
    await store.check_saving()
    with pytest.raises(DatabaseInUseError), locked(tmp_path / "games.db"):
        pass


def test_a_lock_that_is_deleted_while_it_is_taken_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder makes another one, and lets go of the one that we have opened."""
    path = tmp_path / "games.db.lock"
    holder, late = FileLock(tmp_path / "games.db"), FileLock(tmp_path / "games.db")
    holder.acquire()
    take = lock_module._lock

    def take_late(file: IO[str]) -> None:
        monkeypatch.setattr(lock_module, "_lock", take)
        path.unlink()
        assert holder.fault() == ""
        take(file)

    monkeypatch.setattr(lock_module, "_lock", take_late)
    with pytest.raises(DatabaseInUseError, match=str(os.getpid())):
        late.acquire()
    holder.release()


async def test_a_disk_without_locks_is_named_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many network disks are; nobody has to look for a process that works on the file."""

    def unknown(file: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("bot.store.files.lock._lock", unknown)
    with pytest.raises(StoreError, match=r"No locks available\. Network disks") as refused:
        await SqliteStore.open(tmp_path / "games.db")
    assert not isinstance(refused.value, DatabaseInUseError)
    assert FileLock(tmp_path / "games.db").holder() is None


async def test_a_holder_that_nobody_here_knows_is_one_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(file: object) -> None:
        raise BlockingIOError(errno.EWOULDBLOCK, "taken")

    monkeypatch.setattr("bot.store.files.lock._lock", taken)
    with pytest.raises(DatabaseInUseError, match="a process of another machine or container works on"):
        await SqliteStore.open(tmp_path / "games.db")


def test_an_io_error_says_that_the_disk_may_be_unfit() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMMAP
    assert "Network disks" in explained(error)
    assert "Network disks" not in explained(sqlite3.OperationalError("no such table"))
