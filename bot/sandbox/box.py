"""The sandbox as a server: REST, gateway, files and page on one port."""

from typing import Self

from aiohttp import web

from bot.sandbox.control.server import ControlServer
from bot.sandbox.core import Core
from bot.sandbox.loopback import guard
from bot.sandbox.page import files as pages
from bot.sandbox.rest.body import MAX_BODY_BYTES

HOST = "127.0.0.1"

SAFE_HEADERS = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
"""An uploaded file must not run as a page of the sandbox."""


class Sandbox(Core):
    """A small Discord on loopback. Use it with `async with Sandbox() as box`."""

    def __init__(self, *, port: int = 0, heartbeat_seconds: float = 41.25) -> None:
        """Prepare a sandbox; `open` makes it listen, port 0 picks a free port."""
        super().__init__(heartbeat_seconds=heartbeat_seconds)
        self._port = port
        self._runner: web.AppRunner | None = None
        self.control = ControlServer(self)

    async def __aenter__(self) -> Self:
        """Listen."""
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening."""
        await self.close()

    async def open(self) -> None:
        """Listen."""
        app = web.Application(middlewares=[guard], client_max_size=MAX_BODY_BYTES + 1024 * 1024)
        self.rest.add_to(app)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self.control.add_to(app)
        pages.add_to(app)
        app.router.add_get(r"/attachments/{channel:\d+}/{id:\d+}/{name}", self._attachment)
        app.router.add_get(r"/emojis/{id:\d+}.png", self._emoji)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, HOST, self._port).start()
        self._runner = runner
        authority = f"{HOST}:{runner.addresses[0][1]}"
        self.url = self.world.base_url = f"http://{authority}"
        self.gateway.url = self.rest.gateway_url = f"ws://{authority}/gateway"

    async def close(self) -> None:
        """Stop listening and drop all connections."""
        await self.gateway.stop()
        await self.control.stop()
        await self.answers.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.attachments.get(int(request.match_info["id"]))
        if found is None or str(found.channel_id) != request.match_info["channel"]:
            return web.Response(status=404)
        return web.Response(body=found.data, headers={**SAFE_HEADERS, "Content-Type": found.content_type})

    async def _emoji(self, request: web.Request) -> web.Response:
        if (found := self.world.emoji.get(int(request.match_info["id"]))) is None:
            return web.Response(status=404)
        return web.Response(body=found[1], headers={**SAFE_HEADERS, "Content-Type": "image/png"})
