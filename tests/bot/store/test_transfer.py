"""Carrying everything over between file and server: all tables there are, both ways, compared."""

import os
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cluster.cluster import Cluster, PressMemory
from bot.store import schema
from bot.store.api import DatabaseInUseError, StoreError
from bot.store.backup.moving import copy_all
from bot.store.postgres import transfer as postgres_transfer
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite import transfer as sqlite_transfer
from bot.store.sqlite.store import SqliteStore
from bot.store.transfer import Row, carry_over
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.postgres import Server

VALUES: dict[str, Any] = {"INTEGER": 1, "TEXT": "a word", "BLOB": b"\x00\xff"}


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


def fill(path: Path) -> dict[str, set[Row]]:
    """Make a file with a row in every table that the schema has, whatever it is, and return them."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema.schema_script(0, schema.all_scripts()))
        for table in tables(connection):
            columns = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
            values = [VALUES[kind] for _, kind in columns]
            connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
        connection.execute("INSERT INTO figures VALUES ('next_table', 7)")
        connection.commit()
    return content(path)


def tables(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def content(path: Path) -> dict[str, set[Row]]:
    with closing(sqlite3.connect(path)) as connection:
        return {name: set(connection.execute(f"SELECT * FROM {name}")) for name in tables(connection)}


async def test_every_table_goes_to_a_server_and_back(tmp_path: Path, address: str) -> None:
    """A table that a later schema adds is filled here, too, and so cannot be forgotten."""
    before = fill(tmp_path / "games.db")
    assert all(before.values())
    assert (await copy_all(str(tmp_path / "games.db"), address))["log"] == 1
    counts = await copy_all(address, str(tmp_path / "back.db"))
    assert content(tmp_path / "back.db") == before
    assert set(counts) == set(before)


async def test_a_new_file_belongs_to_the_owner_of_its_folder(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An admin copies as root, but the bot that opens the file is somebody else."""
    await (await PostgresStore.open(address)).close()
    given: list[tuple[Path, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda path, uid, gid: given.append((Path(path).parent, uid, gid)))
    await copy_all(address, str(tmp_path / "games.db"))
    owner = os.stat(tmp_path)
    assert given == [(tmp_path, owner.st_uid, owner.st_gid)]


async def test_a_game_is_played_on_after_each_way(tmp_path: Path, address: str) -> None:
    """The bot opens what was carried over, finds the same game, and gives no number twice."""
    table = PlayedTable("classic", 3).play(30)
    store: SqliteStore | PostgresStore = await SqliteStore.open(tmp_path / "games.db")
    number = await store.next_table()
    await save_tables(store, table)
    await store.note_uptime(5000)
    await store.close()
    await copy_all(str(tmp_path / "games.db"), address)
    store = await PostgresStore.open(address)
    assert await store.table(1) == table.commits[-1].table
    assert await store.log(1) == table.log
    assert await store.uptime() == 5000
    assert await store.next_table() == number + 1
    assert [brief.id for brief in await store.live_tables()] == [1]
    await store.close()
    await copy_all(address, str(tmp_path / "back.db"))
    store = await SqliteStore.open(tmp_path / "back.db")
    assert await store.table(1) == table.commits[-1].table
    assert await store.next_table() == number + 2
    await store.close()


async def test_a_database_that_workers_have_used_is_copied_as_well(tmp_path: Path, address: str) -> None:
    """They keep a table of the presses they heard by HTTP, which belongs to no copy."""
    fill(tmp_path / "games.db")
    worker = await PostgresStore.open(address)
    assert await PressMemory(worker.pool).add(1)
    await worker.close()
    await copy_all(str(tmp_path / "games.db"), address)
    await copy_all(address, str(tmp_path / "back.db"))
    assert content(tmp_path / "back.db") == content(tmp_path / "games.db")


async def test_nothing_is_copied_from_or_to_where_a_bot_runs(tmp_path: Path, address: str) -> None:
    file, other = str(tmp_path / "games.db"), str(tmp_path / "other.db")
    here, there = await SqliteStore.open(Path(file)), await PostgresStore.open(address)
    cluster = await Cluster.join(there)
    for source, target in ((file, other), (address, other)):
        with pytest.raises(DatabaseInUseError):
            await copy_all(source, target)
    await here.close()
    with pytest.raises(DatabaseInUseError):
        await copy_all(file, address)
    await cluster.leave()
    await there.close()
    assert not (tmp_path / "other.db").exists()


async def test_what_has_games_is_not_written_over(tmp_path: Path, address: str) -> None:
    fill(tmp_path / "games.db")
    await copy_all(str(tmp_path / "games.db"), address)
    with pytest.raises(StoreError, match="games in the target already"):
        await copy_all(str(tmp_path / "games.db"), address)
    with pytest.raises(StoreError, match="exists already"):
        await copy_all(address, str(tmp_path / "games.db"))
    with pytest.raises(StoreError, match="no database"):
        await copy_all(str(tmp_path / "nothing.db"), str(tmp_path / "new.db"))


async def test_a_row_that_does_not_fit_stops_everything(tmp_path: Path, address: str) -> None:
    """SQLite keeps any type anywhere, a server does not; nothing stays behind of what went before."""
    fill(tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("UPDATE users SET dm_closed_until = 'soon'")
        connection.commit()
    with pytest.raises(StoreError, match="the table users has a row"):
        await copy_all(str(tmp_path / "games.db"), address)
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("UPDATE users SET dm_closed_until = 0")
        connection.commit()
    await copy_all(str(tmp_path / "games.db"), address)


class ForgetfulSide(sqlite_transfer.SqliteSide):
    """A target that loses what is written into the log."""

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        if table != "log":
            await super().insert(table, columns, rows)


async def test_a_copy_that_lacks_something_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "games.db")
    async with sqlite_transfer.opened_source(tmp_path / "games.db") as source:
        monkeypatch.setattr(sqlite_transfer, "SqliteSide", ForgetfulSide)
        with pytest.raises(StoreError, match="log is not the same"):
            async with sqlite_transfer.opened_target(tmp_path / "new.db") as target:
                await carry_over(source, target)
    assert os.listdir(tmp_path) == ["games.db"]


@pytest.fixture
async def both(tmp_path: Path, address: str) -> AsyncIterator[tuple[Any, Any]]:
    await (await SqliteStore.open(tmp_path / "games.db")).close()
    async with (
        sqlite_transfer.opened_source(tmp_path / "games.db") as file,
        postgres_transfer.opened_target(address) as server,
    ):
        yield file, server


async def test_both_kinds_keep_the_same(both: tuple[Any, Any]) -> None:
    """A table or column of one kind alone is either named as belonging to processes or a mistake."""
    assert await both[0].shapes() == await both[1].shapes()
    assert "tables" in await both[0].shapes()
