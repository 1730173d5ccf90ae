"""Serve the REST routes: faults first, then body, token and rate limits, then the route."""

import asyncio
import json
import re
import socket
import struct
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.sandbox.protocol.errors import ApiError, Problem, invalid_form, refusal
from bot.sandbox.protocol.request_log import RequestLog, RequestRecord
from bot.sandbox.rest import emoji, interactions, login, messages
from bot.sandbox.rest.body import read
from bot.sandbox.rest.call import Call, Reply, Route
from bot.sandbox.rest.faults import RestFault, RestFaults
from bot.sandbox.rest.rates import RateLimits
from bot.sandbox.world.state import World

API_PREFIX = "/api/v10"

ROUTES: list[Route] = [*login.ROUTES, *emoji.ROUTES, *interactions.ROUTES, *messages.ROUTES]

_ID_PARAMETER = re.compile(r"\{(\w+_id)\}")


class RestServer:
    """Serve Discord's REST API for one bot token."""

    def __init__(
        self,
        world: World,
        token: str,
        faults: RestFaults,
        rates: RateLimits,
        log: RequestLog,
    ) -> None:
        self._world = world
        self._token = token
        self._faults = faults
        self._rates = rates
        self._log = log
        self.gateway_url = ""
        self.check_body: Callable[[str, str, object], list[Problem]] | None = None
        """Another check of bodies, by method and route, beside the sandbox's own."""

    def add_to(self, app: web.Application) -> None:
        """Register every route, and one that records all other calls as violations."""
        for route in ROUTES:
            path = API_PREFIX + _ID_PARAMETER.sub(r"{\1:[0-9]{1,20}}", route.path)
            app.router.add_route(route.method, path, self._serving(route))
        app.router.add_route("*", "/api/{rest:.*}", self._serving(None))

    def _serving(self, route: Route | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, route)

        return serve

    async def _serve(self, request: web.Request, route: Route | None) -> web.StreamResponse:
        path = request.path.removeprefix(API_PREFIX)
        record = RequestRecord(self._world.clock.now(), request.method, path)
        record.route = None if route is None else route.path
        self._log.requests.append(record)
        lose = False
        upload = request.content_type.startswith("multipart/")
        for fault in self._faults.matching(request.method, path, upload=upload):
            match fault.kind:
                case "hold":
                    await fault.released.wait()
                case "respond":
                    return await self._injected(request, record, fault)
                case "reset":
                    record.injected = True
                    return _reset(request)
                case "lose_answer":
                    lose = True
        response = await self._answer(request, record, route)
        if lose:
            record.cut = True
            self._log.finish(record, "")
            return _reset(request)
        return response

    async def _injected(self, request: web.Request, record: RequestRecord, fault: RestFault) -> web.Response:
        await request.read()
        record.injected = True
        record.status = fault.status
        if isinstance(fault.body, bytes):
            return web.Response(status=fault.status, body=fault.body, headers=fault.headers)
        record.code = int(str(fault.body.get("code") or 0))
        return _respond(Reply(fault.status, fault.body), fault.headers)

    async def _answer(self, request: web.Request, record: RequestRecord, route: Route | None) -> web.Response:
        headers: dict[str, str] = {}
        detail = ""
        try:
            reply = await self._run(request, route, headers)
        except ApiError as error:
            reply = Reply(error.status, error.body())
            record.code = error.code
            detail = json.dumps(error.body())
            if error.status == 429:
                headers["Via"] = "1.1 google"
        record.status = reply.status
        if route is None:
            self._log.add_violation("unknown_route", f"{record.method} {record.path}", "no such route")
        if not record.cut:
            self._log.finish(record, detail)
        return _respond(reply, headers)

    async def _run(self, request: web.Request, route: Route | None, headers: dict[str, str]) -> Reply:
        if route is None:
            await request.read()
            raise refusal(0)
        body = await read(request)
        if route.authorized and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, 0, "401: Unauthorized")
        headers |= self._rates.take(
            route.method,
            route.path,
            request.match_info.get("channel_id", ""),
            counted=route.authorized,
        )
        if self.check_body is not None and body.value is not None:
            problems = self.check_body(route.method, route.path, body.value)
            if problems:
                raise invalid_form(problems)
        call = Call(
            self._world,
            self._rates,
            request.match_info,
            request.query,
            body.fields,
            body.items,
            body.uploads,
            self.gateway_url,
        )
        return route.handler(call)


def _respond(reply: Reply, headers: dict[str, str]) -> web.Response:
    if reply.body is None:
        return web.Response(status=reply.status, headers=headers)
    # With a charset in the content type some clients treat the answer as plain text.
    return web.Response(
        status=reply.status,
        body=json.dumps(reply.body).encode(),
        headers={**headers, "Content-Type": "application/json"},
    )


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
