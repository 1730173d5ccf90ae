"""Where every card is. A card is an index into the game's frozen card list and lies in exactly one zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field


@dataclass(slots=True)
class Zones:
    """The cards of every zone; the end of a tuple is its top.

    ``move``, ``move_all``, ``reorder`` and ``redeal`` are the only writers. They make new tuples, so a clone
    shares all data until either of the two writes, and a tuple of cards taken from a zone never changes.
    ``place`` answers "which zone" and is rebuilt from the lists, never saved.
    """

    lists: list[tuple[int, ...]]
    place: Annotated[list[int], Field(exclude=True)] = field(default_factory=lambda: [])
    shared: Annotated[bool, Field(exclude=True)] = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.place:
            self.rebuild()

    def rebuild(self) -> None:
        """Derive ``place`` from the lists."""
        place = self.place = [-1] * sum(map(len, self.lists))
        for zone, cards in enumerate(self.lists):
            for card in cards:
                place[card] = zone

    def clone(self) -> Zones:
        self.shared = True
        return Zones(self.lists, self.place, True)

    def move(self, card: int, zone: int, *, bottom: bool = False) -> None:
        """Move the card from the zone it is in to the top (or the bottom) of another."""
        if self.shared:
            self._unshare()
        lists, place = self.lists, self.place
        pile = lists[place[card]]
        if pile[-1] == card:  # mostly it is drawn from the top
            lists[place[card]] = pile[:-1]
        else:
            index = pile.index(card)
            lists[place[card]] = pile[:index] + pile[index + 1 :]
        one = (card,)
        lists[zone] = one + lists[zone] if bottom else lists[zone] + one
        place[card] = zone

    def move_all(self, zone: int, to: int, cards: Iterable[int]) -> None:
        """Move all cards of a zone to the top of another, in this order."""
        if self.shared:
            self._unshare()
        lists, place = self.lists, self.place
        moved = tuple(cards)
        lists[zone] = ()
        lists[to] += moved
        for card in moved:
            place[card] = to

    def reorder(self, zone: int, cards: Iterable[int]) -> None:
        """Put the zone's cards in another order."""
        if self.shared:
            self._unshare()
        self.lists[zone] = tuple(cards)

    def redeal(self, lists: Iterable[Iterable[int]]) -> None:
        """Replace the contents of all zones."""
        self.lists = [tuple(cards) for cards in lists]
        self.shared = False
        self.rebuild()

    def _unshare(self) -> None:
        """Copy what is shared with clones, before it is written to."""
        self.lists = self.lists.copy()
        self.place = self.place.copy()
        self.shared = False

    def faults(self) -> list[str]:
        """Return a line for every card that is missing or duplicate, or has a wrong ``place``."""
        if self._is_consistent():
            return []
        seen = [-1] * len(self.place)
        found: list[str] = []
        for zone, cards in enumerate(self.lists):
            for card in cards:
                if not 0 <= card < len(seen):
                    found.append(f"card {card} lies in zone {zone}, and there is no such card")
                    continue
                if seen[card] >= 0:
                    found.append(f"card {card} lies in zones {seen[card]} and {zone}")
                seen[card] = zone
                if self.place[card] != zone:
                    found.append(f"card {card} lies in zone {zone}, its place says {self.place[card]}")
        found += [f"card {card} lies in no zone" for card, zone in enumerate(seen) if zone < 0]
        return found

    def _is_consistent(self) -> bool:
        """Return True if each card is there once, in the zone that ``place`` says."""
        place = self.place
        count = len(place)
        cards = [card for pile in self.lists for card in pile]
        if len(cards) != count or set(cards) != set(range(count)):
            return False
        for zone, pile in enumerate(self.lists):
            for card in pile:
                if place[card] != zone:
                    return False
        return True
