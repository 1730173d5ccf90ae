"""Who has which shard of a database: processes that start, die, or are cut off."""

import asyncio
from typing import NoReturn

import pytest

from bot.cluster.cluster import PRESS_MEMORY_S, Cluster, PressMemory
from bot.cluster.heard_shards import SQL_LAST_HEARD, SQL_NOTE_TIME
from bot.store.api import ConflictError, DatabaseInUseError, StoreError
from bot.store.postgres import pool as postgres_pool
from bot.store.postgres.store import PostgresStore
from bot.store.rows import SurfaceRow
from tests.bot.cluster.processes import (
    HERE,
    SHARD_COUNT,
    THERE,
    ChangesHeard,
    Processes,
    cluster_of,
    cut_off,
    keeps,
    until,
)
from tests.bot.store.postgres.test_store import query
from tests.bot.store.steps import row, step
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, FakeTicker, TableHarness
from tests.postgres import Server


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


async def join(
    address: str, shards: tuple[int, ...] | None = None, count: int = SHARD_COUNT, dead_after_s: float = 9.0
) -> tuple[PostgresStore, Cluster]:
    """Become a process that hears these shards."""
    store = await PostgresStore.open(address)
    try:
        return store, await Cluster.join(store, shards, count, dead_after_s)
    except DatabaseInUseError:
        await store.close()
        raise


async def leave(*processes: tuple[PostgresStore, Cluster]) -> None:
    for store, cluster in processes:
        await cluster.leave()
        await store.close()


# who may join


@pytest.mark.parametrize(
    ("shards", "count", "said"),
    [((0, 1), 2, "KICKDOOR_SHARD_IDS"), (None, 0, "all shards"), ((1,), 4, "KICKDOOR_SHARDS")],
    ids=["a shard that is taken", "all shards", "another number of shards"],
)
async def test_a_process_that_does_not_fit_is_refused(
    address: str, shards: tuple[int, ...] | None, count: int, said: str
) -> None:
    """Clearly, and without harm to the one that lives."""
    one = await join(address, (0,))
    with pytest.raises(DatabaseInUseError, match=said):
        await join(address, shards, count, dead_after_s=0.2)
    await one[0].commit(step())
    await leave(one)


async def test_beside_a_process_that_hears_all_shards_only_workers_fit(address: str) -> None:
    one = await join(address)
    with pytest.raises(DatabaseInUseError, match="KICKDOOR_SHARD_IDS"):
        await join(address, (0,), dead_after_s=0.2)
    await leave(one, await join(address, ()), await join(address, ()))


async def test_who_has_just_died_is_not_waited_for(address: str) -> None:
    """A process that was killed starts again at once; its session has ended with it."""
    store, cluster = await join(address, (0,))
    assert cluster._session is not None
    cluster._session.end()
    await store.close()
    again = await join(address, (0,), dead_after_s=2.0)
    await again[0].commit(step())
    await leave(again)


async def test_many_who_start_at_once_make_the_tables_once(address: str) -> None:
    processes = await asyncio.gather(*(join(address, (shard,), 6) for shard in range(6)))
    await processes[0][0].commit(step())
    assert await processes[5][0].table(1) == row()
    await leave(*processes)


# who looks after what


async def test_of_those_who_look_after_a_dead_ones_shards_each_shard_has_one(cluster: Processes) -> None:
    dead, *heirs = [await cluster.harness(shard, shards=8) for shard in range(3)]
    await until(lambda: sum(len(cluster_of(harness)._kept) for harness in (dead, *heirs)) == 8)
    await cluster.kill(dead)
    await until(lambda: sum(len(cluster_of(harness)._kept) for harness in heirs) == 8)
    assert not cluster_of(heirs[0])._kept & cluster_of(heirs[1])._kept


