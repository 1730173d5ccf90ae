"""The gateway: one websocket per shard, which brings the bot its events."""

import asyncio
import contextlib
import json
from collections import deque

from aiohttp import WSMsgType, web

from bot.sandbox.gateway.dispatches import GUILDS_INTENT, translate
from bot.sandbox.gateway.session import Connection, Session
from bot.sandbox.protocol.request_log import RequestLog
from bot.sandbox.protocol.values import Json, as_object, number, strings
from bot.sandbox.world import events, render
from bot.sandbox.world.clock import shard_of
from bot.sandbox.world.state import World

RESUMABLE_S = 180.0
MAX_PAYLOAD_BYTES = 4096
MAX_PAYLOADS, PAYLOAD_WINDOW_S = 120, 60.0
MAX_GUILDS_PER_SHARD = 2500

HEARTBEAT_ACK_DELAY_S = 0.1
"""Delay between a heartbeat and its answer, as on a real network."""


class GatewayClosedError(Exception):
    """The client did something for which Discord closes the connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Gateway:
    """Serve the gateway."""

    def __init__(
        self,
        world: World,
        token: str,
        log: RequestLog,
        *,
        heartbeat_seconds: float,
    ) -> None:
        self.world = world
        self.url = ""
        self.heartbeat_seconds = heartbeat_seconds
        self.sessions: dict[str, Session] = {}
        self._token = token
        self._log = log
        self.connections: set[Connection] = set()
        world.listeners.append(self._on_event)

    @property
    def connected(self) -> list[Session]:
        """The sessions that have a connection."""
        return [s for s in self.sessions.values() if s.connection is not None]

    # Events

    def _on_event(self, event: events.Event) -> None:
        dispatch = translate(self.world, event)
        if dispatch is None:
            return
        self._forget_old_sessions()
        text = json.dumps(dispatch.data)
        for session in self.sessions.values():
            if not session.hears(dispatch.guild_id):
                continue
            if dispatch.name == "GUILD_CREATE":
                self._send_guild(session, int(dispatch.data["id"]), joined=dispatch.joined)
            else:
                session.redispatch(dispatch.name, text)

    def _send_guild(self, session: Session, guild_id: int, *, joined: bool = False) -> None:
        data = render.guild(self.world, self.world.guilds[guild_id])
        if joined:
            # This is the only difference between a guild that the bot joined and one that is available again.
            del data["unavailable"]
        session.dispatch("GUILD_CREATE", data)

    def _forget_old_sessions(self) -> None:
        oldest = self.world.clock.now() - RESUMABLE_S
        for session in tuple(self.sessions.values()):
            if session.lost_at is not None and session.lost_at < oldest:
                del self.sessions[session.id]

    # The websocket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send_op(10, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
        try:
            await self._read(connection)
        except GatewayClosedError as closed:
            self._log.add_violation("gateway", f"close {closed.code}", str(closed))
            connection.close(closed.code)
            await writer
        finally:
            self.connections.discard(connection)
            self._disconnect(connection)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    def _disconnect(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.lost_at = self.world.clock.now()
        if not connection.closed_here and connection.socket.close_code in (1000, 1001):
            # Discord ends the session when the client closes the connection normally.
            self.sessions.pop(session.id, None)

    async def _read(self, connection: Connection) -> None:
        sends: deque[float] = deque()
        while True:
            try:
                message = await connection.socket.receive(timeout=self.heartbeat_seconds * 2)
            except TimeoutError:
                raise GatewayClosedError(4009, "no heartbeat for two intervals") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            now = self.world.clock.now()
            sends.append(now)
            while sends[0] < now - PAYLOAD_WINDOW_S:
                sends.popleft()
            if len(sends) > MAX_PAYLOADS:
                raise GatewayClosedError(4008, "more than 120 payloads in a minute")
            self._handle(connection, message.data)

    def _handle(self, connection: Connection, raw: str | bytes) -> None:
        size = len(raw.encode() if isinstance(raw, str) else raw)
        if size > MAX_PAYLOAD_BYTES:
            raise GatewayClosedError(4002, f"payload of {size} bytes")
        try:
            payload = as_object(json.loads(raw))
        except ValueError:
            raise GatewayClosedError(4002, "payload is not JSON") from None
        op = payload.get("op")
        if op == 1:
            self._heartbeat(connection, payload.get("d"))
        elif op == 2:
            self.identify(connection, as_object(payload.get("d")))
        elif op == 6:
            self.resume(connection, as_object(payload.get("d")))
        else:
            raise GatewayClosedError(4001, f"the sandbox takes no op {op}")

    def _heartbeat(self, connection: Connection, sequence: object) -> None:
        session = connection.session
        if session is not None and (number(sequence) or 0) > session.sequence:
            raise GatewayClosedError(4007, f"heartbeat with a sequence never sent: {sequence}")
        self.acknowledge(connection)

    def acknowledge(self, connection: Connection) -> None:
        """Answer a heartbeat.

        Not immediately: discord.py records the time of a heartbeat in another thread after sending it, and
        takes an answer that arrives before that for one that is a whole interval late.
        """
        asyncio.get_running_loop().call_later(HEARTBEAT_ACK_DELAY_S, connection.send_op, 11)

    def identify(self, connection: Connection, data: Json) -> None:
        """Begin a session."""
        if connection.session is not None:
            raise GatewayClosedError(4005, "identified twice")
        session = self._accept(data)
        self.sessions[session.id] = session
        session.connection = connection
        connection.session = session
        self._ready(session)

    def _accept(self, data: Json) -> Session:
        if str(data.get("token", "")).removeprefix("Bot ") != self._token:
            raise GatewayClosedError(4004, "wrong token")
        if data.get("intents") != GUILDS_INTENT:
            raise GatewayClosedError(4014, f"intents {data.get('intents')} are not enabled")
        if not data.get("properties"):
            raise GatewayClosedError(4002, "identify without properties")
        shard = [number(i) for i in strings(data.get("shard") or [0, 1])]
        match shard:
            case [int(mine), int(total)] if 0 <= mine < total:
                pass
            case _:
                raise GatewayClosedError(4010, f"invalid shard {shard}")
        guilds = [g for g in self.world.bot_guilds() if shard_of(g.id, total) == mine]
        if len(guilds) > MAX_GUILDS_PER_SHARD:
            raise GatewayClosedError(4011, f"{len(guilds)} guilds on one shard")
        return Session(self.world.token()[:32], mine, total)

    def _ready(self, session: Session) -> None:
        guilds = [g for g in self.world.bot_guilds() if shard_of(g.id, session.shards) == session.shard]
        bot = self.world.bot
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": {**render.user(bot), "verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
                "private_channels": [],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.url,
                "shard": [session.shard, session.shards],
                "application": {"id": str(bot.id), "flags": 0},
            },
        )
        for guild in guilds:
            if guild.available:
                self._send_guild(session, guild.id)

    def resume(self, connection: Connection, data: Json) -> None:
        """Go on with a session."""
        if str(data.get("token", "")).removeprefix("Bot ") != self._token:
            raise GatewayClosedError(4004, "wrong token")
        self._forget_old_sessions()
        session = self.sessions.get(str(data.get("session_id")))
        sequence = number(data.get("seq"))
        if session is None or sequence is None:
            connection.send_op(9, False)
            return
        if session.connection is not None:
            session.connection.close(4000)
        session.connection, session.lost_at = connection, None
        connection.session = session
        if not session.replay(sequence):
            del self.sessions[session.id]
            connection.session = None
            connection.send_op(9, False)
            return
        session.dispatch("RESUMED", {})

    async def stop(self) -> None:
        """Close all connections with the code of a server that restarts."""
        for connection in tuple(self.connections):
            connection.close(1012)
        for connection in tuple(self.connections):
            await connection.socket.close(code=1012)
