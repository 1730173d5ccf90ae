"""The one list of what we use of discord.py without its promise: private names, and public ones we replace.

A release of the library that has moved one would fail in the middle of a game, so the start looks first and
says which (`missing_names`). The tests of this package notice what a name alone does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class Patch:
    """A name of the library, ``module:attributes``; why we need it, and what would end that."""

    name: str
    reason: str
    ends_when: str


PATCHES = (
    Patch("discord.http:Route.BASE", "a proxy or a test server", "a client takes the address"),
    Patch("discord.asset:Asset.BASE", "pictures come from the same host", "with the one above"),
    Patch(
        "discord.gateway:DiscordWebSocket.DEFAULT_GATEWAY",
        "an invalid session goes back to it",
        "with those above",
    ),
    Patch(
        "discord.message:_component_factory",
        "each press brings the whole message",
        "a message is read when asked for",
    ),
    Patch("discord.interactions:Message", "the same", "with the one above"),
    Patch("discord.client:ExponentialBackoff", "it pauses for up to 17 minutes", "`connect` takes a backoff"),
    Patch("discord.shard:ExponentialBackoff", "the same", "with the one above"),
    Patch(
        "discord.shard:Shard.reidentify", "it retries without a pause", "it waits after one that did not hold"
    ),
    Patch("discord.shard:DiscordWebSocket", "one odd event ends a connection", "it drops that event"),
    Patch("discord.gateway:DiscordWebSocket.received_message", "the same", "with the one above"),
    Patch("discord.gateway:DiscordWebSocket.log_receive", "the same", "with the one above"),
    Patch("discord.utils:_to_json", "bodies are written as the library does", "with those below"),
    Patch(
        "discord.webhook.async_:async_context", "bodies go out in one piece", "the library joins small bodies"
    ),
    Patch("discord.webhook.async_:AsyncWebhookAdapter.request", "the same", "with the one above"),
    Patch(
        "discord.state:AutoShardedConnectionState.parse_ready",
        "servers that left unheard stay",
        "READY drops what it omits",
    ),
    Patch("discord.state:AutoShardedConnectionState._remove_guild", "the same", "with the one above"),
    Patch(
        "discord.state:ConnectionState.parse_guild_create",
        "a server that is half read stays unavailable",
        "the library reads it whole or not at all",
    ),
    Patch(
        "discord.state:AutoShardedConnectionState._delay_ready",
        "a new shard ends all waits",
        "each shard waits for itself",
    ),
    Patch("discord:AutoShardedClient._get_state", "the client makes its cache", "with those above"),
    Patch(
        "discord.state:ConnectionState.parse_interaction_create",
        "presses by HTTP",
        "the library takes them by HTTP",
    ),
)


def missing_names() -> list[str]:
    """Return the names that the installed release of the library does not have."""
    return [patch.name for patch in PATCHES if not _is_there(patch.name)]


def _is_there(name: str) -> bool:
    module, _, attributes = name.partition(":")
    try:
        attrgetter(attributes)(import_module(module))
    except (ImportError, AttributeError):
        return False
    return True
