"""The one clock for all tables: what rings together is seen to a few at a time."""

import asyncio
from pathlib import Path

from bot.store.sqlite.store import SqliteStore
from bot.tables.alarm_scheduler import ALARMS_AT_ONCE, AlarmScheduler
from bot.tables.uptime import Ticker, Uptime


async def test_a_clock_that_fails_rings_again(tmp_path: Path) -> None:
    """Whatever went wrong: a table without an alarm would stand still until somebody presses."""
    rung: list[int] = []
    done = asyncio.Event()

    async def ring(table: int) -> None:
        rung.append(table)
        if len(rung) == 1:
            raise KeyError("once")
        done.set()

    async def purge() -> None:
        return None

    store, ticker = await SqliteStore.open(tmp_path / "games.db"), Ticker()
    scheduler = AlarmScheduler(store, Uptime(ticker, 1_000), ticker, ring, purge)
    scheduler.set(7, 0)
    scheduler.start()
    async with asyncio.timeout(20):
        await done.wait()
    await scheduler.stop()
    await store.close()
    assert rung == [7, 7]


async def test_hundreds_of_overdue_clocks_leave_room_for_people(tmp_path: Path) -> None:
    """Each is seen to once, and never more than a few are under way."""
    under_way: set[int] = set()
    rung: list[int] = []
    most = 0
    done = asyncio.Event()

    async def ring(table: int) -> None:
        nonlocal most
        under_way.add(table)
        most = max(most, len(under_way))
        await asyncio.sleep(0)
        under_way.discard(table)
        rung.append(table)
        if len(rung) == 300:
            done.set()

    async def purge() -> None:
        return None

    store, ticker = await SqliteStore.open(tmp_path / "games.db"), Ticker()
    scheduler = AlarmScheduler(store, Uptime(ticker, 1_000), ticker, ring, purge)
    for table in range(300):
        scheduler.set(table, table)
    scheduler.start()
    async with asyncio.timeout(60):
        await done.wait()
    await scheduler.stop()
    await store.close()
    assert sorted(rung) == list(range(300))
    assert most == ALARMS_AT_ONCE
