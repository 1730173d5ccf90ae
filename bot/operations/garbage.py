"""Short garbage collections: long-lived objects are frozen.

A full collection looks at every object, a million of them for two thousand tables awake, and holds up
everybody for up to a second. So what survives the young collections is frozen soon: reference counting still
frees it. Only what has become garbage in a ring after it was frozen stays; a quiet minute now and then is for
that, and, where there is none, once a day.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

LOOK_INTERVAL_S = 0.02
"""Seconds between two looks at whether to collect."""

MAX_UNCOLLECTED_WORK_S = 0.02
"""Seconds of processor time after which the middle generation is collected, whatever the counts say."""

SURVIVED_COLLECTIONS = 3
"""Collections of the middle generation after which the survivors are frozen; at ten Python looks at all."""

THRESHOLDS = (700, 5, 10)
"""New objects after which the youngest generation is collected, and collections after which the next older
one is. A frozen object that dies is taken off the count of new ones: where tables are loaded while others are
let go, two thousand were rarely reached, and a collection then took 400 ms. Loading one table makes more than
seven hundred. The middle generation gathers what six collections have left, at most some four thousand.
Where very many frozen objects die even a small count is not reached, so the work counts as well."""

QUIET_SPAN_S = 60.0
QUIET_COLLECTIONS = 100
"""Short collections in that span, at most, where nobody plays; one move at a table causes several."""

FULL_INTERVAL_S = 3_600.0
"""Seconds between two full collections at least: there is little to find."""

MAX_FULL_INTERVAL_S = 86_400.0
"""Seconds after which a full collection waits for quiet no longer."""


class GarbageKeeper:
    """Freezes what has survived, and has everything looked at when nobody waits."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        worked_s: Callable[[], float] = time.thread_time,
    ) -> None:
        """``worked_s`` returns how long this thread has had a processor, in seconds."""
        self._monotonic = monotonic
        self._worked_s = worked_s
        self._collected_at = self._span_began_at = monotonic()
        self._short_before = _short_collections()
        self._worked_before_s = worked_s()

    async def run(self) -> None:
        """Freeze survivors and look again and again, until it is cancelled."""
        gc.callbacks.append(self._after_collection)
        before = gc.get_threshold()
        gc.set_threshold(*THRESHOLDS)
        try:
            while True:
                await asyncio.sleep(LOOK_INTERVAL_S)
                self.look()
        finally:
            gc.set_threshold(*before)
            gc.callbacks.remove(self._after_collection)

    def look(self) -> None:
        """Collect what is not old after some work, everything if that is due and harms nobody."""
        if self._worked_s() - self._worked_before_s >= MAX_UNCOLLECTED_WORK_S:
            gc.collect(1)
        now = self._monotonic()
        since = now - self._collected_at
        quiet = self._end_quiet_span(now)
        if since >= MAX_FULL_INTERVAL_S or (since >= FULL_INTERVAL_S and quiet):
            self._collected_at = now
            began = self._monotonic()
            gc.unfreeze()
            found = gc.collect()
            gc.freeze()
            log.debug("collected %d objects in %.3f s", found, self._monotonic() - began)

    def _end_quiet_span(self, now: float) -> bool:
        """Return True at the end of a span in which hardly anything was made."""
        if now - self._span_began_at < QUIET_SPAN_S:
            return False
        short = _short_collections()
        quiet = short - self._short_before <= QUIET_COLLECTIONS
        self._span_began_at, self._short_before = now, short
        return quiet

    def _after_collection(self, phase: str, info: dict[str, int]) -> None:
        """Freeze what has survived. Python calls this before and after each collection."""
        if phase == "start" or info["generation"] == 0:
            return
        self._worked_before_s = self._worked_s()
        if info["generation"] == 1 and gc.get_count()[2] >= SURVIVED_COLLECTIONS:
            gc.freeze()


def _short_collections() -> int:
    return sum(int(generation["collections"]) for generation in gc.get_stats()[:2])
