"""What games tell of themselves when they are over, from the events of their actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cards.kernel.events import Event
from cards.kernel.game import Game

Act = tuple[int, tuple[Event, ...]]
"""What came of one action: the number of its first event in the game, and its events."""


def figures_before(
    figures: Mapping[int, int], change_of: Callable[[Event], int], events: Iterable[Event]
) -> dict[int, int]:
    """Return the figure of every seat before these events, from those after them."""
    found = dict(figures)
    for event in events:
        if change := change_of(event):
            found[event.seat] = found.get(event.seat, 0) - change
    return found


@dataclass(slots=True)
class CurveRecorder:
    """Collects a figure of every seat, turn by turn."""

    figures: dict[int, int]
    points: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def note(self) -> None:
        """Add the figures of this moment."""
        for seat, figure in self.figures.items():
            self.points.setdefault(seat, []).append(figure)


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What one seat did in a finished game, for statistics.

    ``score`` is what decides a place behind the winners: a Level, points. ``counts`` are figures by name,
    which may be added up over games; zeros are left out. ``cards`` says how often it played which card.
    """

    score: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    cards: Mapping[str, int] = field(default_factory=dict[str, int])


FiguresReader = Callable[[Game[Any, Any], Any, Sequence[Act]], Mapping[int, SeatFigures]]
"""Returns what each seat did, from an onlooker's view of the end and the whole public game."""
