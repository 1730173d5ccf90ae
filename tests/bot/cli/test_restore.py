"""`kickdoor restore` and `kickdoor copy`: back to a copy, or over to another kind of database."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.replays.recording import digest_for
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.backup.folder import BackupFolder
from bot.store.postgres.store import PostgresStore
from bot.store.reading import read_sqlite_game
from bot.store.sqlite.store import SqliteStore
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.postgres import Server


async def saved(path: Path, table: PlayedTable) -> None:
    store = await SqliteStore.open(path)
    await save_tables(store, table)
    await store.close()


def names(folder: Path, pattern: str) -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


async def test_a_copy_is_put_in_place_and_what_was_there_is_kept(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever state the present file is in; the copy stays for a second time."""
    table = PlayedTable("classic", 3).play(10)
    await saved(at / "games.db", table)
    copy_database(at / "games.db", at / "copy.db")
    (at / "games.db").write_bytes(b"the disk lied")
    (at / "games.db-wal").write_bytes(b"the log of another file")
    for _ in range(2):
        assert main(["restore", "copy.db"]) == ExitCode.OK
    assert "before-restore" in capsys.readouterr().out
    assert read_sqlite_game(at / "games.db", 1, digest_for) == table.saved()
    asides = names(at, "games.db.before-restore-*")
    assert len([name for name in asides if not name.endswith(("-wal", "-shm"))]) == 2
    assert any((at / name).read_bytes() == b"the disk lied" for name in asides)
    assert any((at / name).read_bytes() == b"the log of another file" for name in asides)
    store = await SqliteStore.open(at / "games.db")
    assert await store.log(1) == table.log
    await store.close()


async def test_a_file_that_is_gone_comes_back_from_an_automatic_copy(at: Path) -> None:
    """No start makes an empty one in its place before that; what is left of it is set aside."""
    table = PlayedTable("classic", 3).play(10)
    await saved(at / "games.db", table)
    copies = BackupFolder(at / "games.db.backups")
    part = copies.place_for_next(1_800_000_000)
    copy_database(at / "games.db", part)
    copy = copies.keep(part, 1_800_000_000)
    (at / "games.db").unlink()
    (at / "games.db-wal").write_bytes(b"the log of the lost file")
    with pytest.raises(StoreError, match="kickdoor restore"):
        await SqliteStore.open(at / "games.db")
    assert main(["restore", str(copy)]) == ExitCode.OK
    store = await SqliteStore.open(at / "games.db")
    assert await store.log(1) == table.log
    await store.close()
    (aside,) = names(at, "games.db.before-restore-*-wal")
    assert (at / aside).read_bytes() == b"the log of the lost file"


