"""What PostgreSQL adds: others who write, and a server that may go away."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import pytest

from bot.replays.recording import digest_for
from bot.store.api import ConflictError, NewerSchemaError, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.reading import load_saved_game, read_postgres_game
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.store.steps import entry, following, row, step
from tests.postgres import Server


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


@pytest.fixture
async def pair(address: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    one, two = await PostgresStore.open(address), await PostgresStore.open(address)
    yield one, two
    await one.close()
    await two.close()


async def query(address: str, statement: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(address)
    rows = await connection.fetch(statement)
    await connection.close()
    return rows


Pair = tuple[PostgresStore, PostgresStore]

# whose step counts


async def test_a_step_made_from_an_old_edition_is_refused_whole(pair: Pair) -> None:
    """Also a note that makes no revision makes older ones stale."""
    one, two = pair
    await one.commit(step())
    await two.commit(following(replace(step(), log=None), 1))
    with pytest.raises(ConflictError):
        await one.commit(following(step(revision=2), 1))
    assert await one.is_current(1, 2)
    assert len(await one.log(1)) == 1
    await one.commit(following(step(revision=2), 2))
    assert await two.is_current(1, 3)


async def test_of_many_who_write_at_once_one_wins_each_time(pair: Pair) -> None:
    """Twenty tables, two processes, everybody tries everything: no revision twice, none left out."""
    tables = range(1, 21)
    await asyncio.gather(*(pair[0].commit(step(table, channel=table)) for table in tables))
    for edition in range(1, 6):
        tries = [
            store.commit(following(step(table, edition + 1, channel=table), edition))
            for store in pair
            for table in (tables if store is pair[0] else reversed(tables))
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert (
            sorted(type(result).__name__ for result in results) == ["ConflictError"] * 20 + ["NoneType"] * 20
        )
    for table in tables:
        assert [line.revision for line in await pair[1].log(table)] == [1, 2, 3, 4, 5, 6]


async def test_what_waits_when_a_store_is_closed_is_saved_first(address: str) -> None:
    """More than there are connections, and nobody waits for them any more."""
    store = await PostgresStore.open(address)
    saving = [asyncio.create_task(store.commit(step(table, channel=table))) for table in range(1, 41)]
    await asyncio.sleep(0)
    assert store.waiting() == 40
    for task in saving[:20]:
        task.cancel()
    await store.close()
    assert store.waiting() == 0
    assert len(await query(address, "SELECT id FROM tables")) == 40


async def test_editions_asked_together_are_never_old(pair: Pair) -> None:
    one, two = pair
    for table in (1, 2, 3):
        await one.commit(step(table, channel=table))
    assert await asyncio.gather(*(two.is_current(table, 1) for table in (1, 2, 3, 99))) == [True] * 3 + [
        False
    ]
    for edition in range(1, 6):
        asking = asyncio.create_task(two.is_current(1, edition))
        await asyncio.sleep(0)
        await one.commit(following(step(1, edition + 1, channel=1), edition))
        assert await two.is_current(1, edition + 1)
        await asking


# the server


async def test_a_database_of_a_later_release_is_left_alone(address: str) -> None:
    await (await PostgresStore.open(address)).close()
    await query(address, "INSERT INTO schema_version VALUES (99) RETURNING 1")
    with pytest.raises(NewerSchemaError, match="update the bot"):
        await PostgresStore.open(address)


async def test_a_server_that_cannot_be_reached_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        await PostgresStore.open("postgresql://ann:secret@127.0.0.1:1/games")
    assert "secret" not in str(caught.value)


async def test_an_error_repeats_nothing_of_what_was_to_be_saved(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Errors go to the log, and a snapshot holds everybody's hand."""
    store = await PostgresStore.open(address)
    secret = "the ace of swords"
    for made in (replace(row(), wake=1 << 70), replace(row(), snapshot=secret)):  # type: ignore[arg-type]
        with pytest.raises(StoreError) as caught:
            await store.commit(replace(step(), table=made))
        assert str(1 << 70) not in str(caught.value)
        assert "swords" not in str(caught.value)
    assert "swords" not in caplog.text
    await store.close()


async def test_connections_that_break_are_told_and_made_again(address: str) -> None:
    store = await PostgresStore.open(address)
    await store.commit(step())
    for _ in range(3):
        await query(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        for attempt in range(20):
            try:
                found = await store.table(1)
                assert found is not None
                await store.commit(following(step(revision=found.revision + 1), found.row_version))
                break
            except StoreError:
                assert attempt < 19
                await asyncio.sleep(0.05)
    assert [line.revision for line in await store.log(1)] == [1, 2, 3, 4]
    await store.close()


_SAVE_FOR_EVER = """
import asyncio, sys
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LogRow, TableCommit, TableRow

async def save(store, table):
    for revision in range(1, 1 << 30):
        row = TableRow(table, table, 5, True, revision, None, b"{}", b"x" * 2000, row_version=revision - 1)
        await store.commit(TableCommit(row, LogRow(table, revision, revision, 7, "act", b"{}", b"[]", 99)))
        print(table, revision, flush=True)

async def main():
    store = await PostgresStore.open(sys.argv[1])
    await asyncio.gather(*(save(store, table) for table in range(1, 6)))

asyncio.run(main())
"""


async def test_what_was_told_to_be_saved_survives_a_kill(address: str) -> None:
    """SIGKILL of a real process, while it saves at five tables at once."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _SAVE_FOR_EVER, address, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(100)]
    process.kill()
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    promised = dict(map(int, line.split()) for line in lines if line.endswith(b"\n"))
    store = await PostgresStore.open(address)
    for table, revision in promised.items():
        kept = await store.table(table)
        assert kept is not None
        assert revision <= kept.revision <= revision + 1
        assert [line.revision for line in await store.log(table)] == list(range(1, kept.revision + 1))
    await store.close()


async def test_while_moves_cannot_be_saved_a_check_says_so(address: str) -> None:
    store = await PostgresStore.open(address)
    await store.check_saving()
    await store.pool.fetch("ALTER TABLE log ADD CONSTRAINT no_room CHECK (length(events) < 1000)")
    with pytest.raises(StoreError):
        await store.check_saving()
    await store.pool.fetch("ALTER TABLE log DROP CONSTRAINT no_room")
    await store.check_saving()
    assert await store.table(-1) is None
    assert await store.log(-1) == []
    await store.close()


async def test_a_log_line_keeps_all_that_it_had(address: str) -> None:
    store = await PostgresStore.open(address)
    await store.commit(step(press=1 << 62))
    assert await store.log(1) == [entry(press=1 << 62)]
    await store.close()


async def test_a_game_is_read_for_an_export_beside_the_processes_that_serve_it(address: str) -> None:
    """The same as an open store has it."""
    table = PlayedTable("panic", 2).play(20)
    store = await PostgresStore.open(address)
    await save_in_order(store, table)
    found = await read_postgres_game(address, table.state.table.id, digest_for)
    assert found == table.saved()
    assert found == await load_saved_game(store, table.state.table.id, digest_for)
    assert await read_postgres_game(address, 99, digest_for) is None
    await store.close()


async def save_in_order(store: PostgresStore, table: PlayedTable) -> None:
    for edition, commit in enumerate(table.commits):
        await store.commit(replace(commit, table=replace(commit.table, row_version=edition)))
