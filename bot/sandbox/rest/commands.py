"""Registering application commands, for everywhere or for one guild."""

from bot.sandbox.limits import command_limits
from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import events, render
from bot.sandbox.world.model import ApplicationCommand


def _scope(call: Call) -> int | None:
    call.application()
    return call.guild().id if "guild_id" in call.params else None


def _in_scope(call: Call, guild_id: int | None) -> list[ApplicationCommand]:
    return [c for c in call.world.commands.values() if c.guild_id == guild_id]


def _one(call: Call, guild_id: int | None) -> ApplicationCommand:
    command = call.world.commands.get(call.id("command_id"))
    if command is None or command.guild_id != guild_id:
        raise refusal(10063)
    return command


def _check(problems: list[Problem]) -> None:
    if problems:
        raise invalid_form(problems)


def _put(call: Call, guild_id: int | None, body: Json) -> ApplicationCommand:
    """Register a command; one of the same kind and name keeps its id."""
    ids = call.world.ids
    kind = body.get("type") or 1
    for old in _in_scope(call, guild_id):
        if (old.kind, old.name) == (kind, body["name"]):
            if old.body != body:
                old.body, old.version = body, ids.take()
            return old
    command = ApplicationCommand(ids.take(), guild_id, ids.take(), body)
    call.world.commands[command.id] = command
    return command


def _changed(call: Call, guild_id: int | None) -> None:
    call.world.emit(events.CommandsChanged(guild_id))


def fetch_all(call: Call) -> Reply:
    """List the commands of a scope."""
    found = _in_scope(call, _scope(call))
    return ok([render.command(call.world, command) for command in found])


def replace_all(call: Call) -> Reply:
    """Replace all commands of a scope."""
    guild_id = _scope(call)
    _check(list(command_limits.bulk(call.bodies)))
    kept = [_put(call, guild_id, body) for body in call.bodies]
    for old in _in_scope(call, guild_id):
        if old not in kept:
            del call.world.commands[old.id]
    _changed(call, guild_id)
    return ok([render.command(call.world, command) for command in kept])


def create(call: Call) -> Reply:
    """Register one command; it replaces one with the same name."""
    guild_id = _scope(call)
    _check(list(command_limits.command(call.body)))
    before = _in_scope(call, guild_id)
    known = any(old.name == call.body["name"] for old in before)
    if not known and len(before) >= command_limits.MAX_COMMANDS:
        raise refusal(30032)
    command = _put(call, guild_id, call.body)
    _changed(call, guild_id)
    return Reply(200 if known else 201, render.command(call.world, command))


def fetch(call: Call) -> Reply:
    """Return one command."""
    return ok(render.command(call.world, _one(call, _scope(call))))


def change(call: Call) -> Reply:
    """Change one command."""
    guild_id = _scope(call)
    command = _one(call, guild_id)
    body = {**command.body, **call.body}
    _check(list(command_limits.command(body)))
    command.body, command.version = body, call.world.ids.take()
    _changed(call, guild_id)
    return ok(render.command(call.world, command))


def delete(call: Call) -> Reply:
    """Remove one command."""
    guild_id = _scope(call)
    del call.world.commands[_one(call, guild_id).id]
    _changed(call, guild_id)
    return NO_CONTENT


ROUTES = [
    route
    for scope in (
        "/applications/{application_id}",
        "/applications/{application_id}/guilds/{guild_id}",
    )
    for route in (
        Route("GET", f"{scope}/commands", fetch_all),
        Route("PUT", f"{scope}/commands", replace_all),
        Route("POST", f"{scope}/commands", create),
        Route("GET", f"{scope}/commands/{{command_id}}", fetch),
        Route("PATCH", f"{scope}/commands/{{command_id}}", change),
        Route("DELETE", f"{scope}/commands/{{command_id}}", delete),
    )
]
