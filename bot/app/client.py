"""The bot's client: its connection to Discord, and what the cogs find in it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any, cast

import discord
from discord.ext import commands

from bot.app.request_limit import RequestLimit
from bot.app.twins import TwinWatch
from bot.cluster.cluster import Cluster
from bot.delivery.attention import Slack
from bot.delivery.service import ScreenService
from bot.discord_patches.requests import refuse_odd_answers
from bot.discord_patches.server_cache import ServerCache
from bot.operations.erasure_requests import ErasureRequests
from bot.operations.health import Metrics
from bot.operations.personal_data import PersonalData
from bot.replays.service import ReplayService
from bot.settings import Settings
from bot.statistics.questions import StatisticsService
from bot.statistics.service import ResultKeeper
from bot.tables.computer_players import ThinkingTime
from bot.tables.game_kinds import GameLookup
from bot.tables.service import TableService
from bot.tables.uptime import RealTicker, Ticker

log = logging.getLogger(__name__)

COG_MODULES = ("cogs.components", "cogs.kickdoor", "cogs.gateway_events")


@dataclass(frozen=True, slots=True)
class Services:
    """What the cogs need."""

    tables: TableService
    games: GameLookup
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
class Timing:
    """The pace of what people should be able to follow; tests make it quick."""

    call_delay_s: float = 4.0
    batch_delay_s: float = 0.3
    dm_interval_s: float = 1.0
    slack: Slack = field(default_factory=Slack)
    thinking_time: ThinkingTime = field(default_factory=ThinkingTime)
    heartbeat_timeout_s: float = 60.0
    """Seconds without a sign of life after which the connection to Discord counts as dead."""
    guild_interval_s: float = 0.5
    """Seconds without another server after which all servers count as announced."""
    first_backup_s: float = 120.0
    """Seconds after the start before a copy of the database is made: starting is busy enough."""
    ticker: Ticker = field(default_factory=RealTicker)


class Kickdoor(commands.AutoShardedBot):
    """The connection to Discord. It keeps no caches: whatever is shown comes from the database."""

    cog_modules: tuple[str, ...] = COG_MODULES

    hears_shards = True
    """False where Discord's gateway is left to other processes; then these look after all tables."""

    def __init__(self, services: Services, timing: Timing) -> None:
        settings, trace = services.settings, services.metrics.trace()
        trace.on_request_end.append(refuse_odd_answers)
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
        )
        self.services = services

    def _get_state(self, **options: Any) -> ServerCache:
        """Return the cache that the library uses; it asks in no other way."""
        return ServerCache(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def setup_hook(self) -> None:
        """Load all cogs, or fail to start; tell Discord our commands, which is for one process to do."""
        for name in self.cog_modules:
            await self.load_extension(name)
        if self.application is not None and self.application.interactions_endpoint_url:
            log.info("presses come by HTTP: processes of `kickdoor run --http` answer them")
        if not self.hears_shards or 0 not in (self.shard_ids or (0,)):
            return
        guild = self.services.settings.dev_guild
        if guild is not None:
            self.tree.copy_global_to(guild=discord.Object(guild))
            await self.tree.sync(guild=discord.Object(guild))
        else:
            await self.tree.sync()

    def connection_fault(self) -> str:
        """Return what is wrong with the connection, in a few words; "" if nothing is."""
        if not self.is_ready():
            return "not connected yet"
        lost = [number for number, shard in self.shards.items() if shard.is_closed()]
        return f"shards without connection: {lost}" if lost or self.is_closed() else ""

    async def stop_listening(self) -> None:
        """Take no more presses, where others can: those that come by the gateway come to nobody else."""

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an exception that one of our listeners raised, without the event's content."""
        log.exception("listener %s failed", event_method)
