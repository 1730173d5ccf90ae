"""PostgreSQL commits, and the answer is lost: what was saved is found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.store.postgres.store import PostgresStore
from bot.store.rows import TableCommit
from tests.bot.store.postgres.test_store import query
from tests.bot.store.steps import entry, following, row, step
from tests.lost_answers import LosingProxy
from tests.postgres import Server


@pytest.fixture
async def address(postgres: Server) -> str:
    return await postgres.database()


@pytest.fixture
def proxy() -> LosingProxy:
    return LosingProxy()


@pytest.fixture
async def store(address: str, proxy: LosingProxy) -> AsyncIterator[PostgresStore]:
    """A database behind the proxy."""
    async with proxy.before(address) as detour:
        opened = await PostgresStore.open(detour)
        yield opened
        await opened.close()


def opening(table: int) -> TableCommit:
    return step(table, channel=table)


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
    assert await store.is_current(4, 1)
    assert await store.log(1) == [entry(1), entry(1, 2, press=77)]
    saved = await store.table(2)
    assert saved is not None
    assert (saved.wake, saved.row_version) == (5000, 2)
