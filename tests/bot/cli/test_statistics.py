"""`kickdoor statistics rebuild`: the same results from the logs, and words for what cannot be read."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app.games import game_registry
from bot.operations.exit_codes import ExitCode
from bot.statistics.service import ResultKeeper
from bot.store.api import Store
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from tests.bot.cli.test_export import damage
from tests.bot.statistics.finished_games import copied, save_games
from tests.postgres import Server

GUILD = 700
NOW = 1_790_000_000


async def fill(store: Store) -> None:
    """Keep two games that count, with the results of their endings."""
    await save_games(store, copied(1, NOW), copied(2, NOW + 1))
    await ResultKeeper(store, game_registry(), lambda: NOW + 2).catch_up()


async def spoil(store: Store) -> None:
    """Lose what is known of the first game."""
    row = await store.results.result(1)
    assert row is not None
    await store.results.replace(replace(row, body=b"", seats=()))


async def test_a_lost_result_comes_back_from_its_log(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await SqliteStore.open(at / "games.db")
    await fill(store)
    before = await store.results.results(GUILD)
    await spoil(store)
    await store.close()
    assert await asyncio.to_thread(main, ["statistics", "rebuild"]) == ExitCode.OK
    assert "2 ended tables read, 1 result changed." in capsys.readouterr().out
    assert await asyncio.to_thread(main, ["statistics", "rebuild"]) == ExitCode.OK
    assert "2 ended tables read, 0 results changed." in capsys.readouterr().out
    store = await SqliteStore.open(at / "games.db")
    assert await store.results.results(GUILD) == before
    await store.close()


async def test_beside_a_bot_on_a_server_they_are_rebuilt_while_it_runs(
    at: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = await postgres.database()
    monkeypatch.setenv("KICKDOOR_DATABASE", address)
    running = await PostgresStore.open(address)
    tables = await TableService.open(running, TableConfig(game_registry()))
    await fill(running)
    before = await running.results.results(GUILD)
    await spoil(running)
    assert await asyncio.to_thread(main, ["statistics", "rebuild"]) == ExitCode.OK
    assert "2 ended tables read, 1 result changed." in capsys.readouterr().out
    assert await running.results.results(GUILD) == before
    await tables.close()
    await running.close()


async def test_a_file_in_use_is_left_alone(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await SqliteStore.open(at / "games.db")
    await fill(store)
    await spoil(store)
    assert await asyncio.to_thread(main, ["statistics", "rebuild"]) == ExitCode.DATABASE_UNUSABLE
    assert "Nothing was rebuilt" in capsys.readouterr().err
    row = await store.results.result(1)
    assert row is not None
    assert row.body == b""
    await store.close()


async def test_a_log_that_cannot_be_read_is_named_and_its_result_stays(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, broken = copied(1, NOW), copied(2, NOW + 1)
    store = await SqliteStore.open(at / "games.db")
    await save_games(store, whole, broken)
    await ResultKeeper(store, game_registry(), lambda: NOW + 2).catch_up()
    before = await store.results.results(GUILD)
    await store.close()
    damage(at / "games.db", "UPDATE log SET events = x'7b' WHERE table_id = 2 AND revision = 40")
    assert await asyncio.to_thread(main, ["statistics", "rebuild"]) == ExitCode.FAILED
    said = capsys.readouterr()
    assert "Skipped table 2: its past cannot be read" in said.err
    assert "1 ended table read, 0 results changed." in said.out
    store = await SqliteStore.open(at / "games.db")
    assert await store.results.results(GUILD) == before
    await store.close()


@pytest.mark.usefixtures("at")
def test_what_is_not_known_is_not_done(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["statistics", "invent"])
    assert stopped.value.code == ExitCode.USAGE
    assert "invent" in capsys.readouterr().err


def test_where_no_database_is_none_is_made(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", "rebuild"]) == ExitCode.DATABASE_UNUSABLE
    assert f"there is no database at {at / 'games.db'}" in capsys.readouterr().err
    assert list(at.iterdir()) == []
