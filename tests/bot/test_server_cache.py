"""A new session begins with the servers that Discord names."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import MagicMock

import discord

from bot.server_cache import ServerCache
from tests.bot.sandbox.waiting import eventually

SHARDS = 2
BOT = {"id": "9", "username": "b", "discriminator": "0", "avatar": None, "bot": True}


def guild_of(shard: int, number: int) -> int:
    return (SHARDS * number + shard) << 22


def ready(cache: ServerCache, shard: int, *guilds: int) -> None:
    named = [{"id": str(guild), "unavailable": True} for guild in guilds]
    data: Any = {
        "shard": [shard, SHARDS],
        "user": BOT,
        "guilds": named,
        "application": {"id": "9", "flags": 0},
    }
    cache.parsers["READY"](data)


async def test_a_server_that_a_new_session_does_not_name_is_forgotten() -> None:
    """Those of other shards stay, and so does one that is only unavailable: it is named."""
    told: list[tuple[object, ...]] = []

    def dispatch(*event: object) -> None:
        told.append(event)

    cache = ServerCache(
        dispatch=dispatch,
        handlers={},
        hooks={},
        http=MagicMock(),
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        guild_ready_timeout=0.01,
    )
    cache.shard_ids, cache.shard_count, cache.loop = range(SHARDS), SHARDS, asyncio.get_running_loop()
    stays, goes, elsewhere = guild_of(0, 1), guild_of(0, 2), guild_of(1, 1)
    ready(cache, 0, stays, goes)
    ready(cache, 1, elsewhere)
    assert {guild.id for guild in cache.guilds} == {stays, goes, elsewhere}
    ready(cache, 0, stays)
    assert {guild.id for guild in cache.guilds} == {stays, elsewhere}
    await eventually(lambda: {("shard_ready", 0), ("shard_ready", 1)} <= set(told))
