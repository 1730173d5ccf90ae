"""Changes to the world, the faults and the gateway over HTTP."""

from collections.abc import Callable

from bot.sandbox.control.errors import BadRequestError
from bot.sandbox.core import Core
from bot.sandbox.protocol.values import Json, number, strings
from bot.sandbox.rest.faults import RestFault
from bot.sandbox.world import render
from bot.sandbox.world.model import Channel, Guild


def describe(box: Core) -> Json:
    """Return all servers and channels."""
    world = box.world
    return {
        "guilds": [render.guild(world, g, all_members=True) for g in world.guilds.values()],
        "dms": [render.channel(world, c) for c in world.channels.values() if c.guild_id is None],
        "bot": render.user(world.bot),
    }


def _guild(box: Core, body: Json) -> Guild:
    wanted = body["guild"]
    for guild in box.world.guilds.values():
        if guild.id == number(wanted) or guild.name == wanted:
            return guild
    raise BadRequestError(f"there is no server {wanted}")


def _channel(box: Core, body: Json, key: str = "channel") -> Channel:
    wanted = body[key]
    id = number(wanted)
    return box.channel(str(wanted)) if id is None else box.world.channels[id]


def _user(box: Core, body: Json, key: str = "user") -> int:
    wanted = body.get(key)
    if wanted is None:
        return box.world.bot.id
    for user in box.world.users.values():
        if user.id == number(wanted) or user.display_name == wanted:
            return user.id
    raise BadRequestError(f"there is nobody called {wanted}")


def _optional(body: Json, key: str) -> bool | None:
    value = body.get(key)
    return None if value is None else bool(value)


def _add_guild(box: Core, body: Json) -> Json:
    channels = strings(body.get("channels")) or ["general"]
    guild = box.add_guild(str(body["name"]), channels, id=number(body.get("id")))
    return render.guild(box.world, guild, all_members=True)


def _add_channel(box: Core, body: Json) -> Json:
    channel = box.world.add_channel(_guild(box, body), str(body["name"]))
    return render.channel(box.world, channel)


def _add_thread(box: Core, body: Json) -> Json:
    owner = _user(box, body, "owner")
    thread = box.world.add_thread(_channel(box, body), str(body["name"]), owner)
    return render.channel(box.world, thread)


def _set_thread(box: Core, body: Json) -> Json:
    archived, locked = _optional(body, "archived"), _optional(body, "locked")
    box.world.set_thread_state(_channel(box, body), archived=archived, locked=locked)
    return {}


def _delete_channel(box: Core, body: Json) -> Json:
    box.world.delete_channel(_channel(box, body))
    return {}


def _delete_message(box: Core, body: Json) -> Json:
    box.world.delete_messages(_channel(box, body), [number(body["message"]) or 0])
    return {}


def _purge(box: Core, body: Json) -> Json:
    return {"deleted": box.purge(_channel(box, body))}


def _kick_bot(box: Core, body: Json) -> Json:
    box.world.kick_bot(_guild(box, body))
    return {}


def _invite_bot(box: Core, body: Json) -> Json:
    box.world.invite_bot(_guild(box, body))
    return {}


def _set_available(box: Core, body: Json) -> Json:
    box.world.set_available(_guild(box, body), bool(body["available"]))
    return {}


def _permission(box: Core, body: Json) -> Json:
    user = box.world.users[_user(box, body)]
    allowed = _optional(body, "allowed")
    box.allow(_channel(box, body), str(body["permission"]), allowed, who=user)
    return {}


def _join(box: Core, body: Json) -> Json:
    box.world.add_member(_guild(box, body), _user(box, body))
    return {}


def _leave(box: Core, body: Json) -> Json:
    box.world.remove_member(_guild(box, body), _user(box, body))
    return {}


_WORLD_CHANGES: dict[str, Callable[[Core, Json], Json]] = {
    "add_guild": _add_guild,
    "add_channel": _add_channel,
    "add_thread": _add_thread,
    "set_thread": _set_thread,
    "delete_channel": _delete_channel,
    "delete_message": _delete_message,
    "purge": _purge,
    "kick_bot": _kick_bot,
    "invite_bot": _invite_bot,
    "set_available": _set_available,
    "permission": _permission,
    "join": _join,
    "leave": _leave,
}


def change(box: Core, verb: str, body: Json) -> Json:
    """Change the world."""
    return _WORLD_CHANGES[verb](box, body)


def fault(box: Core, verb: str, body: Json) -> Json:
    """Inject a fault, release the requests it holds, or remove one or all."""
    if verb == "clear":
        box.faults.clear()
        return {}
    if verb in ("remove", "release"):
        found = _fault(box, number(body["id"]))
        if verb == "remove":
            box.faults.remove(found)
        else:
            found.release()
        return found.to_json()
    return _add(box, verb, body).to_json()


def _fault(box: Core, id: int | None) -> RestFault:
    for fault in box.faults.active:
        if fault.id == id:
            return fault
    raise BadRequestError(f"there is no fault {id}")


def _add(box: Core, verb: str, body: Json) -> RestFault:
    route = str(body["route"])
    count = number(body.get("count", 1))
    skip, uploads = number(body.get("skip")) or 0, bool(body.get("uploads"))
    faults = box.faults
    match verb:
        case "respond":
            status, code = int(body["status"]), int(body.get("code") or 0)
            raw = str(body["raw"]).encode() if "raw" in body else None
            return faults.respond(
                route, status, code, body.get("message"), raw=raw, uploads=uploads, count=count, skip=skip
            )
        case "refuse":
            wait = float(body.get("retry_after", 1.0))
            return faults.refuse(
                route, int(body["code"]), retry_after=wait, uploads=uploads, count=count, skip=skip
            )
        case "rate_limit":
            return faults.rate_limit(
                route,
                float(body["retry_after"]),
                is_global=bool(body.get("global")),
                via=bool(body.get("via", True)),
                count=count,
                skip=skip,
            )
        case "lose_answer":
            return faults.lose_answer(route, count=count, skip=skip)
        case "reset":
            return faults.reset(route, count=count, skip=skip)
        case "delay":
            return faults.delay(route, float(body["seconds"]), count=count, skip=skip)
        case "hold":
            return faults.hold(route, count=count, skip=skip)
        case _:
            raise BadRequestError(f"there is no fault {verb}")


def gateway(box: Core, verb: str, body: Json) -> Json:
    """Make the gateway misbehave."""
    gate = box.gateway
    shard = number(body.get("shard"))
    match verb:
        case "drop":
            gate.drop(int(body.get("code", 4000)), shard=shard)
        case "cut":
            gate.cut(shard=shard)
        case "ask_reconnect":
            gate.ask_reconnect(shard=shard)
        case "invalidate":
            gate.invalidate(resumable=bool(body.get("resumable")), shard=shard)
        case "answer_heartbeats":
            gate.answer_heartbeats = bool(body["answer"])
        case "refuse_connections":
            gate.refuse_connections = int(body["count"])
        case "close_identifies":
            gate.close_identifies.extend([int(body["code"])] * int(body.get("count", 1)))
        case "repeat":
            sent = gate.repeat(str(body["event"]), times=int(body.get("times", 1)))
            return {"sessions": sent}
        case _:
            raise BadRequestError(f"the gateway knows no {verb}")
    return {}
