"""Computer players as the tables meet them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cards.players.base import Player

RobotFactories = Mapping[str, Callable[[], Player]]
"""Computer players by the name of their kind; each seat gets one of its own whenever it has to think."""

CARETAKER_KIND = "caretaker"
"""The kind that stands in for people who are away."""
