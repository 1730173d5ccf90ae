"""Jobs one after the other: whatever becomes of one, the next is done."""

import asyncio

import pytest

from bot.tables.job_queue import JobQueue


async def fine() -> str:
    return "done"


async def test_a_job_that_is_cancelled_from_inside_leaves_the_queue_alive() -> None:
    """As when it waits for work that somebody cancels. Who waits for it is told, but not cancelled."""

    async def cancelled() -> str:
        raise asyncio.CancelledError

    queue = JobQueue("table 1")
    async with asyncio.timeout(20):
        first, second = await asyncio.gather(
            queue.enqueue(cancelled), queue.enqueue(fine), return_exceptions=True
        )
        await queue.wait_idle()
        assert isinstance(first, RuntimeError)
        assert second == "done"
        assert not queue.busy
        assert await queue.enqueue(fine) == "done"


async def test_a_queue_that_is_cancelled_leaves_nobody_waiting() -> None:
    begun = asyncio.Event()

    async def hangs() -> None:
        begun.set()
        await asyncio.Event().wait()

    queue = JobQueue("table 1")
    waiting = [asyncio.ensure_future(queue.enqueue(hangs)), asyncio.ensure_future(queue.enqueue(fine))]
    await begun.wait()
    [task] = [task for task in asyncio.all_tasks() if task.get_name() == "table 1"]
    task.cancel()
    async with asyncio.timeout(20):
        for each in waiting:
            with pytest.raises(asyncio.CancelledError):
                await each
    assert not queue.busy
