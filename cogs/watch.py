"""Noticing what Discord does to us: connections, servers and channels that come and go."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord.ext import commands

from bot.app import Kickdoor
from bot.tables.intents import Request, Suspend

log = logging.getLogger(__name__)


class Watch(commands.Cog):
    """Stops clocks while Discord cannot be reached, and draws everything anew when it can again."""

    def __init__(self, bot: Kickdoor) -> None:
        self._bot = bot
        self._house = bot.house
        self._work: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        """Nobody is charged for time before the connection stands."""
        self._house.tables.freeze("start")

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Go on after a start or a lost session: presses may have been missed, messages deleted."""
        self._house.tables.thaw("start")
        log.info("ready")
        task = asyncio.create_task(self._reconcile())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _reconcile(self) -> None:
        await self._house.boards.reconcile([number for number, _ in self._house.tables.live()])

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks: nobody on this shard can press anything."""
        self._house.tables.shard_lost(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Let the clocks go on."""
        self._house.tables.shard_back(shard_id, self._bot.shard_count or 1)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let the clocks go on; missed presses are replayed by Discord."""
        self._house.tables.shard_back(shard_id, self._bot.shard_count or 1)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that Discord has lost for the moment."""
        self._house.tables.guild_lost(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let them go on."""
        await self._house.tables.guild_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the games of a server that has removed us; they are kept."""
        for number in self._house.tables.tables_in(guild.id):
            await self._suspend(number, "removed")

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the game of a channel that is gone; it can be moved to another one."""
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Do the same for a thread."""
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel: int) -> None:
        for number, place in self._house.tables.live():
            if place == channel:
                await self._suspend(number, "gone")

    async def _suspend(self, table: int, reason: str) -> None:
        await self._house.tables.send(table, Request(0, 0, Suspend(reason)))


async def setup(bot: Kickdoor) -> None:
    """Add the listeners to the bot."""
    await bot.add_cog(Watch(bot))
