"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
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
