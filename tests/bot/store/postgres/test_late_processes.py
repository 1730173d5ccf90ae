"""Processes that come round too late, or not at all: what they still owe, and what they must not hold up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import pytest

from bot.store.postgres import pool as postgres_pool
from bot.store.postgres.peers import SQL_RAISE_UPTIME
from bot.store.postgres.store import PostgresStore
from bot.store.rows import TableCommit
from tests.bot.store.postgres.test_store import HERE, THERE, join, query
from tests.bot.store.steps import following, row, step
from tests.postgres import Server

FOR_EVER_S = 60.0


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


@pytest.fixture
async def gateway(address: str) -> AsyncIterator[PostgresStore]:
    """A process that hears one of two shards."""
    store = await join(address, 0, lease=FOR_EVER_S)
    await store.peers.heartbeat(0)
    yield store
    await store.close()


async def open_worker(address: str) -> PostgresStore:
    return await PostgresStore.open(address, shards=(), lease=FOR_EVER_S)


async def seem_dead(address: str, store: PostgresStore) -> None:
    """Let the lease of a process run out that lives."""
    await query(
        address,
        f"UPDATE processes SET alive_until = clock_timestamp() WHERE id = {store.peers.process_id}",
    )


async def test_a_process_that_only_seemed_dead_hears_that_an_ended_table_is_anothers(
    address: str, gateway: PostgresStore
) -> None:
    """Or both would show how its game ended."""
    heir = await join(address, 1, lease=FOR_EVER_S)
    await heir.peers.heartbeat(0)
    await gateway.commit(replace(step(), table=replace(row(), guild=HERE)))
    await gateway.commit(following(replace(step(revision=2), table=replace(row(revision=2), live=False)), 1))
    await seem_dead(address, gateway)
    await heir.peers.claim(1)
    assert heir.peers.owns(1)
    assert (await gateway.peers.heartbeat(0)).lost == (1,)
    assert not gateway.peers.owns(1)
    await heir.close()


async def test_a_process_that_stops_in_the_middle_of_a_transaction_holds_up_nobody(
    address: str, gateway: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine is paused or cut off, so its connections stay as they are."""
    monkeypatch.setattr(postgres_pool, "IDLE_TIMEOUT_S", 1.0)
    paused = await join(address, 1, lease=FOR_EVER_S)
    locked = asyncio.Event()

    async def stop_in_the_middle() -> None:
        async with paused._pool.transaction() as connection:
            await connection.fetch(SQL_RAISE_UPTIME, 0)
            locked.set()
            await asyncio.Event().wait()

    stopped = asyncio.create_task(stop_in_the_middle())
    await asyncio.wait_for(locked.wait(), 60)
    await gateway.peers.heartbeat(0)
    stopped.cancel()
    await asyncio.gather(stopped, return_exceptions=True)
    await paused.close()


async def test_who_joins_while_all_are_late_leaves_them_what_they_were_told(
    address: str, gateway: PostgresStore
) -> None:
    """As after a restart of the server that took longer than a lease."""
    worker = await open_worker(address)
    await gateway.commit(replace(step(), table=replace(row(), guild=HERE)))
    await worker.commit(following(replace(step(revision=2), table=replace(row(revision=2), guild=HERE)), 1))
    for store in (gateway, worker):
        await seem_dead(address, store)
    another = await open_worker(address)
    assert (await gateway.peers.heartbeat(0)).notices == ((1, ""),)
    for store in (another, worker):
        await store.close()


async def test_a_table_of_a_process_that_nobody_knows_any_more_is_looked_after(
    address: str, gateway: PostgresStore
) -> None:
    """It opened the table after it was forgotten, and before it knew."""
    slept = await open_worker(address)
    await query(address, f"DELETE FROM processes WHERE id = {slept.peers.process_id}")
    await slept.commit(replace(step(), table=replace(row(), guild=HERE)))
    assert [brief.id for brief in (await gateway.peers.heartbeat(0)).acquired] == [1]
    assert await query(address, "SELECT 1 FROM notices") == []
    await slept.close()


