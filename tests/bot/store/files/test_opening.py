"""What a start finds in the place of its SQLite file, and what it does then."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.folder import BackupFolder
from bot.store.sqlite.store import SqliteStore


def contents(folder: Path) -> dict[Path, bytes]:
    """Return all files of a folder, but for a lock."""
    return {
        path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"
    }


async def is_refused(path: Path, match: str, copies: BackupFolder | None = None) -> None:
    """Open a file in vain, twice, and find all that lies there as it was."""
    before = contents(path.parent)
    for _ in range(2):
        with pytest.raises(StoreError, match=match):
            await SqliteStore.open(path, copies)
    assert contents(path.parent) == before


@pytest.mark.parametrize("version", range(schema.newest() + 1))
async def test_another_programs_database_stays_as_it_is(tmp_path: Path, version: int) -> None:
    """Whatever number it has in the place where ours have the number of their schema."""
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute(f"PRAGMA user_version = {version}")
    await is_refused(path, schema.NO_DATABASE_OF_OURS)


def make_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"moves")


def make_copy(path: Path) -> None:
    write_copy(path.with_name(f"{path.name}.backups"))


def make_configured_copy(path: Path) -> None:
    write_copy(path.with_name("elsewhere"), "-111")


def write_copy(folder: Path, owner: str = "") -> None:
    folder.mkdir()
    (folder / f"hourly-20261126-010203{owner}.db").write_bytes(b"a copy")


@pytest.mark.parametrize("leave", [make_log, make_copy, make_configured_copy])
@pytest.mark.parametrize("present", [True, False])
async def test_no_new_database_is_made_where_one_has_been(
    tmp_path: Path, leave: Callable[[Path], None], present: bool
) -> None:
    """A slip deletes the file or leaves it empty: then its log and its copies are all that there is."""
    path = tmp_path / "games.db"
    if present:
        path.touch()
    leave(path)
    await is_refused(path, "kickdoor restore", copies=BackupFolder(tmp_path / "elsewhere", "111"))


@pytest.mark.parametrize("present", [True, False])
async def test_a_first_start_makes_the_database(tmp_path: Path, present: bool) -> None:
    """Also where an earlier one was killed before it got far, or all copies are those of another bot."""
    path = tmp_path / "games.db"
    if present:
        path.touch()
        path.with_name("games.db-wal").touch()
    (tmp_path / "games.db.backups").mkdir()
    (tmp_path / "games.db.backups" / "mine.db").touch()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "hourly-20260101-000000-222.db").touch()
    store = await SqliteStore.open(path, BackupFolder(tmp_path / "elsewhere", "111"))
    assert await store.next_table() == 1
    await store.close()


def modes_in(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


async def test_only_its_owner_reads_a_database_and_its_logs(tmp_path: Path) -> None:
    """Hands and seeds are in it; one of before is closed to others, too."""
    path, before = tmp_path / "kickdoor.db", os.umask(0o022)
    try:
        for _ in range(2):
            store = await SqliteStore.open(path)
            await store.next_table()
            modes = modes_in(tmp_path)
            await store.close()
            assert modes == dict.fromkeys(modes, 0o600), modes
            assert f"{path.name}-wal" in modes
            os.chmod(path, 0o644)
    finally:
        os.umask(before)


async def test_a_folder_in_which_everybody_may_write_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    os.chmod(tmp_path, 0o777)
    await (await SqliteStore.open(tmp_path / "kickdoor.db")).close()
    assert f"may replace files in {tmp_path}" in caplog.text
