"""When spectators' screens follow the table: one edit for each turn at most, where it is worth most."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.policy import RedrawPolicy
from bot.tables.results import TableView
from bot.views.table import screens

MAX_SPARE_EDITS = 3
"""Edits that quiet turns may leave over for later ones."""


@dataclass(slots=True)
class _Seen:
    """How a table stood when it was last looked at, and the edits that its turns have left over."""

    turn: int
    fight: bool
    halt: str
    spare: int = 1


class WatchPace:
    """Chooses from what lies open on a table alone; all its spectators' screens are drawn at once.

    Each turn brings one edit. It is spent when a fight opens; a turn without a fight leaves it for its end,
    and what quick turns leave over shows how a fight ended, too.
    """

    def __init__(self, delay_s: float) -> None:
        """``delay_s`` is how long a moment waits for what belongs to it."""
        self._delay_s = delay_s
        self._seen: dict[int, _Seen] = {}

    def policy(self, view: TableView, *, watched: bool = True) -> RedrawPolicy | None:
        """Return how spectators' screens have to be drawn again; None: not now. The view is an onlooker's.

        A table that nobody watches leaves nothing over.
        """
        soon = RedrawPolicy(self._delay_s)
        if view.table.phase != "playing" or view.game_view is None:
            self.forget(view.table.id)
            return soon
        turn, fight, halt = view.game_view.turn, screens.open_fight(view), view.table.halt
        seen = self._seen.get(view.table.id)
        if seen is None:
            self._seen[view.table.id] = _Seen(turn, fight, halt)
            return None
        least = _least_spare(seen, turn, fight=fight, halt=halt)
        if turn != seen.turn:
            seen.spare = min(seen.spare + 1, MAX_SPARE_EDITS)
        seen.turn, seen.fight, seen.halt = turn, fight, halt
        if not watched:
            seen.spare = 1
        if not watched or not least or seen.spare < least:
            return None
        seen.spare -= 1
        return soon

    def forget(self, table: int) -> None:
        """Drop what is known of a table."""
        self._seen.pop(table, None)


def _least_spare(seen: _Seen, turn: int, *, fight: bool, halt: str) -> int:
    """Return how many edits have to be left for a moment to get one; 0: it is none.

    The next fight's edit is not spent on a turn that begins.
    """
    if (fight and not seen.fight) or halt != seen.halt:
        return 1
    if seen.fight and not fight and turn == seen.turn:
        return 1
    return 2 if turn != seen.turn else 0
