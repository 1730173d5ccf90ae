"""What may happen while the clocks of servers that are back wait to be put right."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from bot.store.api import StoreError
from bot.store.rows import TableCommit
from bot.tables import actor_cache
from bot.tables.intents import Pause, Resume
from bot.tables.maintenance import CORRECTIONS_AT_ONCE
from tests.bot.tables.table_harness import ANN, BEN, GUILD, TableHarness

OUTAGE_S = 600

SHORT_OUTAGE_S = 20
"""Ends before half of a wait is over, when nothing has been given back yet."""


@asynccontextmanager
async def guild_back_in_the_queue(harness: TableHarness) -> AsyncGenerator[None]:
    """Let the server come back while other servers' clocks are being put right; they are done at the end."""
    maintenance = harness.service.maintenance
    for _ in range(CORRECTIONS_AT_ONCE):
        await maintenance._correcting.acquire()
    back = asyncio.create_task(maintenance.guild_back(GUILD, "unavailable"))
    await harness.settle()
    yield
    for _ in range(CORRECTIONS_AT_ONCE):
        maintenance._correcting.release()
    assert await back


async def left(harness: TableHarness) -> float:
    deadline = (await harness.view_for(None)).deadline
    assert deadline is not None
    return deadline - harness.ticker.wall()


async def test_a_correction_that_had_to_wait_writes_nothing_old(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile the table was dropped from memory, came back and went on: that stays, and gets the time.

    Usually it would have got it with the move, but then the database did not answer.
    """
    commit = harness.store.commit

    async def fails_once(step: TableCommit) -> None:
        monkeypatch.setattr(harness.store, "commit", commit)
        raise StoreError("no answer")

    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(SHORT_OUTAGE_S)
    async with guild_back_in_the_queue(harness):
        monkeypatch.setattr(actor_cache, "MAX_CACHED_TABLES", 1)
        harness.service._actors.actor(harness.table + 1)  # somebody asks about another table
        monkeypatch.setattr(harness.store, "commit", fails_once)
        change = await harness.act(ANN, "lay")
        seconds = await left(harness)
    assert (await harness.view_for(None)).table.revision == change.table.revision
    assert await left(harness) == seconds + SHORT_OUTAGE_S
    again = await harness.restart()
    assert (await again.view_for(None)).table.revision == change.table.revision
    await again.close()


async def test_a_game_that_is_stopped_before_its_clock_is_right_loses_nothing(harness: TableHarness) -> None:
    """Its clock stands still by the time it is put right."""
    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(SHORT_OUTAGE_S)
    async with guild_back_in_the_queue(harness):
        await harness.done(ANN, Pause())
    await harness.advance(OUTAGE_S)
    await harness.done(ANN, Resume())
    assert await left(harness) == 60


async def test_no_clock_rings_before_it_was_put_right(harness: TableHarness) -> None:
    """It is overdue by then: people would be asked about somebody who had no chance to press."""
    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(OUTAGE_S)
    async with guild_back_in_the_queue(harness):
        await harness.advance(40)
        assert [line.kind for line in await harness.store.log(harness.table)][-1] == "start"
    assert await left(harness) == 20
    await harness.advance(21)
    assert [line.kind for line in await harness.store.log(harness.table)][-1] == "ask_others"


async def test_an_outage_that_begins_before_all_clocks_are_right_counts_too(harness: TableHarness) -> None:
    """Each of the two gives back what it took, and the first one's end is not that of the second."""
    maintenance = harness.service.maintenance
    await harness.sit_down(ANN, BEN)
    maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(OUTAGE_S)
    async with guild_back_in_the_queue(harness):
        maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(OUTAGE_S)
    assert [line.kind for line in await harness.store.log(harness.table)][-1] == "start"
    assert await maintenance.guild_back(GUILD, "unavailable")
    assert await left(harness) == 60
