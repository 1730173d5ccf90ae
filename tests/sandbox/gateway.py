"""The gateway, which misbehaves on request."""

import asyncio
from collections import deque
from typing import Any

from aiohttp import web

from bot.sandbox.gateway.server import Gateway
from bot.sandbox.gateway.session import Connection
from bot.sandbox.protocol.values import Json

FATAL_CLOSE_CODES = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Close codes after which a client must not reconnect."""


class FaultyGateway(Gateway):
    """Serves as Discord does, but for what a test tells it to do, and counts what clients ask for."""

    def __init__(self, *parts: Any, **how: Any) -> None:
        super().__init__(*parts, **how)
        self.answer_heartbeats = True
        self.identifies = 0
        self.resumes = 0
        self.refuse_connections = 0
        self.close_before_hello = False
        self.closed_before_hello = 0
        self.close_identifies: deque[int] = deque()

    def drop(self, code: int = 4000) -> None:
        """Close connections with a code; after most codes the session can be resumed."""
        for connection in self.connections:
            if code in FATAL_CLOSE_CODES and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            connection.close(code)

    def cut(self) -> None:
        """Cut connections without a close frame."""
        for connection in self.connections:
            if isinstance(connection.request.transport, asyncio.Transport):
                connection.request.transport.abort()

    def ask_reconnect(self) -> None:
        """Send op 7, which requests a reconnect and resume."""
        for connection in self.connections:
            connection.send_op(7)

    def invalidate(self) -> None:
        """Send op 9: the session and the events it missed are lost."""
        for connection in self.connections:
            if connection.session is not None:
                self.sessions.pop(connection.session.id, None)
                connection.session = None
            connection.send_op(9, False)

    def repeat(self, name: str, *, times: int = 1) -> int:
        """Resend the latest event with a name; return how many sessions received it."""
        found = 0
        for session in self.connected:
            data = next((data for _, kind, data in reversed(session.kept) if kind == name), None)
            if data is not None:
                found += 1
                for _ in range(times):
                    session.redispatch(name, data)
        return found

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if self.refuse_connections > 0:
            self.refuse_connections -= 1
            return web.Response(status=503, text="the gateway refuses connections")
        if self.close_before_hello:
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            self.closed_before_hello += 1
            await socket.close(code=1011)
            return socket
        return await super().serve(request)

    def acknowledge(self, connection: Connection) -> None:
        if self.answer_heartbeats:
            super().acknowledge(connection)

    def identify(self, connection: Connection, data: Json) -> None:
        if self.close_identifies:
            connection.close(self.close_identifies.popleft())
            return
        super().identify(connection, data)
        self.identifies += 1

    def resume(self, connection: Connection, data: Json) -> None:
        super().resume(connection, data)
        self.resumes += connection.session is not None
