"""`kickdoor backup`: whole, checked, and no disturbance for the database's users."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.exit_codes import ExitCode
from bot.store.sqlite import SqliteStore
from tests.bot.tables.table_harness import ANN, BEN, TableHarness


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KICKDOOR_DATABASE", str(tmp_path / "games.db"))
    return tmp_path


async def test_a_backup_of_a_running_bot_can_be_played_on(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = await TableHarness.open(at / "games.db")
    await house.sit_down(ANN, BEN)
    await house.act(ANN, "lay")
    before = await house.view_for(ANN)
    assert main(["backup", "copy.db"]) == ExitCode.OK
    assert "whole and checked" in capsys.readouterr().out
    await house.act(ANN, "luck")
    await house.close()
    restored = (await TableHarness.open(at / "copy.db")).after(house)
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
    assert not (at / "copy.db.part").exists()


def test_for_a_server_its_own_means_are_named(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the password, and without a file that could be taken for a backup."""
    monkeypatch.setenv("KICKDOOR_DATABASE", "postgresql://ann:secret@host/games")
    assert main(["backup", "my copy"]) == ExitCode.BAD_SETTING
    said = capsys.readouterr().err
    assert "pg_dump --format=custom --file='my copy'" in said
    assert "pg_restore" in said
    assert "secret" not in said
    assert not (at / "my copy").exists()
