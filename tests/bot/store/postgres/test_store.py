"""What PostgreSQL adds: several processes on one database, and a server that may go away."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import NoReturn

import asyncpg
import pytest

from bot.replays.recording import digest_for
from bot.store import schema
from bot.store.api import ConflictError, DatabaseInUseError, NewerSchemaError, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.reading import load_saved_game, read_postgres_game
from bot.store.rows import LiveTable, SurfaceRow
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.store.steps import entry, following, row, save, step
from tests.postgres import Server

LEASE_S = 4.0


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


async def join(address: str, *shards: int, count: int = 2, lease: float = LEASE_S) -> PostgresStore:
    """Open a store as a process that hears these shards."""
    store = await PostgresStore.open(address, shards=shards or None, count=count, lease=lease)
    for shard in shards:
        store.peers.shard_connected(shard, count)
    return store


@pytest.fixture
async def pair(address: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    one, two = await join(address, 0), await join(address, 1)
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
    assert await one.peers.row_version(1) == 2
    assert len(await one.log(1)) == 1
    await one.commit(following(step(revision=2), 2))
    assert await two.peers.row_version(1) == 3


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


async def test_steps_that_wait_together_are_saved_by_few_transactions(address: str) -> None:
    store = await join(address)
    before = await query(address, "SELECT pg_current_xact_id()::text::bigint")
    await asyncio.gather(*(store.commit(step(table, channel=table)) for table in range(1, 101)))
    after = await query(address, "SELECT pg_current_xact_id()::text::bigint")
    assert after[0][0] - before[0][0] < 10
    await store.close()


async def test_editions_asked_together_are_answered_together_and_never_old(pair: Pair) -> None:
    one, two = pair
    for table in (1, 2, 3):
        await one.commit(step(table, channel=table))
    asked = [asyncio.create_task(two.peers.row_version(table)) for table in (1, 2, 3, 99)]
    assert await asyncio.gather(*asked) == [1, 1, 1, 0]
    for edition in range(1, 6):
        asking = asyncio.create_task(two.peers.row_version(1))
        await asyncio.sleep(0)
        await one.commit(following(step(1, edition + 1, channel=1), edition))
        assert await two.peers.row_version(1) == edition + 1
        assert await asking in (edition, edition + 1)


# who looks after what

HERE, THERE = 4 << 22, 5 << 22
"""Servers on shard 0 and on shard 1."""


async def test_a_dead_process_loses_its_tables_when_its_lease_is_over_and_not_before(address: str) -> None:
    one, two = await join(address, 0), await join(address, 1)
    await one.peers.heartbeat(0)
    for table in (1, 2, 3):
        made = step(table, channel=table)
        await one.commit(replace(made, table=replace(made.table, guild=HERE)))
    assert one.peers.owns(1)
    assert (await two.peers.heartbeat(0)).acquired == ()
    await asyncio.sleep(LEASE_S + 0.1)
    assert not one.peers.owns(1)
    found = await two.peers.heartbeat(0)
    assert found.acquired == tuple(LiveTable(table, table, HERE, 1000) for table in (1, 2, 3))
    assert two.peers.owns(3)
    assert not one.peers.owns(1)
    assert (await one.peers.heartbeat(0)).lost == (1, 2, 3)
    await one.close()
    await two.close()


async def test_two_who_share_out_a_dead_ones_tables_never_take_the_same(address: str) -> None:
    """Exactly one gets each, however often both ask at the same moment."""
    dead, *heirs = [await join(address, shard, count=3, lease=60.0) for shard in (0, 1, 2)]
    for heir in heirs:
        await heir.peers.heartbeat(0)
    for table in range(1, 60):
        made = step(table, channel=table)
        await dead.commit(replace(made, table=replace(made.table, guild=(3 + table) << 22)))
    await dead.close()
    taken: list[int] = []
    for _ in range(5):
        rounds = await asyncio.gather(*(heir.peers.heartbeat(0) for heir in heirs))
        taken += [brief.id for found in rounds for brief in found.acquired]
    assert sorted(taken) == list(range(1, 60))
    for heir in heirs:
        await heir.close()


async def test_the_keeper_hears_of_what_another_process_has_done(pair: Pair) -> None:
    one, two = pair
    await one.peers.heartbeat(0)
    await two.peers.heartbeat(0)
    await one.commit(replace(step(), table=replace(row(), guild=HERE)))
    one.peers.wake_event.clear()
    await save(two, replace(step(revision=2), table=replace(row(revision=2), guild=HERE)))
    await two.peers.notify_owner(1, "doubt hand.7")
    await asyncio.wait_for(one.peers.wake_event.wait(), 60)
    assert (await one.peers.heartbeat(0)).notices == ((1, ""), (1, "doubt hand.7"))
    assert (await one.peers.heartbeat(0)).notices == ()


async def test_a_server_that_gives_no_further_connection_costs_no_lease(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told is read at the next heartbeat, and heard at once as soon as that is possible."""
    one, two = pair

    async def refuse() -> NoReturn:
        raise StoreError("sorry, too many clients already")

    with monkeypatch.context() as patched:
        patched.setattr(one._pool, "open_listener", refuse)
        await one.commit(replace(step(), table=replace(row(), guild=HERE)))
        await one.peers.heartbeat(0)
        await two.peers.notify_owner(1, "doubt hand.7")
        assert (await one.peers.heartbeat(0)).notices == ((1, "doubt hand.7"),)
        assert one.peers.owns(1)
    await one.peers.heartbeat(0)
    one.peers.wake_event.clear()
    await two.peers.notify_owner(1, "doubt hand.8")
    await asyncio.wait_for(one.peers.wake_event.wait(), 60)


