"""How often one person may press and type, so that the others do not notice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MAX_REMEMBERED_PEOPLE = 10_000


class RequestLimit:
    """Lets each person press and type so many times a minute; who pauses may do as much at once again."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds that never jump."""
        self._per_minute = per_minute
        self._clock = clock
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()
        """What each person has left, and when that was so."""

    def allows(self, user: int) -> bool:
        """Return True, and count it, if the person may ask for something now."""
        now = self._clock()
        left, since = self._left.pop(user, (float(self._per_minute), now))
        left = min(left + (now - since) * self._per_minute / 60, float(self._per_minute))
        allowed = left >= 1
        self._left[user] = (left - 1 if allowed else left, now)
        if len(self._left) > MAX_REMEMBERED_PEOPLE:
            self._left.popitem(last=False)
        return allowed