async def test_only_who_has_its_shard_says_where_a_tables_messages_are(cluster: Processes) -> None:
    """A process that was given up and does not know it cannot write over what its heir has noted."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    table = one.table
    await one.store.save_surfaces([SurfaceRow(table, "table", CHANNEL, 500, 1)])
    with pytest.raises(ConflictError):
        await two.store.save_surfaces([SurfaceRow(table, "table", CHANNEL, 501, 1)])
    await cut_off(cluster, one)
    await until(lambda: keeps(two, table))
    await two.store.save_surfaces([SurfaceRow(table, "table", CHANNEL, 501, 2)])
    with pytest.raises(ConflictError):
        await one.store.save_surfaces([SurfaceRow(table, "table", CHANNEL, 502, 1)])
    await one.store.drop_surfaces(table)
    assert await one.store.surfaces(table) == [SurfaceRow(table, "table", CHANNEL, 501, 2)]


async def test_a_process_whose_shards_are_anothers_by_now_has_to_end(cluster: Processes) -> None:
    """It was cut off for so long that somebody has started another one in its place."""
    one = await cluster.harness(1)
    await cut_off(cluster, one)
    two = await cluster.harness(1)
    cluster = cluster_of(one)
    cluster._dead_after_s = 0.2
    cluster._loop = asyncio.create_task(cluster._run())
    await asyncio.wait_for(cluster.evicted.wait(), 60)
    await two.sit_down(ANN, BEN, guild=HERE)
    assert keeps(two, two.table)


async def test_what_is_left_of_a_broken_session_is_ended_by_its_own_process(cluster: Processes) -> None:
    """The server has not noticed yet; nobody else has to be asked."""
    harness = await cluster.harness(0, 1)
    await harness.sit_down(ANN, BEN, guild=HERE)
    cluster = cluster_of(harness)
    left = cluster._session
    assert left is not None
    cluster._session = None  # as if only the client's side had broken
    await until(lambda: cluster._session is not None and keeps(harness, harness.table))
    await until(lambda: left.over)


async def test_what_a_worker_opens_goes_to_the_process_that_hears_the_server(cluster: Processes) -> None:
    gateway, worker = await cluster.harness(0, 1), await cluster.harness()
    await worker.sit_down(ANN, BEN, guild=HERE)
    await until(lambda: keeps(gateway, worker.table))
    assert not keeps(worker, worker.table)
    await until(lambda: gateway.service.table_counts()["live"] == 1)
    assert worker.service.table_counts()["live"] == 0
    here = await worker.service.tables_in_guild(HERE)
    assert len(here) == 1
    assert here == await gateway.service.tables_in_guild(HERE)


async def test_a_table_opened_while_nobody_hears_its_server_waits_for_one(cluster: Processes) -> None:
    worker = await cluster.harness()
    await worker.sit_down(ANN, BEN, guild=THERE)
    gateway = await cluster.harness(0)
    assert keeps(gateway, worker.table)


async def test_who_looks_after_a_table_hears_that_it_is_deleted(cluster: Processes) -> None:
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    await until(lambda: one.service.table_counts()["live"] == 1)
    assert await two.store.purge(ended_before=0, idle_before=1 << 40, limit=9) == [one.table]
    await until(lambda: one.service.table_counts()["live"] == 0)


async def test_words_come_to_all_other_processes(cluster: Processes) -> None:
    class Heard(ChangesHeard):
        def hear(self, word: list[object]) -> None:
            words.append(word)

    words: list[list[object]] = []
    for harness in (gateway := await cluster.harness(0), await cluster.harness()):
        cluster_of(harness).show_on(Heard())
    await cluster_of(gateway).tell("gone", 7)
    await until(lambda: bool(words))
    assert words == [["gone", 7]]


# time


async def last_heard(harness: TableHarness, shard: int) -> int:
    assert isinstance(harness.store, PostgresStore)
    return int((await harness.store.pool.fetch(SQL_LAST_HEARD, shard))[0]["seen"])


async def heard_at(harness: TableHarness, shard: int, moment: int) -> None:
    """Wait until a shard has been heard at a moment of uptime."""
    async with asyncio.timeout(60):
        while await last_heard(harness, shard) < moment:  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(0.05)


async def test_time_goes_on_with_the_one_who_is_furthest(cluster: Processes) -> None:
    """A shard counts as heard until its process came round last; while nobody lives, time stands still."""
    tickers = FakeTicker(), FakeTicker()
    one, two = [await cluster.harness(shard, ticker=ticker) for shard, ticker in enumerate(tickers)]
    await until(lambda: cluster_of(one).is_heard(THERE) and cluster_of(two).is_heard(HERE))
    tickers[0].seconds = 30.0
    await until(lambda: two.service.maintenance._uptime.now() == 30_000)
    await heard_at(one, 0, 30_000)
    await cluster.kill(one)
    tickers[1].seconds = 15.0
    await heard_at(two, 1, 45_000)
    assert await last_heard(two, 0) == 30_000
    await cluster.kill(two)
    again = await cluster.harness(0)
    assert await last_heard(again, 0) == 45_000


async def test_a_process_that_stops_in_the_middle_of_a_transaction_holds_up_nobody(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine is paused or cut off, so its connections stay as they are."""
    monkeypatch.setattr(postgres_pool, "IDLE_TIMEOUT_S", 1.0)
    paused, store = await PostgresStore.open(address), await PostgresStore.open(address)
    locked = asyncio.Event()

    async def stop_in_the_middle() -> None:
        async with paused.pool.transaction() as connection:
            await connection.fetch(SQL_NOTE_TIME, 0, [])
            locked.set()
            await asyncio.Event().wait()

    stopped = asyncio.create_task(stop_in_the_middle())
    await asyncio.wait_for(locked.wait(), 60)
    await store.pool.fetch(SQL_NOTE_TIME, 0, [])
    stopped.cancel()
    await asyncio.gather(stopped, return_exceptions=True)
    await paused.close()
    await store.close()