async def test_what_only_the_log_of_a_copy_knows_comes_back(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file set aside after a kill has its newest moves in its write-ahead log."""
    earlier, table = PlayedTable("classic", 3).play(5), PlayedTable("classic", 3).play(10)
    await saved(at / "old.db", earlier)
    copy_database(at / "old.db", at / "copy.db")
    store = await SqliteStore.open(at / "live.db")
    await save_tables(store, table)
    for part in ("", "-wal"):
        shutil.copyfile(at / f"live.db{part}", at / f"games.db{part}")  # as a kill leaves them
    await store.close()
    assert main(["restore", "copy.db"]) == ExitCode.OK
    assert read_sqlite_game(at / "games.db", 1, digest_for) == earlier.saved()
    aside = next(name for name in names(at, "games.db.before-restore-*") if not name.endswith("-wal"))
    assert main(["restore", aside]) == ExitCode.OK
    assert read_sqlite_game(at / "games.db", 1, digest_for) == table.saved()


async def test_a_running_bot_is_not_pulled_away_from_its_file(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await saved(at / "games.db", PlayedTable("classic", 3))
    copy_database(at / "games.db", at / "copy.db")
    store = await SqliteStore.open(at / "games.db")
    assert main(["restore", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "works on" in capsys.readouterr().err
    await store.check_saving()
    await store.close()
    assert names(at, "games.db.before-restore-*") == names(at, "*.part") == []


async def test_a_copy_that_is_no_use_replaces_nothing(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await saved(at / "games.db", PlayedTable("classic", 3).play(5))
    copy_database(at / "games.db", at / "copy.db")
    before = (at / "games.db").read_bytes()
    with closing(sqlite3.connect(at / "copy.db")) as connection:
        connection.execute("UPDATE tables SET snapshot = x'00', body = x'00'")
        connection.commit()
    (at / "noise.db").write_bytes(b"noise" * 1000)
    for name in ("copy.db", "noise.db"):
        assert main(["restore", name]) == ExitCode.DATABASE_UNUSABLE
        assert "Nothing was restored" in capsys.readouterr().err
    assert main(["restore", "nowhere.db"]) == ExitCode.FAILED
    assert (at / "games.db").read_bytes() == before


def test_without_a_file_the_copies_are_listed(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore"]) == ExitCode.FAILED
    assert "games.db.backups" in capsys.readouterr().err
    folder = BackupFolder(at / "games.db.backups")
    part = folder.place_for_next(1_800_000_000)
    part.write_text("x")
    folder.keep(part, 1_800_000_000)
    assert main(["restore"]) == ExitCode.OK
    assert "2027-01-15 08:00 UTC  hourly" in capsys.readouterr().out
    monkeypatch.setenv("KICKDOOR_BACKUPS", str(folder.path))
    part = BackupFolder(folder.path, "7").place_for_next(1_800_000_000)
    part.write_text("x")
    BackupFolder(folder.path, "7").keep(part, 1_800_000_000)
    assert main(["restore"]) == ExitCode.FAILED
    assert "4 copies of other bots are there, too" in capsys.readouterr().err
    monkeypatch.setenv("KICKDOOR_BACKUPS", "off")
    assert main(["restore"]) == ExitCode.FAILED
    assert "not set" in capsys.readouterr().err


async def test_a_copy_goes_to_a_server_by_both_commands(
    at: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = PlayedTable("classic", 3).play(10)
    await saved(at / "games.db", table)
    first, second = await postgres.database(), await postgres.database()
    assert await asyncio.to_thread(main, ["copy", "games.db", first]) == ExitCode.OK
    said = capsys.readouterr().out
    assert f"log {len(table.log)}," in said
    assert postgres.password not in said
    monkeypatch.setenv("KICKDOOR_DATABASE", second)
    assert await asyncio.to_thread(main, ["restore", "games.db"]) == ExitCode.OK
    assert await asyncio.to_thread(main, ["restore", "games.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "games in the target already" in capsys.readouterr().err
    for address in (first, second):
        store = await PostgresStore.open(address)
        assert await store.log(1) == table.log
        await store.close()


@pytest.mark.usefixtures("at")
def test_what_cannot_be_copied_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", "one.db", "one.db"]) == ExitCode.FAILED
    assert main(["copy", "nowhere.db", "new.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "Nothing was copied: there is no database" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games.db.part", "games.db"])
async def test_the_copy_stays_whatever_its_name_is(at: Path, name: str) -> None:
    table = PlayedTable("classic", 3).play(5)
    await saved(at / "games.db", table)
    if name != "games.db":
        copy_database(at / "games.db", at / name)
        (at / "games.db").write_bytes(b"the disk lied")
    assert main(["restore", name]) == ExitCode.OK
    assert read_sqlite_game(at / name, 1, digest_for) == table.saved()
    assert read_sqlite_game(at / "games.db", 1, digest_for) == table.saved()


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (("PRAGMA user_version = 999",), "update the bot"),
        (("PRAGMA user_version = 0",), "not a Kickdoor database"),
        (("DROP TABLE log",), "not a Kickdoor database"),
    ],
)
async def test_a_copy_that_the_bot_would_refuse_is_not_put_in_place(
    at: Path, capsys: pytest.CaptureFixture[str], statements: tuple[str, ...], said: str
) -> None:
    await saved(at / "games.db", PlayedTable("classic", 3).play(5))
    copy_database(at / "games.db", at / "copy.db")
    with closing(sqlite3.connect(at / "copy.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    before = (at / "games.db").read_bytes()
    assert main(["restore", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert said in capsys.readouterr().err
    assert (at / "games.db").read_bytes() == before
    copying = ["copy", "copy.db", "new.db"]
    assert await asyncio.to_thread(main, copying) == ExitCode.DATABASE_UNUSABLE
    assert said in capsys.readouterr().err
    assert not (at / "new.db").exists()


@pytest.mark.parametrize("kind", ["folder", "pipe"])
async def test_what_is_no_file_is_not_set_aside(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    await saved(at / "games.db", PlayedTable("classic", 3).play(5))
    place = at / "place"
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    monkeypatch.setenv("KICKDOOR_DATABASE", str(place))
    for command in (["restore", "games.db"], ["doctor", "--repair"]):
        assert main(command) == ExitCode.DATABASE_UNUSABLE
        assert "not a database" in capsys.readouterr().err
    with pytest.raises(StoreError, match="not a database"):
        await SqliteStore.open(place)
    assert names(at, "place*") == ["place"]


async def test_a_restore_that_fails_leaves_nothing(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even a lock beside a database that there never was."""
    await saved(at / "copy.db", PlayedTable("classic", 3).play(5))
    (at / "file").write_text("")
    for name in ("file/copy.db", "x" * 300, "file"):
        assert main(["restore", name]) == ExitCode.DATABASE_UNUSABLE
        assert capsys.readouterr().err.startswith("Nothing was restored: ")
    monkeypatch.setattr("bot.store.backup.copying.verify", full)
    assert main(["restore", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "No space left" in capsys.readouterr().err
    monkeypatch.setattr(os, "open", forbidden)
    assert main(["restore", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert f"the folder {at} cannot be written to: Permission denied" in capsys.readouterr().err
    assert names(at, "games.db*") == names(at, "*.part") == []


def full(_: Path) -> None:
    raise OSError(28, "No space left on device")


def forbidden(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_folder_of_copies_that_is_none_is_said(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (at / "file").write_text("")
    monkeypatch.setenv("KICKDOOR_BACKUPS", str(at / "file"))
    assert main(["restore"]) == ExitCode.FAILED
    assert f"{at / 'file'} cannot be read: Not a directory" in capsys.readouterr().err
    monkeypatch.setattr(os, "listdir", forbidden)
    assert main(["restore"]) == ExitCode.FAILED
    assert "cannot be read: Permission denied" in capsys.readouterr().err


async def test_a_source_that_is_called_like_the_way_to_the_target_stays(at: Path) -> None:
    await saved(at / "new.db.part", PlayedTable("classic", 3).play(5))
    before = (at / "new.db.part").read_bytes()
    assert await asyncio.to_thread(main, ["copy", "new.db.part", "new.db"]) == ExitCode.OK
    assert (at / "new.db.part").read_bytes() == before


async def test_a_target_that_cannot_be_written_is_said(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await saved(at / "games.db", PlayedTable("classic", 3).play(5))
    (at / "file").write_text("")
    for name in ("x" * 300, "file/x.db", "no folder/x.db"):
        assert await asyncio.to_thread(main, ["copy", "games.db", name]) == ExitCode.DATABASE_UNUSABLE
        assert "cannot be written" in capsys.readouterr().err
