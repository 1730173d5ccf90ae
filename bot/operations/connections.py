"""Serves HTTP so that nobody can keep others out by connections that say nothing.

aiohttp waits for a first request without a limit, and takes as many connections as there are descriptors.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from typing import Any, cast

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.operations.exit_codes import ExitCode

HEAD_TIMEOUT_S = 5.0
"""Seconds for the head of the first request to come."""

IDLE_TIMEOUT_S = 75.0
"""Seconds for which an answered connection may wait for the next one; this is aiohttp's own limit."""


class ListenError(Exception):
    """Nothing can be heard there: the setting is wrong, or another program was faster.

    The text names host, port and setting; ``code`` says whether to wait.
    """

    def __init__(self, cause: OSError | UnicodeError, prefix: str, host: str, port: int) -> None:
        """Take what went wrong, and the beginning of the two settings' names, such as KICKDOOR_HTTP."""
        # For an address of another machine asyncio gives no number from Python 3.13 on.
        is_elsewhere = isinstance(cause, OSError) and cause.errno in (errno.EADDRNOTAVAIL, None)
        wrong_host = isinstance(cause, socket.gaierror | UnicodeError) or is_elsewhere
        forbidden = isinstance(cause, PermissionError)
        self.code = ExitCode.BAD_SETTING if wrong_host or forbidden else ExitCode.PORT_TAKEN
        if isinstance(cause, UnicodeError):
            reason = "this is no name of a machine"
        elif is_elsewhere:
            reason = "this machine has no such address"
        elif cause.errno == errno.EADDRINUSE:
            reason = "the port belongs to another program"
        else:
            reason = cause.strerror or str(cause)
        name, value = ("HOST", repr(host)) if wrong_host else ("PORT", str(port))
        super().__init__(f"{prefix}_{name} {value} cannot be listened on: {reason}")


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

    async def listen(self, prefix: str, host: str, port: int) -> int:
        """Listen and return the port, for 0 a free one; the settings' names begin so.

        Raises ``ListenError``.
        """
        await self.setup()
        try:
            await web.TCPSite(self, host, port).start()
        except (OSError, UnicodeError) as error:
            await self.cleanup()
            raise ListenError(error, prefix, host, port) from error
        return int(self.addresses[0][1])

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
