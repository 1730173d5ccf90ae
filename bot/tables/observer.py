"""Metrics hook. Receives durations and outcomes, never hidden cards."""

from __future__ import annotations

from typing import Protocol

from bot.tables.intents import Create, Intent
from bot.tables.results import Result


class Observer(Protocol):
    """Is told figures; must not raise."""

    def on_answer(self, intent: Intent | Create, result: Result, seconds: float) -> None:
        """Take note of an answer, and how long it took with all waiting."""
        ...

    def on_commit(self, seconds: float, *, succeeded: bool) -> None:
        """Take note of an attempt to save."""
        ...


class NullObserver:
    """Counts nothing."""

    def on_answer(self, intent: Intent | Create, result: Result, seconds: float) -> None: ...

    def on_commit(self, seconds: float, *, succeeded: bool) -> None: ...
