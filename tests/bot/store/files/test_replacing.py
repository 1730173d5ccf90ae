"""Exchanging the database file, killed at every step: the new file or the old one, never a mixture."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.api import StoreError
from bot.store.files.lock import locked
from bot.store.files.replacing import end_replacement, replace_database
from bot.store.rows import UserRow
from bot.store.sqlite.store import SqliteStore

OLD, NEW = 7, 8


class KilledError(BaseException):
    """The process ends here."""


async def _database(path: Path, user: int) -> None:
    """Make a database of which all that matters is in its write-ahead log, as a killed bot leaves it."""
    living = path.with_name("living.db")
    store = await SqliteStore.open(living)
    await store.save_user(UserRow(user, text_only=True))
    for part in ("", "-wal"):
        shutil.copy(living.with_name(living.name + part), path.with_name(path.name + part))
    await store.close()


async def _users(path: Path) -> set[int]:
    store = await SqliteStore.open(path)
    found = {user for user in (OLD, NEW) if (await store.user(user)).text_only}
    await store.close()
    return found


@pytest.mark.parametrize("step", range(1, 6))
async def test_killed_at_any_step_the_file_is_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """And the old one is kept with its log, where its last moves are."""
    made = tmp_path / "made"
    made.mkdir()
    await _database(made / "new.db", NEW)
    assert await _users(made / "new.db") == {NEW}  # with which its log has gone into it
    path = tmp_path / "games.db"
    await _database(path, OLD)
    shutil.copy(made / "new.db", tmp_path / "games.db.part")
    renames, rename = 0, Path.replace

    def replaced(self: Path, target: Path) -> Path:
        nonlocal renames
        renames += 1
        if renames == step:
            raise KilledError
        return rename(self, target)

    with monkeypatch.context() as dying:
        dying.setattr(Path, "replace", replaced)
        try:
            replace_database(path, tmp_path / "games.db.part", "before-restore")
        except KilledError:
            decided = step > 1
        else:
            decided = True
            assert step == 5, "there is a test for each rename"
    assert await _users(path) == {NEW if decided else OLD}
    asides = [name for name in os.listdir(tmp_path) if "before-restore" in name and not name.endswith("-wal")]
    assert len(asides) == decided
    for name in asides:
        assert await _users(tmp_path / name) == {OLD}


@pytest.mark.parametrize(
    "name",
    [
        "games.db.next",
        "games.db.mine.next",
        "games.db.before-restore-20261126-010203-000004",
        "games.db.test.before-restore-20261126-010203-000004.next",
        "games.db.before-restore-20261126-010203-000004.before-repair-20261126-010203-000004.next",
    ],
)
async def test_only_a_name_that_we_write_is_a_decided_exchange(tmp_path: Path, name: str) -> None:
    """A stranger's file, or the exchange of another database in the folder, changes nothing."""
    path = tmp_path / "games.db"
    await _database(path, OLD)
    (tmp_path / name).write_bytes(b"somebody else's")
    assert await _users(path) == {OLD}
    assert (tmp_path / name).read_bytes() == b"somebody else's"


@pytest.mark.parametrize("part", ["", "-wal"])
async def test_nothing_that_was_set_aside_is_written_over(tmp_path: Path, part: str) -> None:
    path = tmp_path / "games.db"
    await _database(path, OLD)
    await _database(tmp_path / "games.db.before-restore-20261126-010203-000004.next", NEW)
    aside = tmp_path / f"games.db.before-restore-20261126-010203-000004{part}"
    aside.write_bytes(b"precious")
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    with pytest.raises(StoreError, match="exists already"):
        await SqliteStore.open(path)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


async def test_what_a_reader_lays_in_the_middle_of_an_exchange_does_not_stop_it(tmp_path: Path) -> None:
    """A crash comes when the log is aside; a reader of the old file then lays a new one of no bytes."""
    path = tmp_path / "games.db"
    await _database(path, OLD)
    aside = "games.db.before-restore-20261126-010203-000004"
    await _database(tmp_path / f"{aside}.next", NEW)
    (tmp_path / f"{aside}.next-wal").unlink()
    kept = (tmp_path / "games.db-wal").rename(tmp_path / f"{aside}-wal").read_bytes()
    (tmp_path / f"{aside}-shm").write_bytes(b"an index")
    (tmp_path / "games.db-wal").touch()
    (tmp_path / "games.db-shm").write_bytes(b"another index")
    await _users(path)
    assert not (tmp_path / f"{aside}.next").exists()
    assert (tmp_path / f"{aside}-wal").read_bytes() == kept
    assert await _users(tmp_path / aside) == {OLD}


@pytest.mark.parametrize("part", ["", "-wal", "-journal"])
def test_an_empty_part_beside_one_that_was_set_aside_is_dropped(tmp_path: Path, part: str) -> None:
    path = tmp_path / "games.db"
    aside = "games.db.before-repair-20261126-010203-000004"
    (tmp_path / f"{aside}.next").write_bytes(b"new")
    (tmp_path / f"{aside}{part}").write_bytes(b"precious")
    (tmp_path / f"games.db{part}").touch()
    end_replacement(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "games.db": b"new",
        f"{aside}{part}": b"precious",
    }


async def test_a_journal_of_the_old_file_never_meets_the_new_one(tmp_path: Path) -> None:
    """A kill in a first start after a restore leaves one; SQLite would play it back into any file there."""
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE old (x)")
        connection.execute("INSERT INTO old VALUES (1)")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE old SET x = 2")
        connection.executemany("INSERT INTO old VALUES (?)", [("x" * 3000,)] * 20)
        for part in ("", "-journal"):
            shutil.copy(tmp_path / f"games.db{part}", tmp_path / f"killed.db{part}")
    new = tmp_path / "new.part"
    with closing(sqlite3.connect(new)) as connection:
        connection.executescript("CREATE TABLE new (x); INSERT INTO new VALUES (3);")
    written = new.read_bytes()
    aside = replace_database(tmp_path / "killed.db", new, "before-restore")
    assert aside is not None
    with closing(sqlite3.connect(tmp_path / "killed.db")) as connection:
        assert connection.execute("SELECT x FROM new").fetchall() == [(3,)]
    assert (tmp_path / "killed.db").read_bytes() == written
    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT x FROM old").fetchall() == [(1,)]


def test_a_file_put_in_place_belongs_to_whom_the_old_one_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An admin restores as root, but the bot that opens it is somebody else."""
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda path, uid, gid: given.append((Path(path).name, uid, gid)))
    path, new = tmp_path / "games.db", tmp_path / "new.part"
    owner = (tmp_path.stat().st_uid, tmp_path.stat().st_gid)
    for present in (False, True):
        new.write_bytes(b"new")
        if present:
            path.chmod(0o640)
        replace_database(path, new, "before-restore")
        assert given.pop() == ("new.part", *owner)
    assert path.stat().st_mode & 0o777 == 0o640
    with locked(path):
        assert given == [("games.db.lock", *owner)]
    with locked(path):
        assert len(given) == 1
