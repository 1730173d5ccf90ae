"""What each seat did in a finished game, as figures for statistics. Games bring their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.tables.past import PastRevision
from bot.tables.results import TableView


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The figures of one seat.

    ``score`` is what decides a place behind the winners: a Level, points. ``counts`` are figures by name,
    which may be added up over games; zeros are left out. ``cards`` says how often it played which card.
    """

    score: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    cards: Mapping[str, int] = field(default_factory=dict[str, int])


def no_facts(view: TableView, past: Sequence[PastRevision]) -> dict[int, SeatFacts]:
    """Return nothing: the game has no figures of its own."""
    return {}
