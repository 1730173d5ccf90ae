"""What a client asks before and while it connects: who am I, where is the gateway."""

from bot.sandbox import render
from bot.sandbox.errors import refusal
from bot.sandbox.permissions import in_guild
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.wire import number

IDENTIFIES_PER_DAY = 1000


def me(call: Call) -> Reply:
    """Answer who the bot is."""
    return ok({**render.user(call.world.bot), "verified": True, "mfa_enabled": False})


def application(call: Call) -> Reply:
    """Answer which application the token belongs to."""
    return ok(render.application(call.world))


def gateway(call: Call) -> Reply:
    """Answer where the gateway is."""
    return ok({"url": call.gateway_url})


def gateway_bot(call: Call) -> Reply:
    """Answer where the gateway is and how many shards are advised."""
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
    """Answer who somebody is."""
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
    """Open the direct message channel with a person, or return the open one."""
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
