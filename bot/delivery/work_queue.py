"""Work on many channels or tables, one after the other, while people play."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

from bot.delivery.background_tasks import BackgroundTasks
from bot.store.api import StoreError

log = logging.getLogger(__name__)


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
        self._waiting: OrderedDict[int, None] = OrderedDict()
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
                number, _ = self._waiting.popitem(last=False)
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
