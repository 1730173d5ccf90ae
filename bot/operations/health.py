"""How the bot is doing, for operators: counts, `/livez`, `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import aiohttp
import prometheus_client
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.operations.connections import GuardedRunner
from bot.operations.listening import ListenError
from bot.store.api import Store, StoreError
from bot.tables.intents import Create, Intent
from bot.tables.results import Change, Reminder, Result
from cards.kernel.moves import Refusal

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # a series more for each counter, which nobody asks for

DURATION_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds in seconds of the buckets into which durations are counted."""

Check = Callable[[], Awaitable[str]]
"""Returns what is wrong, in a few words; empty when all is well."""

MAX_CONNECTIONS = 64
"""Connections at a time; those of presses count for themselves."""

HEALTH_TIMEOUT_S = 2.0
"""Seconds that a check may take before it counts as failed."""

LOOP_CHECK_INTERVAL_S = 0.25
"""Seconds between two looks at how late the event loop is."""

MAX_LOOP_DELAY_S = 3.0
"""Seconds by which the loop may be late before the process counts as stuck: Discord's time for an answer."""


class Metrics:
    """The figures of one process: a ``Listener`` and the ``Observer`` of its tables. No names, no hands.

    Words used as labels come from small closed sets.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.registry = registry = CollectorRegistry()

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"kickdoor_{name}", help, labels, registry=registry)

        def histogram(name: str, help: str) -> Histogram:
            return Histogram(f"kickdoor_{name}", help, buckets=DURATION_BOUNDS_S, registry=registry)

        self._accepted = counter("accepted", "Requests saved, by what was asked", "intent")
        self._refused = counter("refused", "Requests refused, by code", "code")
        self._nudges = counter("reminders", "Reminders to people who are awaited", "stage")
        self._answers = histogram("answer_seconds", "From a request to its answer")
        self._commits = histogram("commit_seconds", "From a commit to its being on disk")
        self._failures = counter("commit_failures", "Steps that could not be saved")
        self._calls = counter("discord_calls", "Calls to Discord, by method and status", "method", "status")
        self.http_requests = counter(
            "http_requests", "Requests to the interactions endpoint, by what became of them", "outcome"
        )
        self.unreadable_events = counter("unreadable_events", "Events of Discord left out", "event")
        self._worst_delay_s = 0.0
        self._last_delay_s = 0.0
        late = "How late the event loop was at worst, since last asked"
        Gauge("kickdoor_loop_late_seconds", late, registry=registry).set_function(self._take_worst_delay_s)

    def watch_tables(self, figures: Callable[[], dict[str, int]]) -> None:
        """Show how many tables there are; the states are the same at every call."""
        about = "Tables that hold their channel, and those decoded in memory"
        gauge = Gauge("kickdoor_tables", about, ["state"], registry=self.registry)

        def count(state: str) -> float:
            return figures()[state]

        for state in figures():
            gauge.labels(state).set_function(partial(count, state))

    # what is told

    def on_answer(self, intent: Intent | Create, result: Result, seconds: float) -> None:
        """Count an answer of the tables."""
        self._answers.observe(seconds)
        if isinstance(result, Refusal):
            self._refused.labels(result.code).inc()

    async def table_changed(self, change: Change) -> None:
        self._accepted.labels(type(change.intent).__name__).inc()

    async def table_nudged(self, nudge: Reminder) -> None:
        self._nudges.labels(nudge.stage).inc()

    async def table_renamed(self, table: int) -> None:
        """Ignore it: nothing has happened at the table."""

    def on_commit(self, seconds: float, *, succeeded: bool) -> None:
        """Count a commit that was saved, or one that failed."""
        if succeeded:
            self._commits.observe(seconds)
        else:
            self._failures.inc()

    # the loop and the wire

    async def watch_loop(self) -> None:
        """Measure how late the event loop is, in an endless loop."""
        while True:
            began = self._clock()
            await asyncio.sleep(LOOP_CHECK_INTERVAL_S)
            self._last_delay_s = max(0.0, self._clock() - began - LOOP_CHECK_INTERVAL_S)
            self._worst_delay_s = max(self._worst_delay_s, self._last_delay_s)

    @property
    def last_delay_s(self) -> float:
        """Return by how many seconds the loop was late just now."""
        return self._last_delay_s

    def _take_worst_delay_s(self) -> float:
        worst, self._worst_delay_s = self._worst_delay_s, 0.0
        return worst

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


class HealthServer:
    """Answers on a port of its own: `/livez` (the process is alive), `/healthz` (it can play), `/metrics`."""

    def __init__(self, metrics: Metrics, checks: dict[str, Check]) -> None:
        self._metrics = metrics
        self._checks = checks
        self._runner: web.AppRunner | None = None
        self._watch: asyncio.Task[None] | None = None
        self.port = 0

    async def start(self, host: str, port: int | None) -> None:
        """Listen, unless there is no port; 0 takes a free one. Raises ListenError."""
        if port is None:
            return
        app = web.Application()
        app.router.add_get("/livez", self._livez)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._serve_metrics)
        self._runner = GuardedRunner(app, MAX_CONNECTIONS)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except (OSError, UnicodeError) as error:
            await self._runner.cleanup()
            raise ListenError(error, "KICKDOOR_METRICS", host, port) from error
        self.port = int(self._runner.addresses[0][1])
        self._watch = asyncio.create_task(self._metrics.watch_loop(), name="loop watch")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        if self._runner is not None:
            await self._runner.cleanup()

    async def _livez(self, request: web.Request) -> web.Response:
        late = self._metrics.last_delay_s
        return web.Response(text=f"late by {late:.3f} s\n", status=200 if late < MAX_LOOP_DELAY_S else 503)

    async def _healthz(self, request: web.Request) -> web.Response:
        found = {name: await self._ask(check) for name, check in self._checks.items()}
        well = not any(found.values())
        body = {"status": "ok" if well else "unwell", "checks": {k: v or "ok" for k, v in found.items()}}
        return web.Response(
            text=json.dumps(body) + "\n", content_type="application/json", status=200 if well else 503
        )

    async def _ask(self, check: Check) -> str:
        try:
            async with asyncio.timeout(HEALTH_TIMEOUT_S):
                return await check()
        except TimeoutError:
            return f"no answer within {HEALTH_TIMEOUT_S:.0f} s"
        except Exception as error:
            return f"failed: {type(error).__name__}"

    async def _serve_metrics(self, request: web.Request) -> web.Response:
        return web.Response(
            body=prometheus_client.generate_latest(self._metrics.registry),
            headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST},
        )


def database_check(store: Store) -> Check:
    """Return a check that reads from the database and saves to it, behind whatever it is busy with."""

    async def check() -> str:
        try:
            await store.uptime()
        except StoreError as error:
            return f"the database does not answer: {error}"
        try:
            await store.check_saving()
        except StoreError as error:
            return f"nothing can be saved: {error}"
        return ""

    return check
