"""The sandbox's own HTTP interface: drive people, world, faults and clock from outside.

Everything is under /sandbox. GET reads, POST with a JSON body acts: other web pages cannot
send such a request without a preflight, which is never granted.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable

from aiohttp import WSMsgType, web

from bot.sandbox.control import people_verbs, world_verbs
from bot.sandbox.control.errors import BadRequestError
from bot.sandbox.core import Core
from bot.sandbox.endpoint.sender import EndpointRefusedError
from bot.sandbox.people import screen
from bot.sandbox.people.person import Person
from bot.sandbox.protocol.values import Json, as_object, number

MAX_POLL_S = 60.0

JsonAnswer = Json | list[Json]


class ControlServer:
    """Serve the control interface of one sandbox."""

    def __init__(self, box: Core) -> None:
        self._box = box
        self._sockets: set[web.WebSocketResponse] = set()

    def add_to(self, app: web.Application) -> None:
        """Register the routes."""
        person = "/sandbox/people/{person}"
        gets: dict[str, Callable[[web.Request], Awaitable[JsonAnswer] | JsonAnswer]] = {
            "/sandbox": self._about,
            "/sandbox/people": self._people,
            "/sandbox/world": lambda _: world_verbs.describe(self._box),
            "/sandbox/violations": lambda _: [v.to_json() for v in self._box.violations],
            "/sandbox/requests": lambda _: [r.to_json() for r in self._box.requests],
            "/sandbox/faults": lambda _: [f.to_json() for f in self._box.faults.active],
            f"{person}/screen": lambda r: screen.of(self._box.world, self._person(r)),
            f"{person}/messages": self._messages,
            f"{person}/commands": self._commands,
            f"{person}/events": self._events,
            f"{person}/log": lambda r: self._person(r).visible_log(),
        }
        for path, handler in gets.items():
            app.router.add_get(path, _without_body(handler))
        app.router.add_get(f"{person}/live", self._live)
        posts: dict[str, Callable[[web.Request, Json], Awaitable[JsonAnswer] | JsonAnswer]] = {
            "/sandbox/people": self._add_person,
            f"{person}/{{verb}}": self._do,
            "/sandbox/world/{verb}": self._change,
            "/sandbox/faults/{verb}": self._fault,
            "/sandbox/gateway/{verb}": self._gateway,
            "/sandbox/clock": self._clock,
            "/sandbox/endpoint": self._endpoint,
        }
        for path, doing in posts.items():
            app.router.add_post(path, _with_body(doing))

    def _person(self, request: web.Request) -> Person:
        wanted = request.match_info["person"]
        for person in self._box.people():
            if wanted in (person.name, str(person.id)):
                return person
        raise BadRequestError(f"there is nobody called {wanted}")

    def _about(self, request: web.Request) -> Json:
        box = self._box
        return {
            "url": box.url,
            "api_base": box.api_base,
            "gateway_url": box.gateway_url,
            "token": box.token,
            "public_key": box.public_key,
            "endpoint": box.world.endpoint_url,
            "connected": len(box.gateway.connected),
            "identifies": box.gateway.identifies,
            "resumes": box.gateway.resumes,
            "now": box.clock.now(),
            "instance": box.instance,
        }

    def _people(self, request: web.Request) -> list[Json]:
        return [{"id": str(p.id), "name": p.name} for p in self._box.people()]

    def _add_person(self, request: web.Request, body: Json) -> Json:
        person = self._box.person(str(body["name"]))
        return {"id": str(person.id), "name": person.name}

    def _messages(self, request: web.Request) -> list[Json]:
        place = people_verbs.place(request.query["channel"])
        person = self._person(request)
        before, limit = number(request.query.get("before")), number(request.query.get("limit"))
        found = [m.payload for m in person.messages(place) if before is None or m.id < before]
        return found if limit is None else found[-limit:]

    def _commands(self, request: web.Request) -> list[Json]:
        channel = int(request.query["channel"])
        return screen.commands(self._box.world, self._person(request), channel)

    async def _events(self, request: web.Request) -> list[Json]:
        """Return the entries after a number; with `wait`, wait for the first one."""
        diary = self._person(request).diary
        after = int(request.query.get("after", "0"))
        wait = min(float(request.query.get("wait", "0")), MAX_POLL_S)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await diary.wait(after)
        return diary.after(after)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Stream what a person sees after a number over a websocket."""
        try:
            diary = self._person(request).diary
        except BadRequestError as error:
            return web.Response(status=404, text=str(error))
        socket = web.WebSocketResponse(heartbeat=20.0, compress=False, timeout=1.0)
        await socket.prepare(request)
        after = number(request.query.get("after")) or 0
        self._sockets.add(socket)

        async def send() -> None:
            seen = after
            while True:
                await diary.wait(seen)
                for entry in diary.after(seen):
                    seen = entry["seq"]
                    await socket.send_str(json.dumps(entry))

        sender = asyncio.create_task(send())
        try:
            while (await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                pass
        finally:
            self._sockets.discard(socket)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await sender
        return socket

    async def stop(self) -> None:
        """Close all streams."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    async def _do(self, request: web.Request, body: Json) -> Json:
        verb = people_verbs.PERSON_VERBS.get(request.match_info["verb"])
        if verb is None:
            raise BadRequestError("people cannot do that")
        return await verb(self._person(request), body)

    def _change(self, request: web.Request, body: Json) -> Json:
        return world_verbs.change(self._box, request.match_info["verb"], body)

    def _fault(self, request: web.Request, body: Json) -> Json:
        return world_verbs.fault(self._box, request.match_info["verb"], body)

    def _gateway(self, request: web.Request, body: Json) -> Json:
        return world_verbs.gateway(self._box, request.match_info["verb"], body)

    async def _endpoint(self, request: web.Request, body: Json) -> Json:
        try:
            await self._box.endpoint.use(str(body["url"]))
        except EndpointRefusedError as error:
            raise BadRequestError(str(error)) from error
        return {"endpoint": self._box.world.endpoint_url}

    def _clock(self, request: web.Request, body: Json) -> Json:
        self._box.clock.advance(float(body["advance"]))
        return {"now": self._box.clock.now()}


def _without_body(
    handler: Callable[[web.Request], Awaitable[JsonAnswer] | JsonAnswer],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        return await _guarded(lambda: handler(request))

    return serve


def _with_body(
    handler: Callable[[web.Request, Json], Awaitable[JsonAnswer] | JsonAnswer],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return web.json_response({"error": "send application/json"}, status=415)
        try:
            body = as_object(await request.json())
        except ValueError:
            return web.json_response({"error": "the body is not JSON"}, status=400)
        return await _guarded(lambda: handler(request, body))

    return serve


async def _guarded(run: Callable[[], Awaitable[JsonAnswer] | JsonAnswer]) -> web.Response:
    """Answer, or describe in JSON what is wrong with the request."""
    try:
        answer = run()
        if isinstance(answer, Awaitable):
            answer = await answer
    except KeyError as error:
        return web.json_response({"error": f"missing or unknown: {error}"}, status=400)
    except (BadRequestError, LookupError, ValueError) as error:
        return web.json_response({"error": str(error)}, status=400)
    return web.json_response(answer)
