"""What has happened at a table, revision by revision, as records."""

from __future__ import annotations

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
