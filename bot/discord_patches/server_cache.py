"""Which servers the bot is on, and when all are known: what discord.py gets wrong in new sessions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from discord.state import AutoShardedConnectionState

if TYPE_CHECKING:
    from discord.types.gateway import ReadyEvent
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

    async def _delay_ready(self) -> None:
        """Wait for all shards.

        A shard that begins again ends this wait. As the library does it, the other shards' own waits end as
        well: they are never called ready, and nothing is told of their servers any more.
        """
        if self._ready_tasks:
            await asyncio.wait(self._ready_tasks.values())
        await super()._delay_ready()
