"""A new session begins with the servers that Discord names."""

import asyncio
from typing import Any
from unittest.mock import MagicMock

import discord

from bot.discord_patches.server_cache import ServerCache
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


def guild_data(guild: int) -> Any:
    facts = {"id": str(guild), "unavailable": False, "name": "Dungeon"}
    return {**facts, "roles": [], "channels": [], "members": [], "threads": [], "emojis": []}


def opened(told: list[tuple[object, ...]]) -> ServerCache:
    def dispatch(*event: object) -> None:
        told.append(event)

    cache = ServerCache(
        dispatch=dispatch,
        handlers={"ready": lambda: None},
        hooks={},
        http=MagicMock(),
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        guild_ready_timeout=0.1,
    )
    cache.shard_ids, cache.shard_count, cache.loop = range(SHARDS), SHARDS, asyncio.get_running_loop()
    return cache


async def test_a_server_that_a_new_session_does_not_name_is_forgotten() -> None:
    """Those of other shards stay, and so does one that is only unavailable: it is named."""
    told: list[tuple[object, ...]] = []
    cache = opened(told)
    stays, goes, elsewhere = guild_of(0, 1), guild_of(0, 2), guild_of(1, 1)
    ready(cache, 0, stays, goes)
    ready(cache, 1, elsewhere)
    assert {guild.id for guild in cache.guilds} == {stays, goes, elsewhere}
    ready(cache, 0, stays)
    assert {guild.id for guild in cache.guilds} == {stays, elsewhere}
    await eventually(lambda: ("ready",) in told)


async def test_a_shard_that_begins_again_during_the_start_silences_no_other() -> None:
    """The library ends the others' wait for their servers, too, and tells nothing of these any more."""
    told: list[tuple[object, ...]] = []
    cache = opened(told)
    for shard in (0, 1):
        ready(cache, shard, guild_of(shard, 1))
    await asyncio.sleep(0)  # the wait for all of them begins
    ready(cache, 1, guild_of(1, 1))
    await eventually(lambda: ("ready",) in told)
    for shard in (0, 1):
        assert told.count(("shard_ready", shard)) == 1
        assert told.index(("shard_ready", shard)) < told.index(("ready",))
        cache.parsers["GUILD_CREATE"](guild_data(guild_of(shard, 1)))
    assert [event[0] for event in told].count("guild_available") == SHARDS
