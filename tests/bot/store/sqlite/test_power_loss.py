"""The power fails at every moment of every save: what was acknowledged is there, and nothing by halves.

What a disk holds then: all that was synced, and of what was being written any part, down to single sectors.
SQLite syncs its log before a commit is acknowledged (`synchronous = FULL`), and the file before the log is
written from its beginning again.
"""

import asyncio
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot.store.api import StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LogRow, TableCommit, TableRow
from bot.store.sqlite.store import SqliteStore
from tests import postgres

SECTOR_BYTES = 512
FULL_SYNC = 2
PAGES_BEFORE_CHECKPOINT = 24
"""Few, so that the log is brought into the file, and begins again, many times."""


@dataclass(frozen=True, slots=True)
class DiskImage:
    """The file and its log, byte for byte, when so many commits had been acknowledged."""

    commits: int
    file: bytes
    log: bytes


def commit_of(revision: int, size: int = 600) -> TableCommit:
    """Return a step whose bytes say which one it is."""
    body = f"{revision:06}".encode() * (size // 6)
    return TableCommit(
        TableRow(1, 10, 5, True, revision, 1000, body, body),
        LogRow(1, revision, revision, 7, "act", body, body, 99),
        users=(7, 8),
    )


async def images(path: Path, commits: int) -> list[DiskImage]:
    """Save, and keep what the disk holds after each acknowledgment."""
    store = await SqliteStore.open(path)
    ((level,),) = await store._queue.connection.fetch("PRAGMA synchronous")
    assert level == FULL_SYNC, "all that follows rests on it"
    await store._queue.connection.fetch(f"PRAGMA wal_autocheckpoint = {PAGES_BEFORE_CHECKPOINT}")
    found: list[DiskImage] = []
    dice = Random(commits)
    for number in range(commits + 1):
        if number:
            await store.commit(commit_of(number, dice.choice((60, 600, 6000))))
        found.append(_image(path, number))
    await store.close()
    return found


def _image(path: Path, commits: int) -> DiskImage:
    return DiskImage(commits, path.read_bytes(), path.with_name(path.name + "-wal").read_bytes())


def saved_commits(folder: Path, image: DiskImage) -> int:
    """Open what a disk holds, as after a power failure; return how many whole commits there are."""
    path = folder / "cut.db"
    path.write_bytes(image.file)
    path.with_name("cut.db-wal").write_bytes(image.log)
    path.with_name("cut.db-shm").unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")  # this disk is none
        revisions = [number for (number,) in connection.execute("SELECT revision FROM log ORDER BY revision")]
        assert revisions == list(range(1, len(revisions) + 1))
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT revision, body, snapshot FROM tables").fetchall()
        assert [row[0] for row in rows] == revisions[-1:]
        for revision, body, snapshot in rows:
            assert {body[i : i + 6] for i in range(0, len(body), 6)} == {f"{revision:06}".encode()}
            assert body == snapshot
    return len(revisions)


def torn(before: bytes, after: bytes, dice: Random) -> bytes:
    """Return bytes of which some sectors have been written and some have not."""
    size = max(len(before), len(after))
    old, new = before.ljust(size, b"\0"), after.ljust(size, b"\0")
    share = dice.random()
    parts = [
        (new if dice.random() < share else old)[place : place + SECTOR_BYTES]
        for place in range(0, size, SECTOR_BYTES)
    ]
    return b"".join(parts)


def cuts(before: bytes, after: bytes, step: int) -> Iterator[bytes]:
    """Yield what is being written cut off at every offset, on top of what was there."""
    first = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    for cut in range(first, len(after), step):
        yield after[:cut] + before[cut:]


def power_fails(path: Path, commits: int, step: int, tears: int) -> int:
    """Cut the power at every moment between two acknowledgments; return how often."""
    dice, count = Random(1), 0
    made = asyncio.run(images(path, commits))
    folder = path.parent / "cut"
    folder.mkdir()
    for before, after in pairwise(made):
        tears_of_log = (torn(before.log, after.log, dice) for _ in range(tears))
        logs = [*cuts(before.log, after.log, step), *tears_of_log, after.log]
        for log in logs:
            count += 1
            found = saved_commits(folder, DiskImage(before.commits, before.file, log))
            assert found in (before.commits, after.commits)
            assert log != after.log or found == after.commits
        if after.file == before.file:
            continue
        files = [
            *cuts(before.file, after.file, 8 * step),
            *(torn(before.file, after.file, dice) for _ in range(tears)),
        ]
        for file in files:
            count += 1
            assert saved_commits(folder, DiskImage(after.commits, file, after.log)) == after.commits
    assert any(after.file != before.file for before, after in pairwise(made))
    assert any(len(after.log) <= len(before.log) for before, after in pairwise(made))
    shutil.rmtree(folder)
    return count


def test_the_power_fails_at_any_moment_of_a_save(tmp_path: Path) -> None:
    assert power_fails(tmp_path / "games.db", commits=24, step=1009, tears=6) > 500


@pytest.mark.soak
def test_the_power_fails_at_every_offset(tmp_path: Path) -> None:
    """The long form."""
    power_fails(tmp_path / "games.db", commits=40, step=1, tears=200)


@pytest.mark.skipif(bool(postgres.reason()), reason=postgres.reason())
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGQUIT], ids=["killed", "immediate"])
async def test_a_server_that_dies_under_load_keeps_what_it_acknowledged(how: signal.Signals) -> None:
    """Commits of eight tables are under way; each is there wholly or not at all, and play goes on."""
    with postgres.running() as server:
        store = await PostgresStore.open(await server.database())
        acknowledged = dict.fromkeys(range(1, 9), 0)

        async def play(table: int, until: int) -> None:
            for revision in range(acknowledged[table] + 1, until):
                found = await store.log(table, after=revision - 1)
                if not found:
                    row = TableRow(table, table, 5, True, revision, 1000, b"{}", b"state")
                    log = LogRow(table, revision, revision, 7, "act", b"{}", b"[]", 99)
                    await store.commit(await _as_read(store, TableCommit(row, log)))
                acknowledged[table] = revision

        playing = [asyncio.create_task(play(table, 1 << 30)) for table in acknowledged]
        while min(acknowledged.values()) < 5:  # noqa: ASYNC110 - the players just count
            await asyncio.sleep(0.01)
        server.crash(how)
        results = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(result, StoreError) for result in results), results
        before = dict(acknowledged)
        server.start()
        for table, count in before.items():
            found = [row.revision for row in await _when_back(store, table)]
            assert found == list(range(1, len(found) + 1))
            assert count <= len(found) <= count + 1
        await asyncio.gather(*(play(table, before[table] + 4) for table in before))
        assert all(acknowledged[table] == before[table] + 3 for table in before)
        await store.close()


async def _as_read(store: PostgresStore, made: TableCommit) -> TableCommit:
    found = await store.table(made.table.id)
    return replace(made, table=replace(made.table, row_version=0 if found is None else found.row_version))


async def _when_back(store: PostgresStore, table: int) -> list[LogRow]:
    """Read a log as soon as the store has a connection again."""
    for _ in range(200):
        with suppress(StoreError):
            return await store.log(table)
        await asyncio.sleep(0.05)
    raise AssertionError("it is not back")
