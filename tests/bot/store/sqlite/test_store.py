"""The SQLite store keeps what it said it kept; what every store promises is in test_contract.py."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import schema
from bot.store.api import ConflictError, DatabaseInUseError, NewerSchemaError, StoreError
from bot.store.backup.copying import copy_database
from bot.store.results import StatisticsWish
from bot.store.rows import SurfaceRow, TableCommit, UserRow
from bot.store.sqlite import sql
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.steps import entry, row, step


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "games.db")
    yield opened
    await opened.close()


async def test_steps_that_wait_together_are_saved_by_one_transaction(store: SqliteStore) -> None:
    seen: list[str] = []
    await store._queue.connection.run(lambda file: file.set_trace_callback(seen.append))
    await asyncio.gather(*(store.commit(step(table, channel=table)) for table in range(1, 101)))
    assert 1 <= seen.count("COMMIT") <= 3


async def step_while_purging(store: SqliteStore, monkeypatch: pytest.MonkeyPatch, made: TableCommit) -> None:
    """Let somebody press after a purge has read which tables are old."""
    read = store._queue.fetch

    async def read_slowly(query: str, *params: Any) -> Sequence[Any]:
        rows = await read(query, *params)
        if query == sql.SELECT_OLD_TABLES:
            await store.commit(made)
        return rows

    monkeypatch.setattr(store._queue, "fetch", read_slowly)


@pytest.mark.parametrize("live", [True, False])
async def test_a_purge_spares_a_table_that_somebody_has_just_used(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, live: bool
) -> None:
    """Its move was accepted; the other old tables go."""
    for table in (1, 2, 3):
        made = step(table, channel=table)
        await store.commit(replace(made, table=replace(made.table, live=live), users=(7,)))
        await store.save_surfaces([SurfaceRow(table, "table", 1, table, 1)])
    pressed = step(2, revision=2, channel=2)
    assert pressed.log is not None
    pressed = replace(
        pressed,
        table=replace(pressed.table, live=live),
        log=replace(pressed.log, at=150),
        location_changed=False,
    )
    await step_while_purging(store, monkeypatch, pressed)
    assert await store.purge(100, 100, 64) == [1, 3]
    assert await store.table(2) == pressed.table
    assert [line.revision for line in await store.log(2)] == [1, 2]
    assert (len(await store.surfaces(2)), await store.all_tables_of(7)) == (1, [2])
    monkeypatch.undo()
    assert await store.purge(200, 200, 64) == [2]
    assert (await store.table(2), await store.log(2), await store.surfaces(2)) == (None, [], [])
    assert await store.all_tables_of(7) == []


async def test_a_move_at_a_table_that_is_gone_is_refused(store: SqliteStore) -> None:
    """Saved without its table, it would count as accepted and nobody could ever read it."""
    await store.commit(step())
    assert await store.purge(100, 100, 64) == [1]
    with pytest.raises(ConflictError):
        await store.commit(replace(step(revision=2), location_changed=False))
    assert await store.log(1) == []


async def test_a_failing_disk_is_told_and_what_comes_after_is_saved(store: SqliteStore) -> None:
    await store.commit(step())
    await store._queue.connection.fetch("PRAGMA query_only = ON")
    with pytest.raises(StoreError):
        await store.commit(step(revision=2))
    await store._queue.connection.fetch("PRAGMA query_only = OFF")
    assert await store.table(1) == row()
    await store.commit(step(revision=2))
    assert await store.table(1) == row(revision=2)


async def test_a_full_disk_is_told_and_the_file_stays_whole(store: SqliteStore, tmp_path: Path) -> None:
    ((pages,),) = await store._queue.connection.fetch("PRAGMA page_count")
    await store._queue.connection.fetch(f"PRAGMA max_page_count = {pages + 2}")
    big = [
        TableCommit(
            replace(row(revision=r), snapshot=bytes(9000)), replace(entry(revision=r), body=bytes(3000))
        )
        for r in range(1, 50)
    ]
    results = [await asyncio.gather(store.commit(step), return_exceptions=True) for step in big]
    assert [StoreError] in [[type(result) for result in pair] for pair in results]
    ((verdict,),) = await store._queue.connection.fetch("PRAGMA integrity_check")
    assert verdict == "ok"
    kept = await store.table(1)
    assert (0 if kept is None else kept.revision) == len(await store.log(1))


async def test_a_backup_is_a_whole_database_of_its_own(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(step())
    copy_database(tmp_path / "games.db", tmp_path / "copy.db")
    await store.commit(step(revision=2))
    copy = await SqliteStore.open(tmp_path / "copy.db")
    assert await copy.table(1) == row()
    await copy.close()
    assert not (tmp_path / "copy.db.part").exists()


async def test_a_second_process_on_the_same_file_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(DatabaseInUseError, match="process"):
        await SqliteStore.open(tmp_path / "games.db")
    await store.commit(step())


async def test_a_second_name_of_the_file_is_no_way_around_the_lock(
    store: SqliteStore, tmp_path: Path
) -> None:
    (tmp_path / "other.db").symlink_to(tmp_path / "games.db")
    with pytest.raises(DatabaseInUseError, match="process"):
        await SqliteStore.open(tmp_path / "other.db")
    await store.close()
    again = await SqliteStore.open(tmp_path / "other.db")
    await again.commit(step())
    await again.close()


async def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerSchemaError, match="update the bot"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError):
        await SqliteStore.open(path)


def test_a_change_of_the_schema_is_one_transaction() -> None:
    connection = sqlite3.connect(":memory:")
    broken = {3: "CREATE TABLE a (x);", 4: "CREATE TABLE b (x); CREATE TABLE a (y);"}
    connection.executescript(schema.schema_script(0, {3: broken[3]}))
    with pytest.raises(sqlite3.OperationalError):
        connection.executescript(schema.schema_script(3, broken))
    connection.rollback()
    tables = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    assert (tables, schema.schema_version(connection)) == ([("a",)], 3)
    connection.close()


_SAVE_FOR_EVER = """
import asyncio, sys
from pathlib import Path
from bot.store.rows import LogRow, TableCommit, TableRow
from bot.store.sqlite import sql
from bot.store.sqlite.store import SqliteStore

