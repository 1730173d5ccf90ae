"""The figures of one process, for Prometheus. No names, no hands; labels come from small closed sets.

Every series is there from the start, at 0: a series that appears has not grown, and the first failure would
ring no alarm. Reading changes none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import TypeVar

import aiohttp
import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.tables.intents import Intent
from bot.tables.results import Change, Listener, Observer, Reminder
from bot.views.base.table_words import TABLE_REFUSALS

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each counter, which nobody asks for

M = TypeVar("M", Counter, Histogram)

DURATION_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.8, 3.0)
"""Upper bounds in seconds of the buckets into which durations are counted: Discord waits three seconds."""

SHOWN_BOUNDS_S = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""The same for screens, some of which wait on purpose."""

LOOP_CHECK_INTERVAL_S = 0.25
"""Seconds between two looks at how late the event loop is."""

PRESS_KINDS = ("command", "table", "hand", "private", "lost")
CALL_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
CALL_STATUSES = ("200", "204", "400", "401", "403", "404", "429", "500", "502", "503", "none")
HTTP_OUTCOMES = (
    "taken", "ping", "no_signature", "bad_signature", "old_signature", "replayed", "too_large", "unreadable",
    "not_saved",
)  # fmt: skip


class Metrics(Listener, Observer):
    """A ``Listener`` and the ``Observer`` of the tables and their screens."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.registry = registry = CollectorRegistry()
        prometheus_client.ProcessCollector(registry=registry)
        prometheus_client.GCCollector(registry=registry)

        def begun(made: M, labels: Mapping[str, Iterable[str]]) -> M:
            for values in product(*labels.values()) if labels else ():
                made.labels(*values)
            return made

        def counter(name: str, help: str, **labels: Iterable[str]) -> Counter:
            return begun(Counter(f"kickdoor_{name}", help, list(labels), registry=registry), labels)

        def histogram(
            name: str, help: str, bounds: tuple[float, ...] = DURATION_BOUNDS_S, **labels: Iterable[str]
        ) -> Histogram:
            made = Histogram(f"kickdoor_{name}", help, list(labels), registry=registry, buckets=bounds)
            return begun(made, labels)

        intents = {kind.__name__ for kind in Intent.__subclasses__()}
        self._accepted = counter("accepted", "Requests saved, by what was asked", intent=intents)
        self._refused = counter("refused", "People's requests refused, by code", code=TABLE_REFUSALS)
        self._nudges = counter("reminders", "Reminders to people who are awaited", stage=["half"])
        self._presses = histogram("press_seconds", "From a press to its answer", kind=PRESS_KINDS)
        about = "From a press to everybody's screen being right, and to the next person seeing their turn"
        self._shown = histogram("shown_seconds", about, SHOWN_BOUNDS_S, what=["everybody", "turn"])
        self._commits = histogram("commit_seconds", "From a commit to its being on disk")
        self._failures = counter("commit_failures", "Steps that could not be saved")
        about = "Calls to Discord, by method and status"
        self._calls = counter("discord_calls", about, method=CALL_METHODS, status=CALL_STATUSES)
        about = "Requests to the interactions endpoint, by what became of them"
        self.http_requests = counter("http_requests", about, outcome=HTTP_OUTCOMES)
        self.unreadable_events = counter("unreadable_events", "Events of Discord left out")
        self._late = histogram("loop_late_seconds", "How late the event loop was, four times a second")
        self.last_delay_s = 0.0
        """By how many seconds the loop was late just now."""

    def watch(self, name: str, help: str, figure: Callable[[], float]) -> None:
        """Show a figure that is asked for when somebody looks."""
        Gauge(f"kickdoor_{name}", help, registry=self.registry).set_function(figure)

    def watch_tables(self, figures: Callable[[], dict[str, int]]) -> None:
        """Show how many tables there are; the states are the same at every call."""
        about = "Tables that hold their channel (live), in memory (awake), and those by what they do"
        gauge = Gauge("kickdoor_tables", about, ["state"], registry=self.registry)

        def count(state: str) -> float:
            return figures()[state]

        for state in figures():
            gauge.labels(state).set_function(partial(count, state))

    def watch_outbox(self, outbox: Callable[[], tuple[int, float]]) -> None:
        """Show how many screens are due, and since when."""
        self.watch("outbox_screens", "Screens that are due and not shown yet", lambda: outbox()[0])
        self.watch("outbox_age_seconds", "Since when the oldest of them is due", lambda: outbox()[1])

    # what is told

    async def table_changed(self, change: Change) -> None:
        self._accepted.labels(type(change.intent).__name__).inc()

    async def table_nudged(self, nudge: Reminder) -> None:
        self._nudges.labels(nudge.stage).inc()

    def on_refused(self, code: str) -> None:
        """Count what a person was refused."""
        self._refused.labels(code).inc()

    def on_commit(self, seconds: float, *, succeeded: bool) -> None:
        """Count a commit that was saved, or one that failed."""
        if succeeded:
            self._commits.observe(seconds)
        else:
            self._failures.inc()

    def on_press(self, kind: str, seconds: float) -> None:
        """Count an answered press."""
        self._presses.labels(kind).observe(seconds)

    def on_shown(self, what: str, seconds: float) -> None:
        """Count a press whose effect is on the screens."""
        self._shown.labels(what).observe(seconds)

    # the loop and the wire

    async def watch_loop(self) -> None:
        """Measure how late the event loop is, in an endless loop."""
        while True:
            began = self._clock()
            await asyncio.sleep(LOOP_CHECK_INTERVAL_S)
            self.last_delay_s = max(0.0, self._clock() - began - LOOP_CHECK_INTERVAL_S)
            self._late.observe(self.last_delay_s)

    def trace(self) -> aiohttp.TraceConfig:
        """Return what makes an aiohttp session count its calls."""
        config = aiohttp.TraceConfig()

        async def ended(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
            self._calls.labels(end.method, str(end.response.status)).inc()

        async def broke(_session: object, _context: object, end: aiohttp.TraceRequestExceptionParams) -> None:
            self._calls.labels(end.method, "none").inc()

        config.on_request_end.append(ended)
        config.on_request_exception.append(broke)
        return config
