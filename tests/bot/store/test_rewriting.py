"""A database file that is deleted while it is open is written again; what goes wrong then loses nothing."""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.store.api import StoreError
from bot.store.rows import UserRow
from bot.store.sqlite.connection import SqliteConnection
from bot.store.sqlite.store import SqliteStore

USER = 7
PARTS = ("", "-wal", "-shm")


async def opened(path: Path) -> SqliteStore:
    """Open a store with something saved."""
    store = await SqliteStore.open(path)
    await store.save_user(UserRow(USER, text_only=True))
    return store


async def holds(path: Path) -> bool:
    """Start on a file and return True if that is in it."""
    store = await SqliteStore.open(path)
    found = (await store.user(USER)).text_only
    await store.close()
    return found


def delete(path: Path, parts: Sequence[str] = PARTS) -> None:
    for part in parts:
        path.with_name(path.name + part).unlink()


async def is_refused(store: SqliteStore) -> None:
    """Save in vain, which is when the store notices, and wait until it has done something about it."""
    with pytest.raises(StoreError):
        await store.check_saving()
    with suppress(StoreError):
        await store.uptime()


@pytest.mark.parametrize("parts", [PARTS, ("",), ("-wal",)], ids=["all", "file", "log"])
async def test_killed_at_any_step_the_next_start_has_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: Sequence[str]
) -> None:
    """The disk as it is after each step stands for a kill there."""
    folder = tmp_path / "place"
    store = await opened(folder / "games.db")
    delete(folder / "games.db", parts)
    states: list[Path] = []

    def look() -> None:
        states.append(Path(shutil.copytree(folder, tmp_path / f"state {len(states)}")))

    def watch(name: str) -> None:
        do = getattr(Path, name)

        def done_and_seen(*args: Any, **more: Any) -> None:
            do(*args, **more)
            look()

        watching.setattr(Path, name, done_and_seen)

    close = SqliteConnection.close

    async def close_and_look(connection: SqliteConnection) -> None:
        await close(connection)
        look()

    with monkeypatch.context() as watching:
        watch("replace")
        watch("unlink")
        watching.setattr(SqliteConnection, "close", close_and_look)
        await is_refused(store)
        await store.check_saving()
    await store.close()
    assert len(states) > 1
    for state in (*states, folder):
        assert await holds(state / "games.db"), sorted(os.listdir(state))
    assert sorted(os.listdir(folder)) == ["games.db", "games.db.lock"]


async def test_a_name_that_cannot_be_had_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is well again later, under the same bot."""
    path = tmp_path / "games.db"
    store = await opened(path)
    delete(path)

    def failing(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "link", failing)
        broken.setattr(Path, "rename", failing)
        for _ in range(3):
            await is_refused(store)
    assert not path.exists()
    await is_refused(store)
    await store.check_saving()
    await store.save_user(UserRow(8, text_only=True))
    assert (await store.user(USER)).text_only
    await store.close()
    assert await holds(path)


async def test_the_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await opened(path)
    for mode in (0o600, 0o640):
        path.chmod(mode)
        await store.check_saving()
        delete(path)
        await is_refused(store)
        await store.check_saving()
        assert path.stat().st_mode & 0o777 == mode
    await store.close()


async def test_a_file_that_comes_to_be_there_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    store = await opened(path)
    delete(path)
    link = os.link

    def link_late(part: Path, target: Path) -> None:
        path.write_bytes(b"theirs")
        link(part, target)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(os, "link", link_late)
        await is_refused(store)
    assert path.read_bytes() == b"theirs"
    with pytest.raises(StoreError, match="replaced by another file"):
        await store.check_saving()
    path.unlink()
    await is_refused(store)
    await store.check_saving()
    await store.close()
    assert await holds(path)


async def test_a_stop_writes_a_deleted_file_again(tmp_path: Path) -> None:
    """Though nobody has saved anything since."""
    path = tmp_path / "games.db"
    store = await opened(path)
    delete(path)
    await store.close()
    assert await holds(path)