async def save(store, table):
    for revision in range(1, 1 << 30):
        row = TableRow(table, table, 5, True, revision, None, b"{}", b"x" * 2000)
        await store.commit(TableCommit(row, LogRow(table, revision, revision, 7, "act", b"{}", b"[]", 99)))
        print(table, revision, flush=True)

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(save(store, table) for table in range(1, 6)))

asyncio.run(main())
"""


@pytest.mark.parametrize("told", [1, 40, 200])
def test_what_was_told_to_be_saved_survives_a_kill(tmp_path: Path, told: int) -> None:
    """SIGKILL of a real process with a real file; the lock it held is free at once."""
    path = tmp_path / "games.db"
    command = [sys.executable, "-c", _SAVE_FOR_EVER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(told)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    promised: dict[int, int] = {}
    for line in lines:
        if line.endswith("\n"):
            table, revision = map(int, line.split())
            promised[table] = revision
    asyncio.run(_holds(path, promised))


async def _holds(path: Path, promised: dict[int, int]) -> None:
    store = await SqliteStore.open(path)
    for table, revision in promised.items():
        kept = await store.table(table)
        assert kept is not None
        assert revision <= kept.revision <= revision + 1
        assert [line.revision for line in await store.log(table)] == list(range(1, kept.revision + 1))
    await store.close()


async def test_a_locked_file_is_told_to_all_at_once(store: SqliteStore, tmp_path: Path) -> None:
    """SQLite waits for seconds before it gives up; if each save did, the last one would wait for minutes."""
    ((wait,),) = await store._queue.connection.fetch("PRAGMA busy_timeout = 100")
    assert wait == 100
    tries: list[str] = []
    await store._queue.connection.run(lambda file: file.set_trace_callback(tries.append))
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        saves = (store.commit(step(table, channel=table)) for table in range(1, 51))
        results = await asyncio.gather(*saves, store.uptime(), return_exceptions=True)
    assert [str(result) for result in results] == [*["database is locked"] * 50, "0"]
    assert sum(text.startswith("BEGIN") for text in tries) <= 3
    await store.commit(step())


async def test_what_is_asked_at_once_is_done_in_that_order(store: SqliteStore) -> None:
    """Though all of it is saved together: nothing has been written when the second one asks."""
    gather = asyncio.gather
    place, wanted, wish = (
        SurfaceRow(1, "table", 7, 8, 9),
        UserRow(7, 0, True),
        StatisticsWish(7, opted_out=True),
    )
    await gather(store.save_surfaces([place]), store.drop_surfaces(1))
    assert await store.surfaces(1) == []
    await gather(store.drop_surfaces(1), store.save_surfaces([place]))
    assert await store.surfaces(1) == [place]
    await gather(store.save_user(wanted), store.forget_user(7))
    assert await store.user(7) == UserRow(7)
    await gather(store.forget_user(7), store.save_user(wanted))
    assert await store.user(7) == wanted
    await gather(store.results.drop_wish(7), store.results.save_wish(wish))
    assert await store.results.wish(7) == wish
    await gather(store.forget_user(7), store.commit(replace(step(), users=(7,))))
    assert await store.tables_of(7) == [1]


async def test_one_save_that_cannot_be_spoils_no_other(store: SqliteStore) -> None:
    """Whatever is wrong with it: a number too big, a text that is none, a move that comes too late."""
    await store.commit(step(1))
    good, big = step(2, channel=2), step(3, channel=3)
    saves = (
        store.commit(step(1)),
        store.commit(replace(big, table=replace(big.table, wake=1 << 70))),
        store.save_surfaces([SurfaceRow(1, "\ud800", 1, 1, 1)]),
        store.commit(good),
    )
    results = await asyncio.gather(*saves, return_exceptions=True)
    assert [isinstance(result, StoreError) for result in results] == [True] * 3 + [False]
    assert await store.table(2) == good.table