async def test_a_heartbeat_does_not_wait_for_long_until_it_hears(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told before it heard is looked for then."""
    one, two = pair
    monkeypatch.setattr("bot.store.postgres.ear.PATIENCE_S", 0.01)
    answered, connect = asyncio.Event(), one._pool.open_listener

    async def connect_late() -> asyncpg.Connection[asyncpg.Record]:
        await answered.wait()
        return await connect()

    monkeypatch.setattr(one._pool, "open_listener", connect_late)
    await one.commit(replace(step(), table=replace(row(), guild=HERE)))
    await one.peers.heartbeat(0)
    one.peers.wake_event.clear()
    await two.peers.notify_owner(1, "doubt hand.7")
    answered.set()
    await asyncio.wait_for(one.peers.wake_event.wait(), 60)
    assert (await one.peers.heartbeat(0)).notices == ((1, "doubt hand.7"),)


async def test_only_the_keeper_says_where_the_messages_are(pair: Pair) -> None:
    """A process that was taken for dead and wakes up cannot write over what its heir has noted."""
    one, two = pair
    await one.commit(replace(step(), table=replace(row(), guild=THERE)))
    await one.save_surfaces([SurfaceRow(1, "table", 10, 500, 1)])
    assert [brief.id for brief in (await two.peers.heartbeat(0)).acquired] == [1]
    await two.save_surfaces([SurfaceRow(1, "table", 10, 501, 2)])
    with pytest.raises(ConflictError):
        await one.save_surfaces([SurfaceRow(1, "table", 10, 502, 1)])
    await one.drop_surfaces(1)
    assert await one.surfaces(1) == [SurfaceRow(1, "table", 10, 501, 2)]


@pytest.mark.parametrize("heard", ["late", "not yet", "locked"])
async def test_a_table_that_a_worker_opens_is_found_whoever_is_told_of_it(address: str, heard: str) -> None:
    """Nobody may be told: who hears its server connects at that very moment, or is late with its lease."""
    gateway = await join(address, 0)
    worker = await PostgresStore.open(address, shards=(), count=0, lease=60.0)
    if heard != "not yet":
        await gateway.peers.heartbeat(0)
    await query(address, "UPDATE processes SET alive_until = clock_timestamp() WHERE shards <> '{}'")
    await worker.commit(replace(step(), table=replace(row(), guild=HERE)))
    if heard == "locked":  # somebody sits down there
        connection = await asyncpg.connect(address)
        async with connection.transaction():
            await connection.execute("SELECT 1 FROM tables WHERE id = 1 FOR UPDATE")
            assert (await gateway.peers.heartbeat(0)).acquired == ()
        await connection.close()
    assert [brief.id for brief in (await gateway.peers.heartbeat(0)).acquired] == [1]
    assert gateway.peers.owns(1)
    assert (await gateway.peers.heartbeat(0)).acquired == ()
    await worker.close()
    await gateway.close()


async def test_a_table_that_a_worker_opens_wakes_who_hears_its_server(address: str) -> None:
    gateway = await join(address, 0)
    worker = await PostgresStore.open(address, shards=(), count=0, lease=60.0)
    await gateway.peers.heartbeat(0)
    gateway.peers.wake_event.clear()
    await worker.commit(replace(step(), table=replace(row(), guild=HERE)))
    await asyncio.wait_for(gateway.peers.wake_event.wait(), 60)
    assert [brief.id for brief in (await gateway.peers.heartbeat(0)).acquired] == [1]
    await worker.close()
    await gateway.close()


async def test_time_goes_on_with_the_one_who_is_furthest(pair: Pair) -> None:
    one, two = pair
    assert (await one.peers.heartbeat(5000)).uptime == 5000
    assert (await two.peers.heartbeat(4000)).uptime == 5000
    await two.note_uptime(3000)
    assert await one.uptime() == 5000


async def test_a_shard_counts_as_heard_until_its_process_last_came_round(address: str) -> None:
    one = await join(address, 0)
    await one.peers.heartbeat(1000)
    assert (await one.peers.heartbeat(9000)).served_shards == {0}
    assert await one.peers.last_served(0) == 9000
    assert await one.peers.last_served(1) == 0
    two = await join(address, 1)
    assert (await two.peers.heartbeat(9000)).served_shards == {0, 1}
    await one.close()
    assert (await two.peers.heartbeat(20_000)).served_shards == {1}
    await two.close()
    again = await join(address, 0)
    # Nobody lived meanwhile, so time stood still: nothing is to be given back.
    assert await again.peers.last_served(0) == 20_000
    await again.close()


# who may join


@pytest.mark.parametrize(
    ("shards", "count", "said"),
    [((0, 1), 2, "KICKDOOR_SHARD_IDS"), ((), 0, "all shards"), ((1,), 4, "KICKDOOR_SHARDS")],
    ids=["a shard that is taken", "all shards", "another number of shards"],
)
async def test_a_process_that_does_not_fit_is_refused(
    address: str, shards: tuple[int, ...], count: int, said: str
) -> None:
    """Clearly, and without harm to the one that lives."""
    one = await join(address, 0, lease=60.0)
    with pytest.raises(DatabaseInUseError, match=said):
        await join(address, *shards, count=count, lease=0.2)
    await one.commit(step())
    await one.close()


async def test_who_has_just_died_is_waited_for(address: str) -> None:
    """A process that was killed starts again at once, and need not be told to try later."""
    one = await join(address, 0)
    await one._pool.close()
    again = await join(address, 0)
    await again.commit(step())
    await again.close()


async def test_a_process_whose_place_was_taken_while_it_slept_has_to_end(address: str) -> None:
    one = await join(address, 0, lease=0.3)
    await asyncio.sleep(0.4)
    two = await join(address, 0, lease=60.0)
    with pytest.raises(DatabaseInUseError):
        await one.peers.heartbeat(0)
    await one.close()
    await two.close()


async def test_a_process_that_everybody_has_forgotten_has_to_end(address: str) -> None:
    """It slept for hours, while all others stopped and started again."""
    one = await join(address, 0, lease=0.3)
    await query(address, "UPDATE processes SET alive_until = alive_until - interval '2 hours' RETURNING id")
    two = await join(address, 1, lease=60.0)
    with pytest.raises(DatabaseInUseError, match="silent"):
        await one.peers.heartbeat(0)
    await one.close()
    await two.close()


@pytest.mark.parametrize("shards", [(0,), ()], ids=["keeper", "worker"])
async def test_who_is_late_when_another_joins_goes_on_though_it_keeps_no_table(
    address: str, shards: tuple[int, ...]
) -> None:
    """As after a restart of the database that outlasts all leases."""
    late = await PostgresStore.open(address, shards=shards, count=2, lease=0.3)
    await asyncio.sleep(0.4)
    newcomer = await join(address, 1, lease=60.0)
    await late.peers.heartbeat(0)
    await late.close()
    await newcomer.close()


async def test_keepers_are_told_of_deleted_tables_and_dead_ones_are_forgotten(
    pair: Pair, address: str
) -> None:
    one, two = pair
    await one.peers.heartbeat(0)
    await one.commit(replace(step(), table=replace(row(), guild=HERE)))
    await query(
        address,
        "INSERT INTO processes (name, shard_count, serving, alive_until) "
        "VALUES ('old', 2, '{}', '-infinity') RETURNING id",
    )
    assert await two.purge(ended_before=0, idle_before=1 << 40, limit=9) == [1]
    assert (await one.peers.heartbeat(0)).lost == (1,)
    assert not one.peers.owns(1)
    names = await query(address, "SELECT name FROM processes WHERE name = 'old'")
    assert names == []


# the server


async def test_many_who_start_at_once_make_the_tables_once(address: str) -> None:
    stores = await asyncio.gather(*(join(address, shard, count=6, lease=60.0) for shard in range(6)))
    await stores[0].commit(step())
    assert await stores[5].table(1) == row()
    for store in stores:
        await store.close()
    rows = await query(address, "SELECT count(*) FROM schema_version")
    assert rows[0][0] == len(schema.all_scripts("postgres"))


async def test_a_database_of_a_later_release_is_left_alone(address: str) -> None:
    await (await join(address)).close()
    await query(address, "INSERT INTO schema_version VALUES (99) RETURNING 1")
    with pytest.raises(NewerSchemaError, match="update the bot"):
        await join(address)


async def test_a_server_that_cannot_be_reached_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        await PostgresStore.open("postgresql://ann:secret@127.0.0.1:1/games")
    assert "secret" not in str(caught.value)


async def test_an_error_repeats_nothing_of_what_was_to_be_saved(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Errors go to the log, and a snapshot holds everybody's hand."""
    store = await join(address)
    secret = "the ace of swords"
    for made in (replace(row(), wake=1 << 70), replace(row(), snapshot=secret)):  # type: ignore[arg-type]
        with pytest.raises(StoreError) as caught:
            await store.commit(replace(step(), table=made))
        assert str(1 << 70) not in str(caught.value)
        assert "swords" not in str(caught.value)
    assert "swords" not in caplog.text
    await store.close()


async def test_connections_that_break_are_told_and_made_again(address: str) -> None:
    store = await join(address, 0, lease=60.0)
    await store.peers.heartbeat(0)
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
                await store.peers.heartbeat(0)
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
    await query(address, "UPDATE processes SET alive_until = '-infinity' RETURNING 1")
    store = await join(address)
    for table, revision in promised.items():
        kept = await store.table(table)
        assert kept is not None
        assert revision <= kept.revision <= revision + 1
        assert [line.revision for line in await store.log(table)] == list(range(1, kept.revision + 1))
    await store.close()


async def test_a_log_line_keeps_all_that_it_had(address: str) -> None:
    store = await join(address)
    await store.commit(step(press=1 << 62))
    assert await store.log(1) == [entry(press=1 << 62)]
    await store.close()


async def test_a_game_is_read_for_an_export_beside_the_processes_that_serve_it(address: str) -> None:
    """Without a lease, and the same as an open store has it."""
    table = PlayedTable("panic", 2).play(20)
    store = await join(address, 0, count=1)
    await save_in_order(store, table)
    found = await read_postgres_game(address, table.state.table.id, digest_for)
    assert found == table.saved()
    assert found == await load_saved_game(store, table.state.table.id, digest_for)
    assert await read_postgres_game(address, 99, digest_for) is None
    await store.close()


async def save_in_order(store: PostgresStore, table: PlayedTable) -> None:
    for edition, commit in enumerate(table.commits):
        await store.commit(replace(commit, table=replace(commit.table, row_version=edition)))
