"""The sandbox's clock can be moved."""

import asyncio

from bot.sandbox.world.clock import Clock


async def test_a_clock_that_is_moved() -> None:
    """Sleepers wake in the order of their deadlines."""
    clock = Clock()
    woken: list[int] = []

    async def sleeper(seconds: int) -> None:
        await clock.sleep(seconds)
        woken.append(seconds)

    tasks = [asyncio.create_task(sleeper(n)) for n in (2000, 1000)]
    await asyncio.sleep(0)
    clock.advance(1000)
    await asyncio.sleep(0.01)
    assert woken == [1000]
    clock.advance(1000)
    await asyncio.gather(*tasks)
    assert woken == [1000, 2000]
