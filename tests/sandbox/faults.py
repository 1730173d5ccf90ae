"""Faults injected into the REST requests they match, and the server that has them."""

import asyncio
import socket
import struct
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from aiohttp import web

from bot.sandbox.protocol.errors import STATUS_AND_MESSAGE
from bot.sandbox.protocol.request_log import RequestLog, RequestRecord
from bot.sandbox.protocol.values import Json
from bot.sandbox.rest.call import Reply, Route
from bot.sandbox.rest.server import API_PREFIX, RestServer, respond
from bot.sandbox.world.state import World
from tests.sandbox.rates import RateLimits

FaultKind = Literal["respond", "lose_answer", "reset", "hold"]


@dataclass(slots=True)
class RestFault:
    """What happens to requests that match a glob such as `POST /channels/*/messages`."""

    route: str
    kind: FaultKind
    count: int | None
    """How many requests are hit; None: all until it is removed."""
    uploads: bool = False
    """Only requests with files are hit."""
    status: int = 500
    body: Json | bytes = b""
    """What is answered; bytes as they are."""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    hits: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let held and future requests continue."""
        self.released.set()

    def hit_by(self, method: str, path: str, *, upload: bool) -> bool:
        """Return True if this fault hits a request, and count the hit."""
        if (self.count is not None and self.hits >= self.count) or (self.uploads and not upload):
            return False
        if not fnmatchcase(f"{method} {path}", self.route):
            return False
        self.hits += 1
        return True


class RestFaults:
    """The active faults; a `count` of None means until removed."""

    def __init__(self) -> None:
        self.active: list[RestFault] = []

    def respond(
        self,
        route: str,
        status: int,
        code: int = 0,
        *,
        raw: bytes | None = None,
        uploads: bool = False,
        count: int | None = 1,
    ) -> RestFault:
        """Answer with an error, or any body (``raw``), instead of handling the request.

        Where ``uploads`` is set, only requests with files get it.
        """
        text = STATUS_AND_MESSAGE.get(code, (0, f"{status}: injected"))[1]
        body: Json | bytes = {"message": text, "code": code} if raw is None else raw
        kind = "text/html" if raw is not None and raw.startswith(b"<") else "application/json"
        return self._add(RestFault(route, "respond", count, uploads, status, body, {"Content-Type": kind}))

    def refuse(
        self,
        route: str,
        code: int,
        *,
        retry_after: float = 1.0,
        uploads: bool = False,
        count: int | None = 1,
    ) -> RestFault:
        """Answer with one of Discord's codes, with its status and message.

        Those with status 429 ask for a retry after so many seconds.
        """
        status, text = STATUS_AND_MESSAGE[code]
        fault = self.respond(route, status, code, uploads=uploads, count=count)
        if status == 429:
            fault.body = {"message": text, "code": code, "retry_after": retry_after, "global": False}
            fault.headers |= {"Retry-After": str(int(retry_after)), "Via": "1.1 google"}
        return fault

    def rate_limit(
        self,
        route: str,
        retry_after: float,
        *,
        is_global: bool = False,
        via: bool = True,
        count: int | None = 1,
    ) -> RestFault:
        """Answer 429; without `via` it looks like a ban by the proxy in front of Discord."""
        fault = self.respond(route, 429, count=count)
        fault.body = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": is_global,
            "code": 0,
        }
        fault.headers["Retry-After"] = str(int(retry_after) + 1)
        if via:
            fault.headers |= {"Via": "1.1 google", "X-RateLimit-Scope": "global" if is_global else "user"}
        return fault

    def lose_answer(self, route: str, *, count: int | None = 1) -> RestFault:
        """Handle the request, then reset the connection before the answer."""
        return self._add(RestFault(route, "lose_answer", count))

    def reset(self, route: str, *, count: int | None = 1) -> RestFault:
        """Reset the connection without handling the request."""
        return self._add(RestFault(route, "reset", count))

    def hold(self, route: str, *, count: int | None = 1) -> RestFault:
        """Hold the request until `release` is called on the fault."""
        return self._add(RestFault(route, "hold", count))

    def _add(self, fault: RestFault) -> RestFault:
        self.active.append(fault)
        return fault

    def remove(self, fault: RestFault) -> None:
        """Remove a fault; the requests it holds continue."""
        fault.release()
        if fault in self.active:
            self.active.remove(fault)

    def clear(self) -> None:
        """Remove all faults."""
        for fault in tuple(self.active):
            self.remove(fault)

    def matching(self, method: str, path: str, *, upload: bool = False) -> list[RestFault]:
        """Return the faults that hit a request, in the order they were injected.

        After a fault that ends the request the remaining ones are not counted.
        """
        found: list[RestFault] = []
        for fault in self.active:
            if fault.hit_by(method, path, upload=upload):
                found.append(fault)
                if fault.kind != "hold":
                    break
        return found


class FaultyRestServer(RestServer):
    """Serves as Discord does, but for the faults, and with its rate limits."""

    def __init__(self, world: World, token: str, log: RequestLog) -> None:
        super().__init__(world, token, log)
        self.faults = RestFaults()
        self.rates = RateLimits(world.clock)

    async def answer(
        self, request: web.Request, record: RequestRecord, route: Route | None
    ) -> web.StreamResponse:
        lose = False
        path, upload = request.path.removeprefix(API_PREFIX), request.content_type.startswith("multipart/")
        for fault in self.faults.matching(request.method, path, upload=upload):
            match fault.kind:
                case "hold":
                    await fault.released.wait()
                case "respond":
                    return await _injected(request, record, fault)
                case "reset":
                    record.injected = True
                    return _reset(request)
                case "lose_answer":
                    lose = True
        response = await super().answer(request, record, route)
        if lose:
            record.cut = True
            self._log.finish(record, "")
            return _reset(request)
        return response

    def count(self, request: web.Request, route: Route) -> dict[str, str]:
        channel = request.match_info.get("channel_id", "")
        headers = self.rates.take(route.method, route.path, channel, counted=route.authorized)
        if request.method == "PATCH" and (found := self._world.channels.get(int(channel or 0))) is not None:
            message = found.messages.get(int(request.match_info.get("message_id", 0)))
            if message is not None:
                self.rates.edit_old(found.id, message.created_at)
        return headers


async def _injected(request: web.Request, record: RequestRecord, fault: RestFault) -> web.Response:
    await request.read()
    record.injected = True
    record.status = fault.status
    if isinstance(fault.body, bytes):
        return web.Response(status=fault.status, body=fault.body, headers=fault.headers)
    record.code = int(str(fault.body.get("code") or 0))
    return respond(Reply(fault.status, fault.body), fault.headers)


def _reset(request: web.Request) -> web.Response:
    """Cut the connection so that the client sees a reset, not an orderly end."""
    transport = request.transport
    if isinstance(transport, asyncio.Transport):
        connection = transport.get_extra_info("socket")
        if connection is not None:
            linger = struct.pack("ii", 1, 0)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        transport.abort()
    return web.Response(status=500)
