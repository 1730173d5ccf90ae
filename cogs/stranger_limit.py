"""How often people who do not sit at a table may have its messages drawn again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

STRANGERS_INTERVAL_S = 60.0
MAX_REMEMBERED_TABLES = 1000


class StrangerLimit:
    """Lets one request of strangers through for each table and minute, from all of them together."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds that never jump."""
        self._clock = clock
        self._last: OrderedDict[int, float] = OrderedDict()

    def allows(self, table: int) -> bool:
        """Return True, and count it, unless a stranger has asked for this table within the minute."""
        now = self._clock()
        if now - self._last.get(table, -STRANGERS_INTERVAL_S) < STRANGERS_INTERVAL_S:
            return False
        self._last[table] = now
        self._last.move_to_end(table)
        if len(self._last) > MAX_REMEMBERED_TABLES:
            self._last.popitem(last=False)
        return True
