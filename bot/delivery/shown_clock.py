"""How long after a press its effect is on all screens, and the next person sees that it is their turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.delivery.surface_keys import SurfaceKey, SurfaceKind

WATCHED_KINDS = frozenset(
    {SurfaceKind.TABLE, SurfaceKind.HAND, SurfaceKind.OPEN_HAND, SurfaceKind.WATCH, SurfaceKind.BARGAIN}
)
"""What people look at; a call is late on purpose."""

MAX_OPEN_PRESSES = 64
"""Presses of a table that are waited for; of a channel that stays closed nobody wants more."""


class ShownClock:
    """Knows which screens are still behind which press."""

    def __init__(self, monotonic: Callable[[], float], on_shown: Callable[[str, float], None]) -> None:
        self._monotonic = monotonic
        self._on_shown = on_shown
        self._behind: dict[int, list[tuple[str, float, set[SurfaceKey]]]] = {}

    def pressed(self, table: int, what: str, began: float, out_of_date: Iterable[SurfaceKey]) -> None:
        """Begin to wait for screens that a press has made out of date."""
        keys = {key for key in out_of_date if key.kind in WATCHED_KINDS}
        if keys:
            waiting = self._behind.setdefault(table, [])
            waiting.append((what, began, keys))
            del waiting[:-MAX_OPEN_PRESSES]

    def shown(self, key: SurfaceKey) -> None:
        """Note that a screen is up to date."""
        left = self._behind.pop(key.table, [])
        for what, began, keys in left:
            keys.discard(key)
            if not keys:
                self._on_shown(what, self._monotonic() - began)
        if left := [entry for entry in left if entry[2]]:
            self._behind[key.table] = left

    def drop(self, table: int) -> None:
        """Forget a table that another process shows now."""
        self._behind.pop(table, None)
