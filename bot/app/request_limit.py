"""How often somebody may ask for something, so that the others do not notice."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

MAX_REMEMBERED = 10_000


class RequestLimit:
    """Lets each key (a person, a table) through so many times a minute; a pause saves up as many at most."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds that never jump."""
        self._per_minute = per_minute
        self._clock = clock
        self._left: LRUCache[int, tuple[float, float]] = LRUCache(MAX_REMEMBERED)
        """What each key has left, and when that was so."""

    def allows(self, key: int) -> bool:
        """Return True, and count it, if it may ask for something now."""
        now = self._clock()
        left, since = self._left.get(key, (float(self._per_minute), now))
        left = min(left + (now - since) * self._per_minute / 60, float(self._per_minute))
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        return allowed