@pytest.mark.parametrize("heard", ["late", "reconnecting", "not yet"])
async def test_an_ended_table_that_has_to_change_waits_for_who_hears_its_server(
    address: str, heard: str
) -> None:
    """A name has to go from its last screen, and nobody is known to hear the server at that moment."""
    worker = await open_worker(address)
    await worker.commit(replace(step(), table=replace(row(), guild=HERE, live=False)))
    await query(address, "UPDATE tables SET keeper = 77")
    if heard == "not yet":
        await worker.peers.claim(1)
    gateway = await join(address, 0, lease=FOR_EVER_S)
    if heard == "reconnecting":
        gateway.peers.shard_disconnected(0)
    if heard != "not yet":
        await gateway.peers.heartbeat(0)
    if heard == "late":
        await seem_dead(address, gateway)
    if heard != "not yet":
        await worker.peers.claim(1)
    gateway.peers.shard_connected(0, 2)
    far = await join(address, 1, lease=FOR_EVER_S)
    assert (await far.peers.heartbeat(0)).notices == ()
    assert (await gateway.peers.heartbeat(0)).notices == ((1, ""),)
    assert gateway.peers.owns(1)
    assert await query(address, "SELECT 1 FROM notices") == []
    for store in (worker, gateway, far):
        await store.close()


async def test_an_ending_for_a_dead_owner_is_left_to_who_takes_its_tables(
    address: str, gateway: PostgresStore
) -> None:
    """Somebody writes the table while the others share out what the owner had, and ends it."""
    worker, heir = await open_worker(address), await join(address, 1, lease=FOR_EVER_S)
    await heir.peers.heartbeat(0)
    await gateway.commit(replace(step(), table=replace(row(), guild=HERE)))
    gateway.peers.shard_disconnected(0)
    await gateway.peers.heartbeat(0)
    await seem_dead(address, gateway)
    connection = await asyncpg.connect(address)
    async with connection.transaction():
        await connection.execute("SELECT 1 FROM tables WHERE id = 1 FOR UPDATE")
        found = await heir.peers.heartbeat(0)
    await connection.close()
    assert (found.acquired, found.somebody_died) == ((), True)
    await worker.commit(following(replace(step(revision=2), table=replace(row(revision=2), live=False)), 1))
    assert (await heir.peers.heartbeat(0)).notices == ((1, ""),)
    assert heir.peers.owns(1)
    assert (await heir.peers.heartbeat(0)).notices == ()
    assert (await gateway.peers.heartbeat(0)).lost == (1,)
    for store in (worker, heir):
        await store.close()


async def test_what_changes_at_an_ended_table_of_a_process_that_has_just_died_is_shown(
    address: str, gateway: PostgresStore
) -> None:
    """Its lease is not over yet, so nobody may claim the table when somebody asks to be forgotten."""
    worker, heir = await open_worker(address), await join(address, 1, lease=FOR_EVER_S)
    await heir.peers.heartbeat(0)
    await gateway.commit(replace(step(), table=replace(row(), guild=THERE, live=False)))
    await worker.peers.claim(1)
    assert (await heir.peers.heartbeat(0)).notices == ()
    await worker.commit(following(replace(step(), log=None, table=replace(row(), live=False)), 1))
    await seem_dead(address, gateway)
    assert (await heir.peers.heartbeat(0)).notices == ((1, ""),)
    assert heir.peers.owns(1)
    for store in (worker, heir):
        await store.close()


@pytest.mark.parametrize("trouble", ["late", "reconnecting"])
async def test_who_looks_after_tables_is_told_although_it_seems_to_hear_nobody(
    address: str, gateway: PostgresStore, trouble: str
) -> None:
    """A hand that was opened through a worker has to follow its game."""
    worker = await open_worker(address)
    heard: asyncio.Queue[str] = asyncio.Queue()
    gateway.peers.hear(heard.put_nowait)
    if trouble == "late":
        await seem_dead(address, gateway)
    else:
        gateway.peers.shard_disconnected(0)
        await gateway.peers.heartbeat(0)
    await worker.peers.tell_owners("a hand")
    assert await asyncio.wait_for(heard.get(), 5) == "a hand"
    await worker.close()


async def test_a_table_that_is_anothers_before_its_opening_is_answered_is_not_kept_twice(
    address: str, gateway: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was lost and is found out by a second try, and meanwhile the table has been taken over."""
    heir = await join(address, 1, lease=FOR_EVER_S)
    save = gateway._writer.save

    async def save_slowly(commit: TableCommit) -> None:
        await save(commit)
        assert [brief.id for brief in (await heir.peers.heartbeat(0)).acquired] == [1]
        assert (await gateway.peers.heartbeat(0)).lost == (1,)

    monkeypatch.setattr(gateway._writer, "save", save_slowly)
    await gateway.commit(replace(step(), table=replace(row(), guild=THERE)))
    assert heir.peers.owns(1)
    assert not gateway.peers.owns(1)
    await heir.close()
