"""Which servers the bot is on: discord.py keeps those that have removed it while nobody heard of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord.state import AutoShardedConnectionState

if TYPE_CHECKING:
    from discord.types.gateway import ReadyEvent


class ServerCache(AutoShardedConnectionState[Any]):
    """The library's cache, but a new session begins with the servers that Discord names, and no others.

    It names all of a shard's servers, also those that are unavailable.
    """

    def parse_ready(self, data: ReadyEvent) -> None:
        """Forget the servers of this shard that are not named."""
        shard, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in named:
                self._remove_guild(guild)
        super().parse_ready(data)
