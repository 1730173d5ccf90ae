"""Serve the REST routes: body and token first, then the route."""

import json
import re
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.sandbox.protocol.errors import ApiError, Problem, invalid_form, refusal
from bot.sandbox.protocol.request_log import RequestLog, RequestRecord
from bot.sandbox.rest import emoji, interactions, login, messages
from bot.sandbox.rest.body import read
from bot.sandbox.rest.call import Call, Reply, Route
from bot.sandbox.world.state import World

API_PREFIX = "/api/v10"

ROUTES: list[Route] = [*login.ROUTES, *emoji.ROUTES, *interactions.ROUTES, *messages.ROUTES]

_ID_PARAMETER = re.compile(r"\{(\w+_id)\}")


class RestServer:
    """Serve Discord's REST API for one bot token."""

    def __init__(self, world: World, token: str, log: RequestLog) -> None:
        self._world = world
        self._token = token
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
        return await self.answer(request, record, route)

    async def answer(
        self, request: web.Request, record: RequestRecord, route: Route | None
    ) -> web.StreamResponse:
        """Answer a request that stands in the log."""
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
        self._log.finish(record, detail)
        return respond(reply, headers)

    async def _run(self, request: web.Request, route: Route | None, headers: dict[str, str]) -> Reply:
        if route is None:
            await request.read()
            raise refusal(0)
        body = await read(request)
        if route.authorized and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, 0, "401: Unauthorized")
        headers |= self.count(request, route)
        if self.check_body is not None and body.value is not None:
            problems = self.check_body(route.method, route.path, body.value)
            if problems:
                raise invalid_form(problems)
        call = Call(
            self._world,
            request.match_info,
            request.query,
            body.fields,
            body.items,
            body.uploads,
            self.gateway_url,
        )
        return route.handler(call)

    def count(self, request: web.Request, route: Route) -> dict[str, str]:
        """Return the headers of rate limits: here are none."""
        return {}


def respond(reply: Reply, headers: dict[str, str]) -> web.Response:
    """Write a reply."""
    if reply.body is None:
        return web.Response(status=reply.status, headers=headers)
    # With a charset in the content type some clients treat the answer as plain text.
    return web.Response(
        status=reply.status,
        body=json.dumps(reply.body).encode(),
        headers={**headers, "Content-Type": "application/json"},
    )
