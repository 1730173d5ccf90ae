"""PostgreSQL commits, and the answer is lost: what was saved is found, and somebody looks after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.store.api import HeartbeatResult, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.rows import TableCommit
from tests.bot.store.postgres.test_store import HERE, THERE, join, query
from tests.bot.store.steps import entry, following, row, step
from tests.lost_answers import LosingProxy, Loss
from tests.postgres import Server

SLOW_COMMIT = (
    "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql "
    "AS 'BEGIN PERFORM pg_sleep(0.7); RETURN NULL; END'",
    "CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON tables DEFERRABLE INITIALLY DEFERRED "
    "FOR EACH ROW EXECUTE FUNCTION dawdle()",
)
"""Lets the server take its time when a transaction that has opened a table is to be committed."""


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


@pytest.fixture
def proxy() -> LosingProxy:
    return LosingProxy()


@pytest.fixture
async def store(address: str, proxy: LosingProxy) -> AsyncIterator[PostgresStore]:
    """A process that hears one of two shards, behind the proxy."""
    async with proxy.before(address) as detour:
        opened = await join(detour, 0, lease=60.0)
        yield opened
        await opened.close()


def opening(table: int, guild: int = HERE) -> TableCommit:
    return replace(step(table), table=replace(row(table, channel=table), guild=guild))


async def heartbeat(store: PostgresStore) -> HeartbeatResult:
    """Come round, also on a connection that has broken meanwhile."""
    for _ in range(20):
        try:
            return await store.peers.heartbeat(0)
        except StoreError:
            await asyncio.sleep(0.05)
    return await store.peers.heartbeat(0)


def acquired(found: HeartbeatResult) -> list[int]:
    return sorted(brief.id for brief in found.acquired)


async def test_a_table_that_was_opened_unheard_is_looked_after(
    store: PostgresStore, proxy: LosingProxy
) -> None:
    await heartbeat(store)
    store.peers.wake_event.clear()
    proxy.lose()
    with pytest.raises(StoreError):
        await store.commit(opening(1))
    assert proxy.lost == 1
    assert not store.peers.owns(1)
    assert store.peers.wake_event.is_set()
    assert acquired(await heartbeat(store)) == [1]
    assert store.peers.owns(1)
    assert acquired(await heartbeat(store)) == []


async def test_a_commit_that_is_still_under_way_is_not_forgotten(
    address: str, store: PostgresStore, proxy: LosingProxy
) -> None:
    """The server is slow to commit, and heartbeats get through before it is done."""
    await heartbeat(store)
    for statement in SLOW_COMMIT:
        await query(address, statement)
    proxy.lose("patience")
    with pytest.raises(StoreError):
        await store.commit(opening(1))
    found = [acquired(await heartbeat(store))]
    while not found[-1] and len(found) < 100:
        await asyncio.sleep(0.05)
        found.append(acquired(await heartbeat(store)))
    assert found[0] == []
    assert found[-1] == [1]


async def test_a_heartbeat_whose_answer_is_lost_takes_its_tables_all_the_same(
    address: str, store: PostgresStore, proxy: LosingProxy
) -> None:
    """Those of a dead process, and all that others have told it."""
    other = await join(address, 1, lease=0.3)
    await heartbeat(store)
    await store.commit(opening(50))
    for table in range(1, 20):
        await other.commit(opening(table))
    await other.commit(following(step(50, 2, channel=50), 1))
    await other.peers.notify_owner(50, "repost 1")
    await other._pool.close()
    await asyncio.sleep(0.4)
    proxy.lose()
    with pytest.raises(StoreError):
        await store.peers.heartbeat(0)
    assert proxy.lost == 1
    kept = await query(address, "SELECT DISTINCT keeper FROM tables")
    assert [line["keeper"] for line in kept] == [store.peers.process_id]
    found = await heartbeat(store)
    assert acquired(found) == list(range(1, 20))
    assert sorted(found.notices) == [(50, ""), (50, "repost 1")]
    assert all(store.peers.owns(table) for table in (*range(1, 20), 50))
    found = await heartbeat(store)
    assert (found.acquired, found.lost, found.notices) == ((), (), ())


async def test_a_table_that_was_lost_and_taken_back_unheard_is_ours(
    address: str, store: PostgresStore, proxy: LosingProxy
) -> None:
    """Another process had it while this one slept."""
    other = await join(address, 1, lease=60.0)
    await heartbeat(store)
    await store.commit(opening(1))
    await query(address, f"UPDATE tables SET keeper = {other.peers.process_id}")
    await query(
        address,
        f"INSERT INTO notices (process, table_id, word) VALUES ({store.peers.process_id}, 1, 'gone')",
    )
    store.peers.shard_connected(0, 2)
    proxy.lose()
    with pytest.raises(StoreError):
        await store.peers.heartbeat(0)
    found = await heartbeat(store)
    assert (acquired(found), found.lost) == ([1], ())
    assert store.peers.owns(1)
    await other.close()


async def test_what_a_heartbeat_was_about_to_do_is_done_by_the_next_if_nothing_was_saved(
    address: str, store: PostgresStore, proxy: LosingProxy
) -> None:
    """The transaction is taken back, and with it that the tables of our own servers have come back to us."""
    other = await join(address, 1, lease=60.0)
    await heartbeat(other)
    await other.commit(opening(1))
    proxy.lose("request")
    with pytest.raises(StoreError):
        await store.peers.heartbeat(0)
    assert other.peers.owns(1)
    assert acquired(await heartbeat(store)) == [1]
    await other.close()


async def test_all_of_a_batch_whose_answer_is_lost_are_told_that_they_were_saved(
    address: str, store: PostgresStore, proxy: LosingProxy
) -> None:
    """A new table, a press and a note; and the one that was too late anyway is told that."""
    for table in (1, 2, 3):
        await store.commit(opening(table))
    await query(address, "UPDATE tables SET edition = 7 WHERE id = 3")
    note = TableCommit(replace(row(2, channel=2), wake=5000, row_version=1), location_changed=False)
    commits = [opening(4), following(step(1, 2, press=77, channel=1), 1), note, following(step(3, 2), 1)]
    proxy.lose()
    results = await asyncio.gather(*map(store.commit, commits), return_exceptions=True)
    assert proxy.lost == 1
    assert [type(result).__name__ for result in results] == ["NoneType"] * 3 + ["ConflictError"]
    assert store.peers.owns(4)
    assert await store.log(1) == [entry(1), entry(1, 2, press=77)]
    saved = await store.table(2)
    assert saved is not None
    assert (saved.wake, saved.row_version) == (5000, 2)


async def test_a_table_that_was_changed_unheard_is_drawn_again_once(
    store: PostgresStore, proxy: LosingProxy
) -> None:
    """And not one whose change never came to the server."""
    await heartbeat(store)
    for table in (1, 2):
        await store.commit(opening(table))
    losses: tuple[Loss, Loss] = ("answer", "request")
    for table, loss in enumerate(losses, 1):
        proxy.lose(loss)
        with pytest.raises(StoreError):
            await store.commit(following(step(table, 2, channel=table), 1))
    assert [len(await store.log(table)) for table in (1, 2)] == [2, 1]
    assert (await heartbeat(store)).notices == ((1, ""),)
    assert (await heartbeat(store)).notices == ()


async def test_an_ended_table_that_was_claimed_unheard_can_be_claimed_again(
    store: PostgresStore,
) -> None:
    await store.commit(replace(step(), table=replace(row(), guild=THERE, live=False)))
    store.peers._owned.clear()  # as if the answer to an earlier claim had been lost
    await store.peers.claim(1)
    assert store.peers.owns(1)
