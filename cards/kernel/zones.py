"""Where every card is. A card is an index into the game's frozen card list and lies in exactly one zone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field


@dataclass(slots=True)
class Zones:
    """All zones as lists of cards; the end of a list is its top.

    ``move`` is the only writer. ``place`` answers "which zone" and is rebuilt from the lists, never saved.
    """

    lists: list[list[int]]
    place: Annotated[list[int], Field(exclude=True)] = field(default_factory=lambda: [])

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
        return Zones([cards.copy() for cards in self.lists], self.place.copy())

    def move(self, card: int, zone: int, *, bottom: bool = False) -> None:
        """Take the card out of the zone it is in and lay it on top (or under the bottom) of another."""
        pile = self.lists[self.place[card]]
        if pile[-1] == card:  # mostly it is drawn from the top
            pile.pop()
        else:
            pile.remove(card)
        if bottom:
            self.lists[zone].insert(0, card)
        else:
            self.lists[zone].append(card)
        self.place[card] = zone

    def faults(self) -> list[str]:
        """Name every card that is lost or doubled, or whose ``place`` disagrees with the lists."""
        if self._sound():
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

    def _sound(self) -> bool:
        """Tell at one go whether all is well: each card there once, and where its place says."""
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
