"""What a client asks for beside messages: its user, its application and commands, the gateway, guilds."""

from bot.sandbox.limits import command_limits
from bot.sandbox.protocol.errors import invalid_form, refusal
from bot.sandbox.protocol.values import Json, number
from bot.sandbox.rest.call import Call, Reply, Route, ok
from bot.sandbox.world import events, render
from bot.sandbox.world.model import ApplicationCommand
from bot.sandbox.world.permissions import in_guild

IDENTIFIES_PER_DAY = 1000


def me(call: Call) -> Reply:
    """Return the bot's user."""
    return ok({**render.user(call.world.bot), "verified": True, "mfa_enabled": False})


def application(call: Call) -> Reply:
    """Return the application of the token."""
    return ok(render.application(call.world))


def gateway_bot(call: Call) -> Reply:
    """Return the URL of the gateway and the recommended number of shards."""
    limit = {
        "total": IDENTIFIES_PER_DAY,
        "remaining": IDENTIFIES_PER_DAY,
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    }
    shards = max(1, -(-len(call.world.bot_guilds()) // 1000))
    return ok({"url": call.gateway_url, "shards": shards, "session_start_limit": limit})


def my_guilds(call: Call) -> Reply:
    """List the bot's guilds."""
    bot = call.world.bot.id
    return ok(
        [
            {"id": str(g.id), "name": g.name, "permissions": str(int(in_guild(g, bot)))}
            for g in call.world.bot_guilds()
        ]
    )


def guild(call: Call) -> Reply:
    """Return a guild."""
    shaped = render.guild(call.world, call.guild())
    for key in ("channels", "threads", "members", "joined_at", "unavailable"):
        del shaped[key]
    return ok(shaped)


def open_dm(call: Call) -> Reply:
    """Return the direct message channel with a person, opening it if necessary."""
    recipient = call.world.users.get(number(call.body.get("recipient_id")) or 0)
    if recipient is None or recipient.bot:
        raise refusal(50033)
    return ok(render.channel(call.world, call.world.dm_with_bot(recipient.id)))


def replace_commands(call: Call) -> Reply:
    """Replace all commands, those for everywhere or those of one guild."""
    if call.id("application_id") != call.world.bot.id:
        raise refusal(20012)
    guild_id = call.guild().id if "guild_id" in call.params else None
    if problems := list(command_limits.bulk(call.bodies)):
        raise invalid_form(problems)
    before = {c.name: c for c in call.world.commands.values() if c.guild_id == guild_id}
    kept = [_put(call, before.pop(body["name"], None), guild_id, body) for body in call.bodies]
    for old in before.values():
        del call.world.commands[old.id]
    call.world.emit(events.CommandsChanged())
    return ok([render.command(call.world, command) for command in kept])


def _put(call: Call, old: ApplicationCommand | None, guild_id: int | None, body: Json) -> ApplicationCommand:
    """Register a command; one with the same name keeps its id."""
    ids = call.world.ids
    if old is None:
        old = ApplicationCommand(ids.take(), guild_id, ids.take(), body)
        call.world.commands[old.id] = old
    elif old.body != body:
        old.body, old.version = body, ids.take()
    return old


ROUTES = [
    Route("GET", "/users/@me", me),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway/bot", gateway_bot),
    Route("GET", "/users/@me/guilds", my_guilds),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("POST", "/users/@me/channels", open_dm),
    Route("PUT", "/applications/{application_id}/commands", replace_commands),
    Route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands", replace_commands),
]
