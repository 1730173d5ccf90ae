"""The routes a client calls before and while it connects: its user, its application, the gateway."""

from bot.sandbox.protocol.errors import refusal
from bot.sandbox.protocol.values import number
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import render
from bot.sandbox.world.permissions import in_guild

IDENTIFIES_PER_DAY = 1000


def me(call: Call) -> Reply:
    """Return the bot's user."""
    return ok({**render.user(call.world.bot), "verified": True, "mfa_enabled": False})


def application(call: Call) -> Reply:
    """Return the application of the token."""
    return ok(render.application(call.world))


def gateway(call: Call) -> Reply:
    """Return the URL of the gateway."""
    return ok({"url": call.gateway_url})


def gateway_bot(call: Call) -> Reply:
    """Return the URL of the gateway and the recommended number of shards."""
    guilds = len(call.world.bot_guilds())
    return ok(
        {
            "url": call.gateway_url,
            "shards": max(1, -(-guilds // 1000)),
            "session_start_limit": {
                "total": IDENTIFIES_PER_DAY,
                "remaining": IDENTIFIES_PER_DAY,
                "reset_after": 86_400_000,
                "max_concurrency": 1,
            },
        }
    )


def user(call: Call) -> Reply:
    """Return a user."""
    return ok(render.user(call.user()))


def my_guilds(call: Call) -> Reply:
    """List the bot's guilds."""
    bot = call.world.bot.id
    return ok(
        [
            {
                "id": str(g.id),
                "name": g.name,
                "icon": None,
                "owner": False,
                "features": [],
                "permissions": str(int(in_guild(g, bot))),
            }
            for g in call.world.bot_guilds()
        ]
    )


def leave(call: Call) -> Reply:
    """Let the bot leave a guild."""
    call.world.kick_bot(call.guild())
    return NO_CONTENT


def open_dm(call: Call) -> Reply:
    """Return the direct message channel with a person, opening it if necessary."""
    recipient = call.world.users.get(number(call.body.get("recipient_id")) or 0)
    if recipient is None or recipient.bot:
        raise refusal(50033)
    return ok(render.channel(call.world, call.world.dm_with_bot(recipient.id)))


ROUTES = [
    Route("GET", "/users/@me", me),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway", gateway, authorized=False),
    Route("GET", "/gateway/bot", gateway_bot),
    Route("GET", "/users/@me/guilds", my_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/{user_id}", user),
]
