"""What has happened at a table, revision by revision, as records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cards.kernel.chronicle import Act
from cards.kernel.events import EVERYONE_MASK, Event
from cards.kernel.moves import PASS_VERB

MAX_EVENTS_PER_REVISION = 1000
"""Events of a revision have different numbers up to this many."""

HOST_KINDS = frozenset({"robot_act", "time_up"})
"""Kinds of requests in which the program acts and not a person."""

OWN_ACT_KINDS = frozenset({"act", "equip_best", "give_surplus", "roll_for_all"})
"""Kinds of requests in which a person moves."""


@dataclass(frozen=True, slots=True)
class PastRevision:
    """The events of one accepted request; ``seat`` moved (-1: nobody), ``kind`` names the request.

    ``verb`` is that of its last action, empty where it made none.
    """

    revision: int
    events: tuple[Event, ...]
    seat: int = -1
    kind: str = "act"
    verb: str = ""

    @property
    def is_pass(self) -> bool:
        """Return True if the seat only let happen what others had begun."""
        return self.verb == PASS_VERB

    @property
    def played_by_host(self) -> bool:
        """Return True if the program moved: a computer player, the caretaker, the clock."""
        return self.kind in HOST_KINDS

    @property
    def played_by_person(self) -> bool:
        """Return True if the seat's own person moved."""
        return self.kind in OWN_ACT_KINDS

    def redacted_for(self, seat: int | None) -> PastRevision:
        """Return the revision as a seat (None: an onlooker) may know it."""
        if all(event.seen == EVERYONE_MASK for event in self.events):
            return self
        return replace(self, events=tuple(event.redacted_for(seat) for event in self.events))

    @property
    def first_number(self) -> int:
        """Return the number of the first event in the game, the same for every reader and at any time."""
        return self.revision * MAX_EVENTS_PER_REVISION

    def numbered(self) -> Iterator[tuple[int, Event]]:
        """Return the events with their numbers in the game."""
        return enumerate(self.events, self.first_number)


def acts_of(past: Iterable[PastRevision]) -> list[Act]:
    """Return the past as a game reads it."""
    return [(each.first_number, each.events) for each in past]


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
