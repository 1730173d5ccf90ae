"""What the page asks for, under /sandbox. GET reads, POST with a JSON body acts.

Other web pages cannot send such a request without a preflight, which is never granted.
"""

import asyncio
import contextlib
import inspect
import json
from collections.abc import Awaitable, Callable

from aiohttp import WSMsgType, web

from bot.sandbox.core import Core
from bot.sandbox.people.person import Person, Place
from bot.sandbox.people.seen import Outcome, SeenMessage, SeenModal
from bot.sandbox.protocol.values import Json, array, as_object, number
from bot.sandbox.world import render
from bot.sandbox.world.model import Guild
from bot.sandbox.world.state import World

JsonAnswer = Json | list[Json]


class BadRequestError(Exception):
    """A request that makes no sense; the message says why."""


def _place(body: Json) -> Place:
    """Read a channel: an id as number or digits, a name, or `dm`."""
    id = number(body["channel"])
    return id if id is not None else str(body["channel"])


def _which(body: Json) -> int:
    id = number(body["message"])
    if id is None:
        raise BadRequestError("message must be an id")
    return id


def _form(person: Person, body: Json) -> SeenModal:
    modal = person.modal(number(body["interaction"]) or 0)
    if modal is None:
        raise BadRequestError("this form is not open")
    return modal


PERSON_VERBS: dict[str, Callable[[Person, Json], object]] = {
    "command": lambda who, body: who.command(
        _place(body), str(body["words"]), as_object(body.get("options"))
    ),
    "autocomplete": lambda who, body: who.autocomplete(
        _place(body),
        str(body["words"]),
        str(body["option"]),
        str(body["text"]),
        as_object(body.get("options")),
    ),
    "click": lambda who, body: who.click(_which(body), custom_id=str(body["custom_id"])),
    "select": lambda who, body: who.select(
        _which(body), array(body["values"]), custom_id=str(body["custom_id"])
    ),
    "submit": lambda who, body: who.submit(_form(who, body), as_object(body.get("values"))),
    "close_modal": lambda who, body: who.close_modal(_form(who, body)),
    "say": lambda who, body: who.say(_place(body), str(body["text"])),
    "typing": lambda who, body: who.typing(_place(body)),
    "dismiss": lambda who, body: who.dismiss(_which(body)),
    "delete": lambda who, body: who.delete(_which(body)),
    "read": lambda who, body: who.mark_read(number(body["channel"]) or 0, _which(body)),
    "open_dm": lambda who, _: {"id": str(who.open_dm().id)},
    "set_dms": lambda who, body: who.set_dms(bool(body["open"])),
}
"""What people do, by the last word of the address."""


class ControlServer:
    """Serve the control interface of one sandbox."""

    def __init__(self, box: Core) -> None:
        self._box = box
        self._sockets: set[web.WebSocketResponse] = set()

    def add_to(self, app: web.Application) -> None:
        """Register the routes."""
        person = "/sandbox/people/{person}"
        gets: dict[str, Callable[[web.Request], JsonAnswer]] = {
            "/sandbox": lambda _: {"instance": self._box.instance},
            "/sandbox/people": lambda _: [_named(person) for person in self._box.people()],
            "/sandbox/violations": lambda _: [v.to_json() for v in self._box.violations],
            f"{person}/screen": lambda r: _screen(self._box.world, self._person(r)),
            f"{person}/messages": self._messages,
            f"{person}/commands": self._commands,
        }
        for path, handler in gets.items():
            app.router.add_get(path, _without_body(handler))
        app.router.add_get(f"{person}/live", self._live)
        app.router.add_post("/sandbox/people", _with_body(self._add_person))
        app.router.add_post(f"{person}/{{verb}}", _with_body(self._do))

    def _person(self, request: web.Request) -> Person:
        wanted = request.match_info["person"]
        for person in self._box.people():
            if wanted in (person.name, str(person.id)):
                return person
        raise BadRequestError(f"there is nobody called {wanted}")

    async def _add_person(self, request: web.Request, body: Json) -> Json:
        return _named(self._box.person(str(body["name"])))

    def _messages(self, request: web.Request) -> list[Json]:
        person = self._person(request)
        before, limit = number(request.query.get("before")), number(request.query.get("limit"))
        shown = person.messages(_place({"channel": request.query["channel"]}))
        found = [m.payload for m in shown if before is None or m.id < before]
        return found if limit is None else found[-limit:]

    def _commands(self, request: web.Request) -> list[Json]:
        offered = self._person(request).commands(int(request.query["channel"]))
        return [render.command(self._box.world, command) for command in offered]

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
        verb = PERSON_VERBS.get(request.match_info["verb"])
        if verb is None:
            raise BadRequestError("people cannot do that")
        done = verb(self._person(request), body)
        if inspect.isawaitable(done):
            done = await done
        if isinstance(done, Outcome):
            return done.to_json()
        return done.payload if isinstance(done, SeenMessage) else as_object(done)


def _named(person: Person) -> Json:
    return {"id": str(person.id), "name": person.name}


def _without_body(
    handler: Callable[[web.Request], JsonAnswer],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        async def answer() -> JsonAnswer:
            return handler(request)

        return await _guarded(answer())

    return serve


def _with_body(
    handler: Callable[[web.Request, Json], Awaitable[Json]],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return web.json_response({"error": "send application/json"}, status=415)
        try:
            body = as_object(await request.json())
        except ValueError:
            return web.json_response({"error": "the body is not JSON"}, status=400)
        return await _guarded(handler(request, body))

    return serve


async def _guarded(answer: Awaitable[JsonAnswer]) -> web.Response:
    """Answer, or describe in JSON what is wrong with the request."""
    try:
        return web.json_response(await answer)
    except KeyError as error:
        return web.json_response({"error": f"missing or unknown: {error}"}, status=400)
    except (BadRequestError, LookupError, ValueError) as error:
        return web.json_response({"error": str(error)}, status=400)


def _screen(world: World, person: Person) -> Json:
    """Return everything on a person's screen, as a client loads it at its start."""
    guilds = [g for g in world.guilds.values() if person.id in g.members]
    return {
        "me": render.user(person.user),
        "bot": render.user(world.bot),
        "dms_open": person.user.dms_open,
        "guilds": [_guild(world, guild) for guild in guilds],
        "channels": [render.channel(world, channel, seen_by=person.id) for channel in person.channels()],
        "read": {str(channel): str(message) for channel, message in person.read.items()},
        "unread": _unread(person),
        "seq": len(person.diary.entries),
    }


def _guild(world: World, guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "available": guild.available,
        "members": [render.member(world, member) for member in guild.members.values()],
    }


def _unread(person: Person) -> Json:
    """Count the unread messages and mentions of a person in each channel."""
    found: Json = {}
    for entry in person.diary.entries:
        if entry["type"] != "message" or entry["old"]:
            continue
        message = entry["message"]
        place = message["channel_id"]
        mine = message["author"]["id"] == str(person.id)
        if not mine and int(message["id"]) > person.read.get(int(place), 0):
            count = found.setdefault(place, {"messages": 0, "mentions": 0})
            count["messages"] += 1
            count["mentions"] += bool(entry["mention"])
    return found
