"""Exchanging the database file, killed at every step: the new file, the old one or none, never a mixture."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.store.api import StoreError
from bot.store.files.lock import locked
from bot.store.files.new_file import replace_database
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


def contents(folder: Path) -> set[bytes]:
    return {file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize("step", range(1, 5))
async def test_killed_at_any_step_no_file_is_lost_and_none_is_made_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """A start finds the old file or the new one, or says that there is one; a second try ends it."""
    made, path, new = tmp_path / "made", tmp_path / "games.db", tmp_path / "games.db.part"
    made.mkdir()
    await _database(made / "new.db", NEW)
    assert await _users(made / "new.db") == {NEW}  # with which its log has gone into it
    await _database(path, OLD)
    written = [(tmp_path / f"games.db{part}").read_bytes() for part in ("", "-wal")]
    renames, rename = 0, Path.replace

    def replaced(self: Path, target: Path) -> Path:
        nonlocal renames
        if self.exists():
            renames += 1
            if renames == step:
                raise KilledError
        return rename(self, target)

    def replace() -> None:
        shutil.copy(made / "new.db", new)
        with locked(path):
            replace_database(path, new, "restore")

    with monkeypatch.context() as dying, suppress(KilledError):
        dying.setattr(Path, "replace", replaced)
        replace()
    assert renames == min(step, 3), "there is a test for each rename"
    if step in (2, 3):
        with pytest.raises(StoreError, match="not there, but a bot has left"):
            await SqliteStore.open(path)
    assert contents(tmp_path).issuperset(written)
    if step == 1:
        assert await _users(path) == {OLD}
    replace()
    assert await _users(path) == {NEW}


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
    aside = replace_database(tmp_path / "killed.db", new, "restore")
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
        replace_database(path, new, "restore")
        assert given.pop() == ("new.part", *owner)
    assert path.stat().st_mode & 0o777 == 0o640
    with locked(path):
        assert given == [("games.db.lock", *owner)]
    with locked(path):
        assert len(given) == 1
