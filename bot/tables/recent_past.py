"""The latest revisions of a table, kept in memory for its screens."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from bot.tables.past import PastRevision
from cards.kernel.events import Event

MAX_RECENT_REVISIONS = 400
"""Revisions kept at hand for the screens: more than a round of six people who pass a lot."""


class _Remembered:
    """One revision, and how each seat may know it: every view of the table asks for that again."""

    __slots__ = ("_by_seat", "past")

    def __init__(self, past: PastRevision) -> None:
        self.past = past
        self._by_seat: dict[int | None, PastRevision] = {}

    def seen_by(self, seat: int | None) -> PastRevision:
        found = self._by_seat.get(seat)
        if found is None:
            found = self._by_seat[seat] = self.past.redacted_for(seat)
        return found


class RecentPast:
    """The latest revisions of a table, complete: for its views only."""

    def __init__(self) -> None:
        self._revisions: deque[_Remembered] = deque(maxlen=MAX_RECENT_REVISIONS)
        self.newest = 0
        """The newest revision that is known, whether it had events or not."""

    def add(self, past: PastRevision, back_to: int = -1) -> None:
        """Add the next revision; one that returns to an earlier one takes back what was between them."""
        self.newest = past.revision
        if back_to >= 0:
            kept = [each for each in self._revisions if each.past.revision <= back_to]
            self._revisions = deque(kept, maxlen=MAX_RECENT_REVISIONS)
        if past.events:
            self._revisions.append(_Remembered(past))

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the newest revision has brought, complete."""
        last = self._revisions[-1].past if self._revisions else None
        return last.events if last is not None and last.revision == self.newest else ()

    def seen_by(self, seat: int | None) -> tuple[PastRevision, ...]:
        """Return what a seat (None: an onlooker) may know of it, oldest first."""
        return tuple(each.seen_by(seat) for each in self._revisions)


def without_undone(entries: Iterable[tuple[PastRevision, int]]) -> list[PastRevision]:
    """Return the revisions that count, each given with the revision that it returned to (-1: none)."""
    kept: list[PastRevision] = []
    for past, back_to in entries:
        if back_to >= 0:
            kept = [each for each in kept if each.revision <= back_to]
        kept.append(past)
    return kept
