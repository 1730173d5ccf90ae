"""`kickdoor backup`: whole, checked, and no disturbance for the database's users."""

import asyncio
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import backup
from bot.operations.exit_codes import ExitCode
from bot.replays.recording import digest_for
from bot.store.postgres.store import PostgresStore
from bot.store.reading import read_sqlite_game
from bot.store.sqlite.store import SqliteStore
from cards.registry import GameRegistry
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.tables.table_harness import ANN, BEN, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.postgres import Server


async def test_a_backup_of_a_running_bot_can_be_played_on(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backup, "game_registry", lambda: GameRegistry((TINY_MODULE,)))
    harness = await TableHarness.open(at / "games.db")
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "lay")
    before = await harness.view_for(ANN)
    assert main(["backup", "copy.db"]) == ExitCode.OK
    assert "whole and checked" in capsys.readouterr().out
    assert (at / "copy.db").stat().st_mode & 0o777 == 0o600
    await harness.act(ANN, "luck")
    await harness.close()
    restored = (await TableHarness.open(at / "copy.db")).after(harness)
    after = await restored.view_for(ANN)
    assert (after.table, after.game_view) == (before.table, before.game_view)
    await restored.act(ANN, "luck")
    await restored.close()


async def test_a_backup_never_writes_over_anything(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await (await SqliteStore.open(at / "games.db")).close()
    (at / "copy.db").write_text("precious")
    assert main(["backup", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "exists already" in capsys.readouterr().err
    assert (at / "copy.db").read_text() == "precious"


@pytest.mark.usefixtures("at")
def test_no_database_no_backup(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "no database" in capsys.readouterr().err


def test_a_damaged_database_is_not_called_a_backup(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(at / "games.db")) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.executemany("INSERT INTO t VALUES (?)", [("y" * 500,)] * 500)
        connection.commit()
    data = bytearray((at / "games.db").read_bytes())
    data[4096:40960] = b"\xff" * (40960 - 4096)
    (at / "games.db").write_bytes(data)
    assert main(["backup", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "No backup" in capsys.readouterr().err
    assert not (at / "copy.db").exists()
    assert [path.name for path in at.iterdir()] == ["games.db"]


async def test_a_server_is_copied_to_a_file(
    at: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While a bot works on it, and without a word of its password."""
    address = await postgres.database()
    store = await PostgresStore.open(address)
    table = PlayedTable("classic", 3).play(20)
    for number, commit in enumerate(table.commits):
        await store.commit(replace(commit, table=replace(commit.table, row_version=number)))
    monkeypatch.setenv("KICKDOOR_DATABASE", address)
    assert await asyncio.to_thread(main, ["backup", "copy.db"]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "1 table, 1 played again" in said
    assert postgres.password not in said
    await store.close()
    assert read_sqlite_game(at / "copy.db", 1, digest_for) == table.saved()


async def test_only_files_of_its_own_are_written_to(at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the live database, a folder or somebody's file has a name that was once used on the way."""
    monkeypatch.setenv("KICKDOOR_DATABASE", "games.db.part")
    await save(at / "games.db.part")
    before = (at / "games.db.part").read_bytes()
    assert main(["backup", "games.db"]) == ExitCode.OK
    assert (at / "games.db.part").read_bytes() == before
    (at / "a.db.part").mkdir()
    (at / "b.db.part").write_text("precious")
    for name in ("a.db", "b.db"):
        assert main(["backup", name]) == ExitCode.OK
    assert (at / "b.db.part").read_text() == "precious"


@pytest.mark.parametrize("name", ["file/x.db", "no folder/x.db", "x" * 300, "link.db"])
async def test_a_place_that_cannot_be_had_is_said(
    at: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await save(at / "games.db")
    (at / "file").write_text("")
    (at / "link.db").symlink_to("nowhere.db")
    assert main(["backup", name]) == ExitCode.DATABASE_UNUSABLE
    assert capsys.readouterr().err.startswith("No backup: ")
    assert sorted(os.listdir(at)) == ["file", "games.db", "games.db.lock", "link.db"]


@pytest.mark.parametrize("place", ["file/games.db", "folder", "x" * 300])
def test_a_database_that_cannot_be_one_is_said(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    (at / "file").write_text("")
    (at / "folder").mkdir()
    monkeypatch.setenv("KICKDOOR_DATABASE", place)
    for command in (
        ["backup", "copy.db"],
        ["export", "1"],
        ["doctor", "--repair"],
        ["statistics", "rebuild"],
    ):
        assert main(command) == ExitCode.DATABASE_UNUSABLE
        assert place in capsys.readouterr().err
    assert sorted(os.listdir(at)) == ["file", "folder"]


async def test_how_to_go_back_can_be_pasted(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await save(at / "games.db")
    (at / "sp ace").mkdir()
    assert main(["backup", "sp ace/b.db"]) == ExitCode.OK
    assert "`kickdoor restore 'sp ace/b.db'`" in capsys.readouterr().out


async def test_a_copy_that_this_release_cannot_check_is_kept_and_not_called_a_backup(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await save(at / "games.db")
    with closing(sqlite3.connect(at / "games.db")) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert main(["backup", "copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert "cannot be relied on: copy.db: the database has schema 999" in capsys.readouterr().err
    assert (at / "copy.db").exists()


async def test_a_name_that_is_no_text_is_said(at: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A file may have one, as its name is a matter of the file system alone; a folder may not."""
    await save(at / "games.db")
    folder, name = os.fsdecode(b"caf\xe9"), os.fsdecode(b"caf\xe9.db")
    (at / folder).mkdir()
    assert main(["backup", f"{folder}/copy.db"]) == ExitCode.DATABASE_UNUSABLE
    assert b"games.db cannot be copied: " in capsysbinary.readouterr().err
    assert os.listdir(at / folder) == []
    for command in ("backup", "restore"):
        assert main([command, name]) == ExitCode.OK
        assert b"caf\xe9.db" in capsysbinary.readouterr().out


async def save(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
