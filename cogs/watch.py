"""Noticing what Discord does to us: connections, servers and channels that come and go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord
from discord.ext import commands

from bot.app import Kickdoor
from bot.tables.intents import Request, Resume, Suspend
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)


LOOK = 5.0
"""Seconds between two looks at whether deadlines on the screens are still right."""

WRONG = 10.0
"""Seconds by which they may be wrong."""

UNAVAILABLE = "unavailable"
"""Why a server is out of reach: Discord says so."""


class Watch(commands.Cog):
    """Stops clocks while Discord cannot be reached, and draws everything anew when it can again."""

    def __init__(self, bot: Kickdoor) -> None:
        self._bot = bot
        self._house = bot.house
        self._upkeep = bot.house.tables.upkeep
        self._work: set[asyncio.Task[None]] = set()
        self._shown: float | None = None
        """How far date and uptime were apart when the screens were drawn."""

    async def cog_load(self) -> None:
        """Nobody is charged for time before the connection stands."""
        self._upkeep.freeze("start")
        self._soon(self._watch_deadlines())

    async def cog_unload(self) -> None:
        """Stop what goes on in the background."""
        for task in list(self._work):
            task.cancel()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _watch_deadlines(self) -> None:
        """Draw everything anew when the clock was set, the machine has slept or time stood still."""
        while True:
            await asyncio.sleep(LOOK)
            drift, shown = self._upkeep.drift(), self._shown
            if drift is None or (shown is not None and abs(drift - shown) < WRONG):
                continue
            self._shown = drift
            if shown is None:
                continue
            try:
                await self._reconcile()
            except Exception:
                # Nothing else looks at the deadlines until the next start.
                log.exception("deadlines not drawn anew")
                self._shown = shown  # for the next look

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Say that every shard is connected."""
        self._upkeep.thaw("start")
        self._shown = self._upkeep.drift()
        log.info("ready")

    async def _reconcile(self, shard: int | None = None) -> None:
        tables = [number for number, _ in self._upkeep.live()]
        if shard is not None:
            own = {number for guild in self._guilds(shard) for number in self._upkeep.tables_in(guild.id)}
            tables = [number for number in tables if number in own]
        await self._house.boards.reconcile(tables)

    def _guilds(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self._bot.guilds if guild.shard_id == shard]

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks: nobody on this shard can press anything."""
        self._upkeep.shard_lost(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Go on after a start or a lost session: presses may have been missed, messages deleted."""
        for guild in self._guilds(shard_id):
            if guild.unavailable:
                self._upkeep.guild_lost(guild.id, UNAVAILABLE)
        self._upkeep.shard_back(shard_id, self._bot.shard_count or 1)
        self._soon(self._reconcile(shard_id))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let the clocks go on; missed presses are replayed by Discord."""
        self._upkeep.shard_back(shard_id, self._bot.shard_count or 1)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that Discord has lost for the moment."""
        self._upkeep.guild_lost(guild.id, UNAVAILABLE)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let them go on; the deadlines have moved."""
        if await self._upkeep.guild_back(guild.id, UNAVAILABLE):
            await self._house.boards.reconcile(self._upkeep.tables_in(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where we were removed and are invited again."""
        for number in self._upkeep.tables_in(guild.id):
            sight = await self._house.tables.sight(number, None)
            if isinstance(sight, Refusal) or sight.table.trouble != "removed":
                continue
            self._house.boards.reachable(sight.table.channel, sure=True)
            await self._house.boards.invited(sight.table)
            await self._house.tables.send(number, Request(0, 0, Resume()))

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try a channel again that somebody has changed: perhaps we may write there now."""
        self._house.boards.reachable(after.id, sure=True)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Do the same for all channels of a server where a role may do other things now."""
        if before.permissions != after.permissions:
            for number, channel in self._upkeep.live():
                if number in self._upkeep.tables_in(after.guild.id):
                    self._house.boards.reachable(channel, sure=True)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Do the same for a thread, also for one that the library has forgotten since it was archived."""
        if not payload.data["thread_metadata"].get("locked"):
            self._house.boards.reachable(payload.thread_id, sure=True)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the games of a server that has removed us; they are kept."""
        for number in self._upkeep.tables_in(guild.id):
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
        for number, place in self._upkeep.live():
            if place == channel:
                await self._suspend(number, "gone")

    async def _suspend(self, table: int, reason: str) -> None:
        await self._house.tables.send(table, Request(0, 0, Suspend(reason)))


async def setup(bot: Kickdoor) -> None:
    """Add the listeners to the bot."""
    await bot.add_cog(Watch(bot))
