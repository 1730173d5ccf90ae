"""A process that hears no shard: it answers presses, and leaves all tables to those that hear a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.store.postgres.presses import PRESS_MEMORY_S
from bot.store.postgres.store import PostgresStore
from tests.bot.store.postgres.test_store import HERE, THERE, join, query
from tests.bot.store.steps import following, row, step
from tests.postgres import Server


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


async def open_answering(address: str, lease: float = 8.0) -> PostgresStore:
    return await PostgresStore.open(address, shards=(), lease=lease)


@pytest.fixture
async def gateway(address: str) -> AsyncIterator[PostgresStore]:
    """A process that hears all of two shards, as one that was told of no shards does."""
    store = await PostgresStore.open(address, lease=8.0)
    for shard in (0, 1):
        store.peers.shard_connected(shard, 2)
    yield store
    await store.close()


@pytest.fixture
async def worker(address: str, gateway: PostgresStore) -> AsyncIterator[PostgresStore]:
    store = await open_answering(address)
    yield store
    await store.close()


async def test_it_fits_beside_all_others(address: str, gateway: PostgresStore, worker: PostgresStore) -> None:
    """Whoever hears the shards, and however many of its kind there are."""
    again = await open_answering(address)
    for store in (gateway, worker, again, gateway):
        await store.peers.heartbeat(0)
    await again.close()


async def test_what_it_opens_goes_to_the_process_that_hears_the_server(
    gateway: PostgresStore, worker: PostgresStore
) -> None:
    """At once, by a notice; and it never draws such a table itself."""
    await gateway.peers.heartbeat(0)
    gateway.peers.wake_event.clear()
    await worker.commit(replace(step(), table=replace(row(), guild=HERE)))
    assert not worker.peers.owns(1)
    await asyncio.wait_for(gateway.peers.wake_event.wait(), 60)
    found = await gateway.peers.heartbeat(0)
    assert [brief.id for brief in found.acquired] == [1]
    assert found.notices == ()
    assert gateway.peers.owns(1)
    await worker.commit(following(replace(step(revision=2), table=row(revision=2)), 1))
    assert (await gateway.peers.heartbeat(0)).notices == ((1, ""),)


async def test_a_table_opened_while_nobody_hears_its_server_waits_for_one(address: str) -> None:
    worker = await open_answering(address)
    await worker.commit(replace(step(), table=replace(row(), guild=THERE)))
    near, far = await join(address, 0), await join(address, 1)
    assert (await near.peers.heartbeat(0)).acquired == ()
    assert [brief.id for brief in (await far.peers.heartbeat(0)).acquired] == [1]
    assert (await worker.peers.heartbeat(0)).acquired == ()
    for store in (near, far, worker):
        await store.close()


async def test_it_takes_no_tables_of_the_dead(address: str) -> None:
    """Without its server being heard nobody rings a table's clock."""
    near = await join(address, 0, lease=0.3)
    await near.commit(replace(step(), table=replace(row(), guild=HERE)))
    worker = await open_answering(address)
    await asyncio.sleep(0.4)
    assert (await worker.peers.heartbeat(0)).acquired == ()
    assert not worker.peers.owns(1)
    await worker.close()
    await near.close()


async def test_an_ended_table_that_has_to_change_is_claimed_by_who_hears_its_server(
    address: str, gateway: PostgresStore, worker: PostgresStore
) -> None:
    """As when a person asks to be forgotten: the name goes from the last screen, too."""
    await gateway.peers.heartbeat(0)
    await gateway.commit(replace(step(), table=replace(row(), guild=HERE, live=False)))
    await query(address, "UPDATE tables SET keeper = 77")
    await worker.peers.claim(1)
    found = await gateway.peers.heartbeat(0)
    assert (found.notices, gateway.peers.owns(1)) == (((1, ""),), True)


async def test_tables_of_a_server_are_counted_whoever_keeps_them(
    gateway: PostgresStore, worker: PostgresStore
) -> None:
    for table, guild in ((1, HERE), (2, HERE), (3, THERE)):
        await gateway.commit(replace(step(table), table=replace(row(table, channel=table), guild=guild)))
    assert [await worker.peers.count_in_guild(guild) for guild in (HERE, THERE, 9)] == [2, 1, 0]


async def test_a_press_is_new_once_for_all_processes(
    address: str, gateway: PostgresStore, worker: PostgresStore
) -> None:
    """Of many who are given the same presses at once, one has each."""
    other = await open_answering(address)
    presses = range(1, 31)
    taken = await asyncio.gather(
        *(store.peers.add_press(press) for press in presses for store in (worker, other, worker))
    )
    assert sum(taken) == len(presses)
    assert not await other.peers.add_press(7)
    await query(address, f"UPDATE presses SET seen = seen - interval '{PRESS_MEMORY_S + 1} seconds'")
    third = await open_answering(address)
    assert await third.peers.add_press(99)
    assert [press["id"] for press in await query(address, "SELECT id FROM presses")] == [99]
    for store in (other, third):
        await store.close()
