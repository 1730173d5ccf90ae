"""The bot's client: its connection to Discord, and what the cogs find in it."""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, cast

import aiohttp
import discord
from discord.ext import commands

from bot.app.emoji import keep_emoji
from bot.app.request_limit import RequestLimit
from bot.app.translator import CommandTranslator
from bot.app.twins import TwinWatch
from bot.cluster.cluster import Cluster
from bot.delivery.service import Pace, ScreenService
from bot.discord_patches.address import proxy_of_environment
from bot.discord_patches.requests import refuse_odd_answers
from bot.discord_patches.server_cache import ServerCache
from bot.operations.erasure_requests import ErasureRequests
from bot.operations.metrics import Metrics
from bot.operations.personal_data import PersonalData
from bot.replays.service import ReplayService
from bot.settings import Settings
from bot.statistics.questions import StatisticsService
from bot.statistics.service import ResultKeeper
from bot.tables.computer_players import ThinkingTime
from bot.tables.service import TableService
from bot.tables.uptime import Ticker
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

COG_MODULES = ("cogs.components", "cogs.kickdoor", "cogs.gateway_events")


UNREGISTER_TIMEOUT_S = 5.0
"""Seconds that the commands of a server for trials may take to go at the end."""

REGISTER_ADVICE = {
    30034: "Discord takes 200 new commands a day: start again tomorrow",
    50001: "invite the bot to the server of KICKDOOR_DEV_GUILD, or leave that setting out",
    50240: "turn Activities off for the application in Discord's developer portal, or delete its Entry Point",
}
"""What to do, by Discord's code."""


