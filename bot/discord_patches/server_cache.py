"""Which servers the bot is on, and when all are known: what discord.py gets wrong in new sessions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from discord.state import AutoShardedConnectionState

from bot.languages import hear, speaking

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent, ReadyEvent
    from discord.types.guild import Guild as GuildPayload


class ServerCache(AutoShardedConnectionState[Any]):
    """The library's cache, but a new session begins with the servers that Discord names, and no others.

    The library keeps those that have removed the bot while nobody heard of that. Discord names all those of a
    shard, also those that are unavailable.
    """

    def parse_ready(self, data: ReadyEvent) -> None:
        """Forget the servers of this shard that are not named."""
        shard, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in named:
                self._remove_guild(guild)
        super().parse_ready(data)

    def parse_guild_create(self, data: GuildPayload) -> None:
        """Take in a server, or leave it unavailable if it cannot be read."""
        try:
            super().parse_guild_create(data)
        except Exception:
            if (guild := self._get_guild(int(data["id"]))) is not None:
                guild.unavailable = True
            raise
        hear(int(data["id"]), data.get("preferred_locale", ""))

    def parse_interaction_create(self, data: InteractionCreateEvent) -> None:
        """Answer it in the language of the person who asks."""
        told = cast("dict[str, Any]", data)
        asker: dict[str, Any] = told.get("user") or told.get("member", {}).get("user", {})
        if "guild_locale" in told:
            hear(int(told.get("guild_id", 0)), told["guild_locale"])
        with speaking(hear(int(asker.get("id", 0)), told.get("locale", ""))):
            super().parse_interaction_create(data)

    async def _delay_ready(self) -> None:
        """Wait for all shards.

        A shard that begins again ends this wait. As the library does it, the other shards' own waits end as
        well: they are never called ready, and nothing is told of their servers any more.
        """
        if self._ready_tasks:
            await asyncio.wait(self._ready_tasks.values())
        await super()._delay_ready()
