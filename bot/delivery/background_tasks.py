"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from bot.store.api import StoreError

log = logging.getLogger(__name__)

RETRY_DELAY_S = 10.0
"""Seconds after which work is tried again for which the database did not answer."""


class BackgroundTasks:
    """Runs work beside what its caller does; a database that does not answer is only logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopped = False

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(log_store_errors(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def retry_later(self, retry: Callable[[], object]) -> None:
        """Call this after a while, unless the process stops before."""

        def call() -> None:
            if not self.stopped:
                retry()

        asyncio.get_running_loop().call_later(RETRY_DELAY_S, call)

    def stop(self) -> None:
        """Retry nothing any more, and leave undone what waits for its turn."""
        self.stopped = True

    async def wait(self, timeout_s: float) -> None:
        """Wait a while until nothing runs."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout_s)


class WorkQueue:
    """Does the same work for each number that is added, once however often it is added while it waits.

    A number whose work fails holds up no other.
    """

    def __init__(
        self,
        work: Callable[[int], Awaitable[None]],
        background: BackgroundTasks,
        *,
        title: str,
        interval_s: float = 0.0,
    ) -> None:
        """``title`` says in the log what was not done; ``interval_s`` is the pause after each number."""
        self._work = work
        self._background = background
        self._title = title
        self._interval_s = interval_s
        self._waiting: dict[int, None] = {}
        self._running = False

    def add(self, number: int) -> None:
        """Have the work done for a number, after those added before."""
        self._waiting[number] = None
        if not self._running:
            self._running = True
            self._background.start(self._run())

    def discard(self, number: int) -> None:
        """Leave a number alone that still waits."""
        self._waiting.pop(number, None)

    async def _run(self) -> None:
        try:
            while self._waiting and not self._background.stopped:
                number = next(iter(self._waiting))
                del self._waiting[number]
                await self._do(number)
                # Also without a pause: the work may never wait, and others want to go on.
                await asyncio.sleep(self._interval_s)
        finally:
            self._running = False

    async def _do(self, number: int) -> None:
        try:
            await self._work(number)
        except StoreError as error:
            log.warning("%s %d: %s; it is tried again", self._title, number, error)
            self._background.retry_later(partial(self.add, number))
        except Exception:
            log.exception("%s %d", self._title, number)


async def log_store_errors(work: Coroutine[Any, Any, object]) -> None:
    try:
        await work
    except StoreError as error:
        log.warning("surfaces not read: %s", error)


def place_of(error: BaseException) -> str:
    """Return the type of an error, or of its cause, and where it was raised, but not its text."""
    cause = error.__cause__ or error
    frames = "".join(traceback.format_tb(cause.__traceback__)).rstrip()
    return f"{type(cause).__name__}\n{frames}"
