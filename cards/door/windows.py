"""The kinds of windows in which people act, in groups that the rules treat alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

OUT_OF_COMBAT_WINDOWS: Final = frozenset({"arrange", "trouble", "after", "charity"})
"""Windows of a turn outside its combat."""
COMBAT_WINDOWS: Final = frozenset({"combat", "victory", "defeat"})
"""Windows of a combat that is not decided yet (W3 to W5)."""
UNPASSABLE_WINDOWS: Final = OUT_OF_COMBAT_WINDOWS | {"combat", "flee"}
"""Windows that end by an act of one seat, not by passing."""
OPTIONAL_WINDOWS: Final = frozenset({"victory", "defeat", "curse", "caught"})
"""Windows that only give a last chance to act: who has none passes (H-01, H-02, H-07, H-15)."""
OPEN_PLAY_WINDOWS: Final = OUT_OF_COMBAT_WINDOWS | COMBAT_WINDOWS | {"flee"}
"""Windows in which cards may be played at any time (R-090)."""

QUESTION_WINDOW: Final = "question"
"""Stands for a window while somebody else answers a question that is not about the seat (H-124)."""
ANY_TIME_WINDOWS: Final = OPEN_PLAY_WINDOWS | {"setup", "curse", "caught", QUESTION_WINDOW}
"""Windows in which cards for "any time" may be played, also during set-up or a pending Curse (R-090)."""
CURSE_WINDOWS: Final = ANY_TIME_WINDOWS - {"caught"}
"""Windows in which Curses may be played: not between a failed roll and its Bad Stuff (R-437, R-571)."""


class WindowTable:
    """Bits that follow from the kind of a window and where the seat stands; made when first asked."""

    def __init__(self, make: Callable[[str, bool, bool], int]) -> None:
        self._make = make
        self._made: dict[str, list[int]] = {}

    def at(self, kind: str, own: bool, fighting: bool) -> int:
        """Return the bits; ``own``: in the seat's turn, ``fighting``: in the combat."""
        made = self._made.get(kind)
        if made is None:
            made = [self._make(kind, mine, inside) for mine in (False, True) for inside in (False, True)]
            self._made[kind] = made
        return made[2 * own + fighting]

    def cache_clear(self) -> None:
        """Forget all of it, as a cached function can."""
        self._made = {}
