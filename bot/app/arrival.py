"""When a press reached this process: Discord waits only a few seconds for the answer.

The library makes the interaction itself and has no place for this in it, but starts the tasks that answer it
right away, and a task keeps the context in which it was started.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

_arrived_at: ContextVar[float | None] = ContextVar("arrived_at", default=None)


@contextmanager
def arrived_at(monotonic: float) -> Generator[None]:
    """Let the tasks started inside know when their press came, by ``time.monotonic``."""
    token = _arrived_at.set(monotonic)
    try:
        yield
    finally:
        _arrived_at.reset(token)


def waited_s() -> float:
    """Return how long the press that is being answered has waited in this process; 0 if nobody noted it."""
    arrived = _arrived_at.get()
    return 0.0 if arrived is None else max(0.0, time.monotonic() - arrived)
