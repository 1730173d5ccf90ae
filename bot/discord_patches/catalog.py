"""The one list of what we use of discord.py without its promise: private names, and public ones we replace.

A release of the library that has moved one would fail in the middle of a game, so the start looks first and
says which (`missing_names`). The tests of this package notice what a name alone does not tell.
"""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

PATCHES = (
    # A proxy or a test server; gone once a client takes the address.
    "discord.http:Route.BASE",
    "discord.asset:Asset.BASE",
    "discord.gateway:DiscordWebSocket.DEFAULT_GATEWAY",
    # Each press brings the whole message; gone once it is read when asked for.
    "discord.message:_component_factory",
    "discord.interactions:Message",
    # The library pauses for up to 17 minutes, or not at all; gone once `connect` takes a backoff.
    "discord.client:ExponentialBackoff",
    "discord.shard:ExponentialBackoff",
    "discord.shard:Shard.reidentify",
    # One odd event ends a connection; gone once the library drops that event.
    "discord.shard:DiscordWebSocket",
    "discord.gateway:DiscordWebSocket.received_message",
    "discord.gateway:DiscordWebSocket.log_receive",
    # Odd answers raise odd errors; gone once the library has one for them.
    "discord.webhook.async_:async_context",
    "discord.webhook.async_:AsyncWebhookAdapter.request",
    # Servers that left unheard stay, and half-read ones count; gone once READY drops what it omits.
    "discord.state:AutoShardedConnectionState.parse_ready",
    "discord.state:AutoShardedConnectionState._remove_guild",
    "discord.state:ConnectionState.parse_guild_create",
    # A new shard ends all waits; gone once each waits for itself.
    "discord.state:AutoShardedConnectionState._delay_ready",
    # The client makes the cache that does all this.
    "discord:AutoShardedClient._get_state",
    # Presses come by HTTP, and all that follows one speaks its language; gone once one hook comes first.
    "discord.state:ConnectionState.parse_interaction_create",
)
"""The names, ``module:attributes``; each group with why we need it, and what would end that."""


def missing_names() -> list[str]:
    """Return the names that the installed release of the library does not have."""
    return [name for name in PATCHES if not _is_there(name)]


def _is_there(name: str) -> bool:
    module, _, attributes = name.partition(":")
    try:
        attrgetter(attributes)(import_module(module))
    except (ImportError, AttributeError):
        return False
    return True
