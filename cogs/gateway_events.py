"""Reacts to connections, servers and channels that come and go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord
from discord.ext import commands

from bot.app.client import Kickdoor
from bot.delivery.permissions import invite_url, missing_permission
from bot.languages import heard, speaking
from bot.tables.intents import Request, Suspend
from bot.views.base.paint import paint
from bot.views.base.text import plural
from bot.views.table.lobby import welcome_screen
from cogs.removed_servers import RemovedServers

log = logging.getLogger(__name__)


DRIFT_CHECK_INTERVAL_S = 5.0
"""Seconds between two looks at whether deadlines on the screens are still right."""

MAX_DRIFT_S = 10.0
"""Seconds by which a deadline on a screen may be wrong."""

RETRY_INTERVAL_S = 10.0
"""Seconds after which what the database could not tell is asked again."""

SERVER_CHECK_INTERVAL_S = 30.0
"""Seconds between two looks for tables of servers that have removed the bot."""

UNAVAILABLE_REASON = "unavailable"
"""Why a server is out of reach: Discord says so."""


class GatewayEvents(commands.Cog):
    """Stops clocks while Discord cannot be reached, and draws everything again when it can."""

    def __init__(self, bot: Kickdoor) -> None:
        self._bot = bot
        self._services = bot.services
        self._maintenance = bot.services.tables.maintenance
        self._tasks: set[asyncio.Task[None]] = set()
        self._removed_servers = RemovedServers(bot.services, UNAVAILABLE_REASON)
        self._heard_shards: set[int] = set()
        self._shown_drift_s: float | None = None
        """Seconds between date and uptime when the screens were drawn."""

    async def cog_load(self) -> None:
        """Start watching the deadlines and the servers."""
        self._start_task(self._watch_deadlines())
        self._start_task(self._watch_servers())

    async def cog_unload(self) -> None:
        """Stop the background tasks."""
        for task in list(self._tasks):
            task.cancel()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch_deadlines(self) -> None:
        """Draw everything again after the clock was set, the machine slept or time stood still."""
        while True:
            await asyncio.sleep(DRIFT_CHECK_INTERVAL_S)
            drift, shown = self._maintenance.clock_drift_s(), self._shown_drift_s
            if drift is None or (shown is not None and abs(drift - shown) < MAX_DRIFT_S):
                continue
            self._shown_drift_s = drift
            if shown is not None:
                self._reconcile()

    async def _watch_servers(self) -> None:
        """Look for tables that this process has got from another one, or could not suspend."""
        while True:
            await asyncio.sleep(SERVER_CHECK_INTERVAL_S)
            await self._look_for_removed_servers()

    async def _look_for_removed_servers(self) -> None:
        try:
            await self._removed_servers.look(self._has_removed_us)
        except Exception:
            log.exception("games of servers that have removed the bot were not suspended")

    def _has_removed_us(self, guild: int) -> bool:
        """Return True if Discord names all servers of this one's shard, but not this one."""
        shard = (guild >> 22) % (self._bot.shard_count or 1)
        return shard in self._heard_shards and self._bot.get_guild(guild) is None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Resume the clocks: every shard is connected."""
        self._maintenance.connection_ready()
        self._shown_drift_s = self._maintenance.clock_drift_s()
        self._start_task(self._tell_endings())
        log.info(
            "ready: %s on %s; add me to more: %s",
            plural(len(self._bot.guilds), "server"),
            plural(len(self._bot.shards), "shard"),
            invite_url(self._bot.application_id),
        )

    async def _tell_endings(self) -> None:
        """Tell the end of games that ended just before the bot was stopped or killed."""
        found = await self._maintenance.untold_endings()
        if found is None:
            await asyncio.sleep(RETRY_INTERVAL_S)
            self._start_task(self._tell_endings())
            return
        self._services.screens.redraw(found)

    def _reconcile(self, shard: int | None = None) -> None:
        if shard is None:
            tables = [number for number, _ in self._maintenance.directory.tables()]
        else:
            directory = self._maintenance.directory
            guilds = [guild.id for guild in self._guilds(shard)]
            guilds += [] if shard else [0]  # direct messages belong to the first shard, and so do lessons
            tables = [number for guild in guilds for number in directory.tables_in(guild)]
        self._services.screens.redraw(sorted(tables))

    def _guilds(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self._bot.guilds if guild.shard_id == shard]

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks: nobody on this shard can press anything."""
        self._heard_shards.discard(shard_id)
        self._maintenance.shard_disconnected(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume after a start or a lost session: presses may have been missed, messages deleted."""
        for guild in self._guilds(shard_id):
            if guild.unavailable:
                self._maintenance.guild_lost(guild.id, UNAVAILABLE_REASON)
        self._shard_is_heard(shard_id)
        self._start_task(self._look_for_removed_servers())
        self._reconcile(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Resume the clocks; Discord replays missed presses."""
        self._shard_is_heard(shard_id)

    def _shard_is_heard(self, shard: int) -> None:
        self._heard_shards.add(shard)
        self._maintenance.shard_connected(shard, self._bot.shard_count or 1)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that Discord has lost for now."""
        self._maintenance.guild_lost(guild.id, UNAVAILABLE_REASON)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the guild's clocks; the deadlines on its screens are drawn again."""
        await self._maintenance.guild_back(guild.id, UNAVAILABLE_REASON)
        await self._removed_servers.available(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say how to begin; resume the games of a server that had removed the bot and invites it again."""
        await self._removed_servers.invited(guild.id)
        await welcome(guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry a channel that somebody has changed, and its threads: the bot may be allowed to write now."""
        for place in (after, *getattr(after, "threads", ())):
            self._services.screens.note_reachable(place.id, sure=True)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry all channels of a server in which the permissions of a role have changed."""
        if before.permissions != after.permissions:
            for channel in self._maintenance.directory.channels_in(after.guild.id):
                self._services.screens.note_reachable(channel, sure=True)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry the channels of a server where our timeout begins or ends; we hear of no other."""
        for channel in self._maintenance.directory.channels_in(after.guild.id):
            self._services.screens.note_reachable(channel, sure=True)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry a thread, also one that the library has forgotten since it was archived."""
        if not payload.data.get("thread_metadata", {}).get("locked"):
            self._services.screens.note_reachable(payload.thread_id, sure=True)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the games of a server that has removed the bot; they are kept."""
        await self._removed_servers.removed(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the game of a channel that is gone; it can be moved to another one."""
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Do the same for a thread."""
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel: int) -> None:
        table = self._maintenance.directory.table_in_channel(channel)
        if table is not None:
            await self._services.tables.send(table, Request(0, 0, Suspend("gone", channel)))


async def welcome(guild: discord.Guild) -> None:
    """Say how to begin, in the channel that the server keeps for such words."""
    channel = guild.system_channel
    if channel is None:
        return
    held = channel.permissions_for(guild.me)
    if missing_permission(held, channel.type):
        return
    try:
        with speaking(heard(0, guild.id)):
            await channel.send(view=paint(welcome_screen(pictures=held.attach_files)))
    except (discord.HTTPException, OSError) as error:
        log.info("server %d could not be welcomed: %s", guild.id, error)


async def setup(bot: Kickdoor) -> None:
    """Add the listeners to the bot."""
    await bot.add_cog(GatewayEvents(bot))
