"""Metrics hook. Receives durations and outcomes, never hidden cards."""

from __future__ import annotations


class Observer:
    """Is told figures; must not raise. This one counts nothing."""

    def on_refused(self, code: str) -> None:
        """Take note that a person's request was refused."""

    def on_commit(self, seconds: float, *, succeeded: bool) -> None:
        """Take note of an attempt to save."""

    def on_press(self, kind: str, seconds: float) -> None:
        """Take note of an answered press: where it was made, and how long its person waited."""

    def on_shown(self, what: str, seconds: float) -> None:
        """Take note of how long after a press ``everybody`` saw it, or a person that it is their ``turn``."""
