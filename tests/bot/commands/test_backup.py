"""`kickdoor backup`: whole, checked, and no disturbance for the database's users."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.commands import backup
from bot.exit_codes import ExitCode
from bot.replays.recording import digest_for
from bot.store.postgres import PostgresStore
from bot.store.reading import read_sqlite_game
from bot.store.sqlite import SqliteStore
from cards.registry import GameRegistry
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.tables.table_harness import ANN, BEN, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.postgres import Server


async def test_a_backup_of_a_running_bot_can_be_played_on(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backup, "game_registry", lambda: GameRegistry((TINY_MODULE,)))
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
    assert "1 tables, 1 of them played again" in said
    assert postgres.password not in said
    await store.close()
    assert read_sqlite_game(at / "copy.db", 1, digest_for) == table.saved()
