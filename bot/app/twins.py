"""Notices another process that answers the same presses with the same token, but from another database.

Discord delivers every press to both; who answers second is told that it is answered already. Neither sees the
other, so each goes by what it has seen: one that answered many presses alone was there first and stays. Of
two that have hardly begun, the one that loses the first few presses goes, and the other is alone again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

ANSWERED_ALREADY_CODE = 40060

CONFLICTS_FOR_CERTAINTY = 3
CONFLICT_SPAN_S = 600.0
"""So many presses within so many seconds that somebody else has answered are no accident."""

PRESSES_OF_AN_ELDER = 20
"""Presses in a row that a process has answered alone if it was there first: a twin would win half of them."""

REMINDER_INTERVAL_S = 3600.0
"""Seconds until the log says once more that somebody else answers presses: a single line is overlooked."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 300.0, 6 * 3600.0
"""Seconds for which a newcomer keeps away before it looks again, at first and at most: each look is a new
session, of which Discord allows a thousand a day."""

RETRY_PAUSE_S = 0.9
"""The library waits longer before it repeats a call whose answer was lost; then it is our own answer that is
there already."""

REMEMBERED_ANSWERS = 256


class TwinWatch:
    """Counts answers of ours and of somebody else. ``newcomer`` is set when this process has to keep away."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, shared: bool = False) -> None:
        """``shared``: processes work on one database, where a press heard by two counts once."""
        self.newcomer = asyncio.Event()
        self._clock = clock
        self._shared = shared
        self._answered: deque[int] = deque(maxlen=REMEMBERED_ANSWERS)
        self._alone = 0
        self._elder = False
        self._conflicts: deque[float] = deque()
        self._told_at: float | None = None
        self._withdrawals = 0

    def note_answer(self, interaction_id: int) -> None:
        """Note that our answer to a press was the first one."""
        self._answered.append(interaction_id)
        self._forget_old_conflicts()
        if not self._conflicts:
            self._alone += 1
            self._elder = self._elder or self._alone >= PRESSES_OF_AN_ELDER

    def note_conflict(self, interaction_id: int, took_s: float) -> bool:
        """Note that a press is answered already; return True if that was somebody else."""
        if interaction_id in self._answered or took_s > RETRY_PAUSE_S or self._shared:
            return False
        self._forget_old_conflicts()
        self._conflicts.append(self._clock())
        self._alone = 0
        is_due = self._told_at is None or self._clock() - self._told_at >= REMINDER_INTERVAL_S
        if len(self._conflicts) >= CONFLICTS_FOR_CERTAINTY and is_due:
            self._told_at = self._clock()
            self._tell()
        return True

    def withdraw(self) -> float:
        """Begin again after a while, and return in how many seconds: longer each time."""
        self._withdrawals += 1
        self.newcomer.clear()
        self._conflicts.clear()
        self._told_at = None
        return min(FIRST_PAUSE_S * 2.0 ** (self._withdrawals - 1), LONGEST_PAUSE_S)

    def _forget_old_conflicts(self) -> None:
        while self._conflicts and self._conflicts[0] < self._clock() - CONFLICT_SPAN_S:
            self._conflicts.popleft()

    def _tell(self) -> None:
        decision = "was there first and goes on" if self._elder else "keeps away: nobody is answered twice"
        log.critical(
            "another process answers presses with this bot's token, from another database: this one %s; look "
            "for a second service, container or terminal, stop it, or give it a token of its own",
            decision,
        )
        if not self._elder:
            self.newcomer.set()