class NoStartsLeftError(Exception):
    """Discord allows no further session for so many seconds; who tries all the same loses the token."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"none for {seconds:.0f} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Services:
    """What the cogs need."""

    tables: TableService
    games: GameRegistry
    screens: ScreenService
    settings: Settings
    replays: ReplayService
    results: ResultKeeper
    statistics: StatisticsService
    personal_data: PersonalData
    request_limit: RequestLimit
    cluster: Cluster | None
    """The processes on the same database; None where there can be no others."""
    metrics: Metrics = field(default_factory=Metrics)
    erasure_requests: ErasureRequests = field(default_factory=lambda: ErasureRequests(None))
    twins: TwinWatch = field(default_factory=TwinWatch)


@dataclass(frozen=True, slots=True)
class Timing(Pace):
    """The pace of what people should be able to follow; tests make it quick."""

    thinking_time: ThinkingTime = field(default_factory=ThinkingTime)
    heartbeat_timeout_s: float = 60.0
    """Seconds without a sign of life after which the connection to Discord counts as dead."""
    guild_interval_s: float = 0.5
    """Seconds without another server after which all servers count as announced."""
    first_backup_s: float = 120.0
    """Seconds after the start before a copy of the database is made: starting is busy enough."""
    ticker: Ticker = field(default_factory=Ticker)


class Kickdoor(commands.AutoShardedBot):
    """The connection to Discord. It keeps no caches: whatever is shown comes from the database."""

    cog_modules: tuple[str, ...] = COG_MODULES

    hears_shards = True
    """False where Discord's gateway is left to other processes; then these look after all tables."""

    def __init__(self, services: Services, timing: Timing) -> None:
        settings, trace = services.settings, services.metrics.trace()
        trace.on_request_end.extend((refuse_odd_answers, self._note_date))
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=settings.shards,
            shard_ids=cast("list[int]", settings.shard_ids),  # None means all, which its type does not say
            guild_ready_timeout=timing.guild_interval_s,
            heartbeat_timeout=timing.heartbeat_timeout_s,
            # A message that waits longer is redrawn when its time comes, so that it is up to date.
            max_ratelimit_timeout=30.0,
            http_trace=trace,
            proxy=proxy_of_environment(),
        )
        self.services = services
        self._emoji: asyncio.Task[None] | None = None
        self.silence = ""
        """Why this process keeps away from Discord for a while; "" while it does not."""

    def _get_state(self, **options: Any) -> ServerCache:
        """Return the cache that the library uses; it asks in no other way."""
        return ServerCache(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def setup_hook(self) -> None:
        """Load all cogs, or fail to start; tell Discord our commands, which is for one process to do."""
        await self.tree.set_translator(CommandTranslator())
        for name in self.cog_modules:
            await self.load_extension(name)
        if self.application is not None and self.application.interactions_endpoint_url:
            log.info("presses come by HTTP: processes of `kickdoor run --http` answer them")
        speaks_for_all = self.hears_shards and 0 in (self.shard_ids or (0,))
        self._emoji = asyncio.create_task(keep_emoji(self, uploads=speaks_for_all), name="emoji")
        if speaks_for_all:
            await self._register_commands()

    async def _register_commands(self) -> None:
        """Tell Discord our commands; if it refuses them, the ones that it knows stay."""
        guild = self.services.settings.dev_guild
        try:
            if guild is not None:
                self.tree.copy_global_to(guild=discord.Object(guild))
            await self.tree.sync(guild=None if guild is None else discord.Object(guild))
        except (discord.HTTPException, discord.RateLimited) as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            advice = REGISTER_ADVICE.get(code, "the next start tries again")
            log.error("commands stay as Discord knows them, it refuses a change (%s): %s", error, advice)

    async def close(self) -> None:
        """Close the connection, and try nothing more. A server for trials keeps no commands of its own."""
        if self._emoji is not None:
            self._emoji.cancel()
        if (guild := self.services.settings.dev_guild) is not None and not self.is_closed():
            self.tree.clear_commands(guild=discord.Object(guild))
            with suppress(discord.HTTPException, discord.RateLimited, OSError, TimeoutError):
                async with asyncio.timeout(UNREGISTER_TIMEOUT_S):
                    await self.tree.sync(guild=discord.Object(guild))
        await super().close()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards, if Discord allows that. Raises ``NoStartsLeftError``."""
        await self._require_starts(len(self.shard_ids or ()) or self.shard_count or 1)
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait as the library does; a lost session may be one too many. Raises ``NoStartsLeftError``."""
        await super().before_identify_hook(shard_id, initial=initial)
        if self.is_ready():
            await self._require_starts(1)

    async def _require_starts(self, number: int) -> None:
        limits = await self.fetch_session_start_limits()
        if limits.remaining < number:
            raise NoStartsLeftError(limits.reset_after / 1000)

    def connection_fault(self) -> str:
        """Return what is wrong with the connection, in a few words; "" if nothing is."""
        if self.silence or not self.is_ready():
            return self.silence or "not connected yet"
        lost = [number for number, shard in self.shards.items() if shard.is_closed()]
        return f"shards without connection: {lost}" if lost or self.is_closed() else ""

    def slowest_latency_s(self) -> float:
        """Return how long the gateway takes to answer; 0 before it has answered once."""
        known = [seconds for _, seconds in self.latencies if math.isfinite(seconds)]
        return max(known, default=0.0)

    async def stop_listening(self) -> None:
        """Take no more presses, where others can: those that come by the gateway come to nobody else."""

    async def on_unreadable_event(self, name: str, owner: int, error: str) -> None:
        """Count and name an event that was left out."""
        self.services.metrics.unreadable_events.inc()
        log.warning("left out what cannot be read: %s of %d (%s)", name or "no event", owner, error)

    async def _note_date(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        """Note what Discord's clock says."""
        if (date := end.response.headers.get("Date")) is not None:
            try:
                self.services.tables.maintenance.note_true_time(parsedate_to_datetime(date).timestamp())
            except ValueError:
                log.debug("no date: %s", date)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an exception that one of our listeners raised, without the event's content."""
        log.exception("listener %s failed", event_method)
