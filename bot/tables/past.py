"""What has happened at a table, revision by revision."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cards.kernel.events import EVERYONE_MASK, Event

MAX_RECENT_REVISIONS = 400
"""Revisions kept at hand for the screens: more than a round of six people who pass a lot."""

MAX_EVENTS_PER_REVISION = 1000
"""Events of a revision have different numbers up to this many."""

HOST_KINDS = frozenset({"robot_act", "time_up"})
"""Kinds of requests in which the program acts and not a person."""


@dataclass(frozen=True, slots=True)
class PastRevision:
    """The events of one accepted request; ``seat`` moved (-1: nobody), ``kind`` names the request."""

    revision: int
    events: tuple[Event, ...]
    seat: int = -1
    kind: str = "act"

    @property
    def played_by_host(self) -> bool:
        """Return True if the program moved: a computer player, the caretaker, the clock."""
        return self.kind in HOST_KINDS

    def redacted_for(self, seat: int | None) -> PastRevision:
        """Return the revision as a seat (None: an onlooker) may know it."""
        if all(event.seen == EVERYONE_MASK for event in self.events):
            return self
        return replace(self, events=tuple(event.redacted_for(seat) for event in self.events))

    def numbered(self) -> Iterator[tuple[int, Event]]:
        """Yield the events with their numbers in the game, the same for every reader and at any time."""
        for place, event in enumerate(self.events):
            yield self.revision * MAX_EVENTS_PER_REVISION + place, event


class RecentPast:
    """The latest revisions of a table, complete: for its views only."""

    def __init__(self) -> None:
        self._revisions: deque[PastRevision] = deque(maxlen=MAX_RECENT_REVISIONS)
        self.newest = 0
        """The newest revision that is known, whether it had events or not."""

    def add(self, past: PastRevision, back_to: int = -1) -> None:
        """Add the next revision; one that returns to an earlier one takes back what was between them."""
        self.newest = past.revision
        if back_to >= 0:
            kept = [each for each in self._revisions if each.revision <= back_to]
            self._revisions = deque(kept, maxlen=MAX_RECENT_REVISIONS)
        if past.events:
            self._revisions.append(past)

    def seen_by(self, seat: int | None) -> tuple[PastRevision, ...]:
        """Return what a seat (None: an onlooker) may know of it, oldest first."""
        return tuple(past.redacted_for(seat) for past in self._revisions)


def without_undone(entries: Iterable[tuple[PastRevision, int]]) -> list[PastRevision]:
    """Return the revisions that count, each given with the revision that it returned to (-1: none)."""
    kept: list[PastRevision] = []
    for past, back_to in entries:
        if back_to >= 0:
            kept = [each for each in kept if each.revision <= back_to]
        kept.append(past)
    return kept
