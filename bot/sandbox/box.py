"""The sandbox as a server: REST, gateway, files, control interface and page on one port."""

from pathlib import Path
from typing import Self, TypedDict, Unpack

from aiohttp import web

from bot.sandbox.control.server import ControlServer
from bot.sandbox.core import DEFAULT_TOKEN, Core
from bot.sandbox.gateway.dispatches import NO_INTENT, GatewayIntent
from bot.sandbox.loopback import guard, is_loopback
from bot.sandbox.page import files as pages
from bot.sandbox.rest.body import MAX_BODY_BYTES
from bot.sandbox.world.clock import Clock


class SandboxOptions(TypedDict, total=False):
    """The options of `Sandbox.start`; see `Sandbox`."""

    host: str
    port: int
    token: str
    clock: Clock | None
    seed: int | None
    description: Path | None
    heartbeat_seconds: float
    privileged: GatewayIntent
    rate_limits: bool


class Sandbox(Core):
    """A small Discord on loopback. Use it with `async with Sandbox.start() as box`."""

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = DEFAULT_TOKEN,
        clock: Clock | None = None,
        seed: int | None = None,
        description: Path | None = None,
        heartbeat_seconds: float = 41.25,
        privileged: GatewayIntent = NO_INTENT,
        rate_limits: bool = False,
    ) -> None:
        """Prepare a sandbox; `open` makes it listen, port 0 picks a free port.

        The other arguments are those of `Core`.
        """
        if not is_loopback(host):
            raise ValueError(f"the sandbox listens on loopback only, not on {host}")
        super().__init__(
            token=token,
            clock=clock,
            seed=seed,
            description=description,
            heartbeat_seconds=heartbeat_seconds,
            privileged=privileged,
            rate_limits=rate_limits,
        )
        self._address = (host, port)
        self._runner: web.AppRunner | None = None
        self.control = ControlServer(self)

    @classmethod
    def start(cls, **options: Unpack[SandboxOptions]) -> Self:
        """Return a sandbox that runs for the length of an `async with` block."""
        return cls(**options)

    async def __aenter__(self) -> Self:
        """Listen."""
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening."""
        await self.close()

    def app(self) -> web.Application:
        """Build the application with all routes."""
        app = web.Application(middlewares=[guard], client_max_size=MAX_BODY_BYTES + 1024 * 1024)
        self.rest.add_to(app)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self.control.add_to(app)
        pages.add_to(app)
        app.router.add_get(r"/attachments/{channel:\d+}/{id:\d+}/{name}", self._attachment)
        return app

    async def open(self) -> None:
        """Listen."""
        host, port = self._address
        runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        await site.start()
        self._runner = runner
        port = int(runner.addresses[0][1])
        authority = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.url = self.world.base_url = f"http://{authority}"
        self.gateway.url = self.rest.gateway_url = f"ws://{authority}/gateway"

    async def close(self) -> None:
        """Stop listening and drop all connections."""
        self.faults.clear()
        await self.gateway.stop()
        await self.control.stop()
        await self.endpoint.stop()
        await self.answers.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.attachments.get(int(request.match_info["id"]))
        if found is None or str(found.channel_id) != request.match_info["channel"]:
            return web.Response(status=404)
        # An uploaded file must not run as a page of the sandbox.
        safe = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(body=found.data, headers={**safe, "Content-Type": found.content_type})
