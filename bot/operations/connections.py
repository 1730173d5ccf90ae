"""Serves HTTP so that nobody can keep others out by connections that say nothing.

aiohttp waits for a first request without a limit, and takes as many connections as there are descriptors.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from aiohttp import web
from aiohttp.typedefs import Handler

HEAD_TIMEOUT_S = 5.0
"""Seconds for the head of the first request to come."""

IDLE_TIMEOUT_S = 75.0
"""Seconds for which an answered connection may wait for the next one; this is aiohttp's own limit."""


class GuardedRunner(web.AppRunner):
    """Serves an application on so many connections, half of them for one address.

    Where there are more, the oldest that waits for a request makes room.
    """

    def __init__(self, app: web.Application, max_connections: int, **more: Any) -> None:
        app.middlewares.append(self._note_request)
        super().__init__(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=IDLE_TIMEOUT_S, **more)
        self._max_connections = max_connections
        self.open: dict[object, _Connection] = {}
        """All connections by their transport, oldest first."""

    @property
    def server(self) -> Any:
        """Return what makes the protocol of a new connection; None before the set-up."""
        server = super().server
        return None if server is None else lambda: _Connection(self, server())

    def make_room(self, address: str) -> None:
        """Close a connection if there are too many, of all or of this address."""
        of_all = list(self.open.values())
        of_address = [connection for connection in of_all if connection.address == address]
        for found, limit in ((of_address, self._max_connections // 2), (of_all, self._max_connections)):
            if len(found) > limit:
                next((c for c in found if not c.busy), found[-1]).close()

    @web.middleware
    async def _note_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = self.open.get(request.transport)
        if connection is None:
            return await handler(request)
        connection.deadline.cancel()
        connection.busy = True  # whoever answers has a limit of their own
        try:
            return await handler(request)
        finally:
            connection.busy = False


class _Connection(asyncio.Protocol):
    """A connection, whose work aiohttp's protocol does; it is closed where no request comes in time."""

    deadline: asyncio.TimerHandle
    transport: asyncio.Transport

    def __init__(self, runner: GuardedRunner, inner: asyncio.Protocol) -> None:
        self.address = ""
        self.busy = False
        self._runner = runner
        self._inner = inner
        self.data_received = inner.data_received  # type: ignore[method-assign]  # passed on as it is
        self.eof_received = inner.eof_received  # type: ignore[method-assign]  # the same
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign]  # the same
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign]  # the same

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.deadline = asyncio.get_running_loop().call_later(HEAD_TIMEOUT_S, self.close)
        self._runner.open[transport] = self
        self._inner.connection_made(transport)
        self._runner.make_room(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.deadline.cancel()
        self._runner.open.pop(self.transport, None)
        self._inner.connection_lost(exc)

    def close(self) -> None:
        """Close the connection at once."""
        self.transport.abort()
