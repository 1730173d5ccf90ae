"""PostgreSQL commits, and the answer is lost: what was saved is found."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store.postgres.store import PostgresStore
from tests.bot.store.steps import entry, following, step
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


async def test_a_commit_whose_answer_is_lost_is_there_and_the_others_know_of_nothing(
    store: PostgresStore, proxy: LosingProxy
) -> None:
    """Of presses at the same time one is told that nobody can say; the database knows that it counts."""
    for table in (1, 2, 3):
        await store.commit(step(table, channel=table))
    commits = [following(step(table, 2, press=70 + table, channel=table), 1) for table in (1, 2, 3)]
    proxy.lose()
    results = await asyncio.gather(*map(store.commit, commits), return_exceptions=True)
    assert proxy.lost == 1
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "NoneType", "StoreError"]
    for table in (1, 2, 3):
        assert await store.log(table) == [entry(table), entry(table, 2, press=70 + table)]
        assert await store.is_current(table, 2)
