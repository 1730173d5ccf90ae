"""The sandbox's clock can be frozen and moved."""

import asyncio

from bot.sandbox import Clock


async def test_a_frozen_clock_moves_by_hand_only() -> None:
    """Sleepers wake in the order of their deadlines."""
    clock = Clock(start=1000.0, frozen=True)
    woken: list[int] = []

    async def sleeper(seconds: int) -> None:
        await clock.sleep(seconds)
        woken.append(seconds)

    tasks = [asyncio.create_task(sleeper(n)) for n in (20, 10)]
    await asyncio.sleep(0)
    clock.advance(10)
    await asyncio.sleep(0.01)
    assert (clock.now(), woken) == (1010.0, [10])
    clock.advance(10)
    await asyncio.gather(*tasks)
    assert woken == [10, 20]
