"""Jobs that run one after another in a task that ends when the queue is empty."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")


class JobQueue:
    """Does jobs in the order in which they came; at rest it costs no more than its data."""

    def __init__(self, name: str) -> None:
        """``name`` is that of the task, for logs and tracebacks."""
        self._name = name
        self._jobs: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None

    @property
    def waiting_count(self) -> int:
        """Return how many jobs nobody has begun."""
        return len(self._jobs)

    async def enqueue(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do a job when those before it are done, and return or raise what came of it.

        It goes on even if the one who waits for it gives up.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append((work, done))
        if self._task is None:
            # It goes on for others: what is logged there belongs to no press.
            self._task = asyncio.create_task(self._run(), name=self._name, context=Context())
        return await done

    async def _run(self) -> None:
        try:
            while self._jobs:
                await self._do(*self._jobs.popleft())
        finally:
            # Empty, unless this task was cancelled: then nobody else would tell those who wait.
            for _, done in self._jobs:
                done.cancel()
            self._jobs.clear()
            self._task = None

    async def _do(self, work: Callable[[], Awaitable[Any]], done: asyncio.Future[Any]) -> None:
        try:
            result = await work()
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                done.cancel()
                raise
            # Not as a cancellation: that would end the one who waits, which may be the clock of all tables.
            if not done.done():
                done.set_exception(RuntimeError(f"{self._name}: a job was cancelled from inside"))
        except Exception as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(result)

    async def wait_idle(self) -> None:
        """Return once nothing is left to do."""
        if self._task is not None:
            await asyncio.wait([self._task])
