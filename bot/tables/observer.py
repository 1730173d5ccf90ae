"""Somebody who counts what the tables do. It learns how long things take and how they end, never a hand."""

from __future__ import annotations

from typing import Protocol

from bot.tables.intents import Create, Intent
from bot.tables.results import Result


class Observer(Protocol):
    """Is told figures; must not raise."""

    def answered(self, intent: Intent | Create, result: Result, seconds: float) -> None:
        """Take note of an answer, and how long it took with all waiting."""
        ...

    def saved(self, seconds: float, *, kept: bool) -> None:
        """Take note of an attempt to save."""
        ...


class Nobody:
    """Counts nothing."""

    def answered(self, intent: Intent | Create, result: Result, seconds: float) -> None: ...

    def saved(self, seconds: float, *, kept: bool) -> None: ...