# presses by HTTP


async def test_a_press_is_new_once_for_all_processes(address: str) -> None:
    """Of many who are given the same presses at once, one has each."""
    stores = [await PostgresStore.open(address) for _ in range(2)]
    one, two = (PressMemory(store.pool) for store in stores)
    presses = range(1, 31)
    taken = await asyncio.gather(*(memory.add(press) for press in presses for memory in (one, two, one)))
    assert sum(taken) == len(presses)
    assert not await two.add(7)
    await query(address, f"UPDATE presses SET seen = seen - interval '{PRESS_MEMORY_S + 1} seconds'")
    assert await PressMemory(stores[0].pool).add(99)
    assert [press["id"] for press in await query(address, "SELECT id FROM presses")] == [99]
    for store in stores:
        await store.close()


async def test_a_release_with_another_schema_waits_until_nobody_works_on_the_old_one(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await join(address, (0,))
    await query(address, "UPDATE schema_version SET version = version - 1")
    with pytest.raises(DatabaseInUseError, match="schema has to change"):
        await PostgresStore.open(address)
    await leave(one)


async def test_while_the_server_gives_no_session_time_stands_still(
    cluster: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody would look after the tables; afterwards all of them are shown again."""
    harness, shown = await cluster.harness(0, 1), ChangesHeard()
    cluster_of(harness).show_on(shown)
    await harness.sit_down(ANN, BEN, guild=HERE)
    assert isinstance(harness.store, PostgresStore)

    async def refuse(name: str) -> NoReturn:
        raise StoreError("sorry, too many clients already")

    with monkeypatch.context() as patched:
        patched.setattr(harness.store.pool, "open_session", refuse)
        session = cluster_of(harness)._session
        assert session is not None
        session.end()
        await until(lambda: harness.service.maintenance._uptime.frozen)
        assert not keeps(harness, harness.table)
    await until(lambda: shown.acquired == [harness.table])
    await until(lambda: not harness.service.maintenance._uptime.frozen)
