"""What is asked of the database at the same time, answered by one statement."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

from bot.store.api import StoreError

Answer = TypeVar("Answer")


class Together(Generic[Answer]):
    """Asks about numbers: all that wait are one question; what is asked meanwhile needs a fresh answer."""

    def __init__(self, ask_all: Callable[[list[int]], Awaitable[Mapping[int, Answer]]]) -> None:
        self._ask_all = ask_all
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._task: asyncio.Task[None] | None = None

    async def ask(self, number: int) -> Answer:
        """Return the answer for a number. Raises ``StoreError``."""
        waiting = self._waiting.get(number)
        if waiting is None:
            waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="store questions")
        return await asyncio.shield(waiting)

    async def wait_idle(self) -> None:
        """Return once nothing waits."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            try:
                found = await self._ask_all(list(asked))
            except StoreError as error:
                for waiting in asked.values():
                    waiting.set_exception(error)
                    waiting.exception()  # the waiting task may be gone
            else:
                for number, waiting in asked.items():
                    waiting.set_result(found[number])
        self._task = None
