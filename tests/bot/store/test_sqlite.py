"""The SQLite store keeps what it said it kept, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import schema
from bot.store.port import Conflict, InUse, Newer, StoreError
from bot.store.rows import Brief, LogRow, Step, SurfaceRow, TableRow, UserRow
from bot.store.sqlite import SqliteStore


def row(table: int = 1, revision: int = 1, channel: int = 10) -> TableRow:
    return TableRow(table, channel, 5, True, revision, 1000, b"{}", b"state")


def entry(table: int = 1, revision: int = 1, press: int = 0) -> LogRow:
    return LogRow(table, revision, press, 7, "join", b"{}", b"[]", 99)


def step(table: int = 1, revision: int = 1, press: int = 0, channel: int = 10) -> Step:
    return Step(row(table, revision, channel), entry(table, revision, press))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "games.db")
    yield opened
    await opened.close()


async def test_a_step_comes_back_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.db"
    store = await SqliteStore.open(path)
    await store.commit(replace(step(press=77), users=(7, 8), definitions=("abc", b"cards")))
    await store.close()
    store = await SqliteStore.open(path)
    assert await store.table(1) == row()
    assert await store.log(1) == [entry(press=77)]
    assert await store.presses(1, 5) == [(77, 1)]
    assert await store.briefs() == [Brief(1, 10, 5, 1000)]
    assert await store.tables_of(7) == [1]
    assert await store.tables_of(9) == []
    assert await store.definitions("abc") == b"cards"
    assert await store.definitions("abd") is None
    await store.close()


async def test_people_who_left_are_not_found_any_more(store: SqliteStore) -> None:
    await store.commit(replace(step(), users=(7, 8)))
    await store.commit(replace(step(revision=2), users=(8,)))
    assert await store.tables_of(7) == []
    assert await store.tables_of(8) == [1]


async def test_tables_of_a_person_come_with_the_latest_used_first(store: SqliteStore) -> None:
    for table, at in ((1, 50), (2, 70), (3, 60)):
        made = step(table, channel=table)
        assert made.log is not None
        await store.commit(replace(made, users=(7,), log=replace(made.log, at=at)))
    await store.commit(Step(replace(row(3, 1, 3), live=False)))
    assert await store.tables_of(7) == [2, 1]


@pytest.mark.parametrize(
    "second",
    [step(revision=1), step(revision=2, press=77), step(table=2, channel=10)],
    ids=["same revision", "same press", "second live table in a channel"],
)
async def test_whoever_comes_second_changes_nothing(store: SqliteStore, second: Step) -> None:
    await store.commit(step(press=77))
    with pytest.raises(Conflict):
        await store.commit(second)
    assert await store.table(1) == row()
    assert await store.table(2) is None
    assert len(await store.log(1)) == 1


async def test_an_ended_table_gives_its_channel_free(store: SqliteStore) -> None:
    await store.commit(Step(replace(row(), live=False), entry()))
    await store.commit(step(table=2))
    assert await store.last_at(10) == 2
    assert await store.last_at(11) is None
    assert [brief.id for brief in await store.briefs()] == [2]


async def test_one_bad_step_does_not_spoil_those_saved_with_it(store: SqliteStore) -> None:
    await store.commit(step(press=77))
    steps = [step(table, channel=100 + table) for table in range(2, 40)]
    steps.insert(20, step(revision=2, press=77))
    results = await asyncio.gather(*map(store.commit, steps), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [Conflict]
    assert len(await store.briefs()) == 39
    assert await store.table(1) == row()


async def test_steps_that_wait_together_are_saved_by_one_transaction(store: SqliteStore) -> None:
    seen: list[str] = []
    await store._connection.set_trace_callback(seen.append)
    await asyncio.gather(*(store.commit(step(table, channel=table)) for table in range(1, 101)))
    assert 1 <= seen.count("COMMIT") <= 3


async def test_numbers_beyond_the_database_are_an_error_and_no_end(store: SqliteStore) -> None:
    with pytest.raises(StoreError):
        await store.table(1 << 70)
    with pytest.raises(StoreError):
        await store.commit(step(table=1 << 70))
    await store.commit(step())
    assert await store.table(1) == row()


async def test_a_failing_disk_is_told_and_what_comes_after_is_saved(store: SqliteStore) -> None:
    await store.commit(step())
    await store._connection.execute_fetchall("PRAGMA query_only = ON")
    with pytest.raises(StoreError):
        await store.commit(step(revision=2))
    await store._connection.execute_fetchall("PRAGMA query_only = OFF")
    assert await store.table(1) == row()
    await store.commit(step(revision=2))
    assert await store.table(1) == row(revision=2)


async def test_a_full_disk_is_told_and_the_file_stays_whole(store: SqliteStore, tmp_path: Path) -> None:
    ((pages,),) = await store._connection.execute_fetchall("PRAGMA page_count")
    await store._connection.execute_fetchall(f"PRAGMA max_page_count = {pages + 2}")
    big = [
        Step(replace(row(revision=r), snapshot=bytes(9000)), replace(entry(revision=r), body=bytes(3000)))
        for r in range(1, 50)
    ]
    results = [await asyncio.gather(store.commit(step), return_exceptions=True) for step in big]
    assert [StoreError] in [[type(result) for result in pair] for pair in results]
    ((verdict,),) = await store._connection.execute_fetchall("PRAGMA integrity_check")
    assert verdict == "ok"
    kept = await store.table(1)
    assert (0 if kept is None else kept.revision) == len(await store.log(1))


async def test_closing_saves_what_is_queued_and_then_refuses(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    waiting = [asyncio.create_task(store.commit(step(table, channel=table))) for table in range(1, 600)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError):
        await store.commit(step(700))
    with pytest.raises(StoreError):
        await store.briefs()
    await store.close()
    store = await SqliteStore.open(tmp_path / "games.db")
    assert len(await store.briefs()) == 599
    await store.close()


async def test_table_ids_are_never_given_twice(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    first = [await store.next_table() for _ in range(3)]
    await store.close()
    store = await SqliteStore.open(tmp_path / "games.db")
    assert [*first, await store.next_table()] == [1, 2, 3, 4]
    await store.close()


async def test_surfaces_are_one_per_table_and_key(store: SqliteStore) -> None:
    await store.save_surfaces([SurfaceRow(1, "table", 10, 500, 1), SurfaceRow(1, "hand.0", 11, 501, 1)])
    await store.save_surfaces([SurfaceRow(1, "table", 10, 502, 2), SurfaceRow(2, "table", 12, 503, 1)])
    assert set(await store.surfaces(1)) == {
        SurfaceRow(1, "table", 10, 502, 2),
        SurfaceRow(1, "hand.0", 11, 501, 1),
    }
    await store.drop_surfaces(1, ["hand.0"])
    assert await store.surfaces(1) == [SurfaceRow(1, "table", 10, 502, 2)]
    await store.drop_surfaces(1)
    assert await store.surfaces(1) == []
    assert len(await store.surfaces(2)) == 1


async def test_what_people_want_is_remembered(store: SqliteStore) -> None:
    assert await store.user(7) == UserRow(7)
    await store.save_user(UserRow(7, 1234, True))
    assert await store.user(7) == UserRow(7, 1234, True)


async def test_a_forgotten_person_leaves_no_trace_and_others_keep_theirs(store: SqliteStore) -> None:
    await store.commit(replace(step(press=77), users=(7, 8)))
    await store.commit(replace(step(2, 1, channel=11), users=(7, 9)))
    await store.commit(replace(step(2, 2, channel=11), users=(9,)))
    await store.save_user(UserRow(7, 5, True))
    await store.save_user(UserRow(17, 5, True))
    await store.save_surfaces([SurfaceRow(1, f"hand.{user}", 3, user, 1) for user in (7, 8, 17)])
    assert await store.all_tables_of(7) == [1, 2]
    await store.forget(7)
    assert await store.all_tables_of(7) == []
    assert await store.tables_of(8) == [1]
    assert {line.user for table in (1, 2) for line in await store.log(table)} == {0}
    assert await store.user(7) == UserRow(7)
    assert await store.user(17) == UserRow(17, 5, True)
    assert {row.key for row in await store.surfaces(1)} == {"hand.8", "hand.17"}


async def test_old_tables_are_deleted_with_all_that_belongs_to_them(store: SqliteStore) -> None:
    for table in range(1, 7):
        made = step(table, channel=table)
        assert made.log is not None
        ended = replace(made.table, live=table > 3)
        await store.commit(Step(ended, replace(made.log, at=table * 10), (7,)))
        await store.save_surfaces([SurfaceRow(table, "table", 1, table, 1)])
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == [1, 2, 4]
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == [5]
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == []
    assert await store.all_tables_of(7) == [3, 6]
    for table in range(1, 7):
        kept = table in (3, 6)
        assert (await store.table(table) is not None) == kept
        assert (len(await store.log(table)), len(await store.surfaces(table))) == (kept, kept)


async def test_uptime_is_remembered(store: SqliteStore) -> None:
    assert await store.uptime() == 0
    await store.note_uptime(5000)
    assert await store.uptime() == 5000


async def test_a_backup_is_a_whole_database_of_its_own(store: SqliteStore, tmp_path: Path) -> None:
    await store.commit(step())
    await store.backup(tmp_path / "copy.db")
    await store.commit(step(revision=2))
    copy = await SqliteStore.open(tmp_path / "copy.db")
    assert await copy.table(1) == row()
    await copy.close()
    assert not (tmp_path / "copy.db.part").exists()


async def test_a_second_process_on_the_same_file_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(InUse, match="process"):
        await SqliteStore.open(tmp_path / "games.db")
    await store.commit(step())


async def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(Newer, match="update the bot"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreError):
        await SqliteStore.open(path)


def test_a_migration_is_one_transaction() -> None:
    connection = sqlite3.connect(":memory:")
    broken = ["CREATE TABLE a (x);", "CREATE TABLE b (x); CREATE TABLE a (y);"]
    connection.executescript(schema.script(0, broken[:1]))
    with pytest.raises(sqlite3.OperationalError):
        connection.executescript(schema.script(1, broken))
    connection.rollback()
    tables = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    assert (tables, schema.version(connection)) == ([("a",)], 1)
    connection.close()


_SAVE_FOR_EVER = """
import asyncio, sys
from pathlib import Path
from bot.store.rows import LogRow, Step, TableRow
from bot.store.sqlite import SqliteStore

async def save(store, table):
    for revision in range(1, 1 << 30):
        row = TableRow(table, table, 5, True, revision, None, b"{}", b"x" * 2000)
        await store.commit(Step(row, LogRow(table, revision, revision, 7, "act", b"{}", b"[]", 99)))
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
