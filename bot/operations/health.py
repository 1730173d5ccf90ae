"""How the bot is doing, for operators: `/livez`, `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

import prometheus_client
from aiohttp import web

from bot.operations.connections import GuardedRunner
from bot.operations.metrics import Metrics
from bot.store.api import Store, StoreError

Check = Callable[[], Awaitable[str]]
"""Returns what is wrong, in a few words; empty when all is well."""

MAX_CONNECTIONS = 64
"""Connections at a time; those of presses count for themselves."""

HEALTH_TIMEOUT_S = 2.0
"""Seconds that a check may take before it counts as failed."""

MAX_LOOP_DELAY_S = 3.0
"""Seconds by which the loop may be late before the process counts as stuck: Discord's time for an answer."""


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
        self.port = await self._runner.listen("KICKDOOR_METRICS", host, port)
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
