"""The bot: its parts put together, its start and its end."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
from discord.ext import commands

from bot.backups import BackupSchedule
from bot.delivery.api import ScreenApi
from bot.delivery.assembly import assemble_delivery
from bot.delivery.attention import Slack
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.service import ScreenService
from bot.discord_address import point_discord_at
from bot.endpoint.server import PortTakenError
from bot.erasure_requests import ErasureRequests
from bot.exit_codes import ExitCode
from bot.garbage import GarbageKeeper
from bot.health import Check, HealthServer, Metrics, database_check
from bot.reconnect_pace import limit_reconnect_pauses
from bot.replays.service import ReplayService
from bot.request_limit import RequestLimit
from bot.settings import Settings
from bot.statistics.questions import StatisticsService
from bot.statistics.service import ResultKeeper
from bot.store.api import Store, StoreError
from bot.store.backup_folder import BackupFolder
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.tables.computer_players import ThinkingTime
from bot.tables.game_kinds import GameLookup
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from bot.tables.uptime import RealTicker, Ticker
from bot.twins import TwinWatch

log = logging.getLogger(__name__)

COG_MODULES = ("cogs.components", "cogs.kickdoor", "cogs.gateway_events")

STOP_TIMEOUT_S = 6.0
"""Seconds for the orderly end; service managers kill after ten."""

CLOSE_TIMEOUT_S = 2.0
"""Seconds for closing the database after that."""

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds between attempts to reach Discord at the start; after the last one we give up."""

FATAL_CLOSE_CODES = {
    4004: ExitCode.BAD_TOKEN,
    4010: ExitCode.BAD_SETTING,
    4011: ExitCode.BAD_SETTING,
    4012: ExitCode.FAILED,
    4013: ExitCode.REFUSED_INTENTS,
    4014: ExitCode.REFUSED_INTENTS,
}
"""How Discord closes a connection that a new attempt cannot fix: trying again would use up the day's starts.
4010 and 4011 are about the number of shards, 4012 about the version of the protocol."""

_CLOSE_CODE_HINTS = {
    4010: " (KICKDOOR_SHARDS is wrong)",
    4011: " (too many servers for so few shards: raise KICKDOOR_SHARDS, or leave it out)",
}

STABLE_CONNECTION_S = 600.0
"""Seconds after which a breakdown of the connection counts as the first one again."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the cogs need."""

    tables: TableService
    games: GameLookup
    screens: ScreenApi
    settings: Settings
    replays: ReplayService
    results: ResultKeeper
    statistics: StatisticsService
    request_limit: RequestLimit
    is_new_press: Callable[[int], Awaitable[bool]]
    """Returns True once for each interaction id, whichever process asks."""
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
        settings = services.settings
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
            http_trace=services.metrics.trace(),
        )
        self.services = services

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


async def open_store(settings: Settings, *, hears_shards: bool = True) -> Store:
    """Open the database of the settings. Raises StoreError when it cannot be used."""
    if settings.uses_postgres:
        if not hears_shards:
            return await PostgresStore.open(settings.database, shards=())
        return await PostgresStore.open(
            settings.database, shards=settings.shard_ids, count=settings.shards or 0
        )
    return await SqliteStore.open(Path(settings.database))


async def serve(
    settings: Settings,
    games: GameLookup,
    *,
    executor: Executor | None = None,
    timing: Timing | None = None,
    ready: Callable[[], None] | None = None,
    bot_type: type[Kickdoor] = Kickdoor,
) -> ExitCode:
    """Run the bot until it is told to stop, and return why it ended."""
    timing = timing or Timing()
    # The library takes the addresses in no other way.
    point_discord_at(settings.api_base, settings.gateway_url)
    limit_reconnect_pauses()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        store = await open_store(settings, hears_shards=bot_type.hears_shards)
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return ExitCode.DATABASE_UNUSABLE
    try:
        return await _serve_from(store, settings, games, executor, timing, ready, bot_type)
    finally:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await store.close()
        except (StoreError, TimeoutError) as error:
            log.error("the database could not be closed properly: %s", error or "no answer")


async def _serve_from(
    store: Store,
    settings: Settings,
    games: GameLookup,
    executor: Executor | None,
    timing: Timing,
    ready: Callable[[], None] | None,
    bot_type: type[Kickdoor],
) -> ExitCode:
    """Run the bot on an open database, which the caller closes."""
    meters, wire = Metrics(), DiscordWire()
    health = HealthServer(meters, {"database": database_check(store), "discord": _connected(wire)})
    try:
        await health.start(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        log.error("health and metrics cannot listen on port %s: %s", settings.metrics_port, error)
        return ExitCode.PORT_TAKEN
    seed = settings.test_seed
    context = TableConfig(games, None if seed is None else (lambda: seed))
    erasure_requests = ErasureRequests(
        None if settings.uses_postgres else Path(f"{settings.database}.forgotten")
    )
    try:
        service = await TableService.open(
            store,
            context,
            ticker=timing.ticker,
            pace=timing.thinking_time,
            executor=executor,
            observer=meters,
        )
        results = ResultKeeper(store, games, timing.ticker.wall)
        await _reapply_erasures(erasure_requests, store, service, results)
    except StoreError as error:
        log.error("the database cannot be used: %s; `kickdoor doctor` says more", error)
        await health.stop()
        return ExitCode.DATABASE_UNUSABLE
    except BaseException:
        await health.stop()
        raise
    service.add_listener(meters)
    # Before the screens: the last one tells what the result made of it.
    service.add_listener(results)
    meters.watch_tables(service.table_counts)
    delivery = assemble_delivery(
        wire,
        service,
        games,
        store,
        clock=timing.ticker.wall,
        monotonic=timing.ticker.monotonic,
        call_delay_s=timing.call_delay_s,
        batch_delay_s=timing.batch_delay_s,
        dm_interval_s=timing.dm_interval_s,
        slack=timing.slack,
        ending_lines=results.ending_lines,
        clock_pauser=service.maintenance,
    )
    service.add_listener(delivery.changes)
    service.maintenance.add_listener(delivery.peer_messages)
    replays = ReplayService(store, games, executor)
    services = Services(
        service,
        games,
        delivery.screens,
        settings,
        replays,
        results,
        StatisticsService(results, service, store, timing.ticker.wall),
        RequestLimit(settings.requests_per_minute, time.monotonic),
        store.peers.add_press,
        meters,
        erasure_requests,
        TwinWatch(shared=store.peers.shared),
    )
    stopping = _stop_signal()
    connection = asyncio.create_task(_supervise(services, wire, ready, timing, bot_type))
    waiting = asyncio.create_task(stopping.wait())
    evicted = asyncio.create_task(service.maintenance.wait_evicted())
    newcomer = asyncio.create_task(services.twins.newcomer.wait())
    backups = asyncio.create_task(_make_backups(settings, games, timing, bot_type.hears_shards))
    collecting = asyncio.create_task(GarbageKeeper().run())
    try:
        await asyncio.wait({connection, waiting, evicted, newcomer}, return_when=asyncio.FIRST_COMPLETED)
        if evicted.done():
            return ExitCode.DATABASE_UNUSABLE
        if newcomer.done():
            return ExitCode.TWIN
        return connection.result() if connection.done() else ExitCode.OK
    finally:
        waiting.cancel()
        evicted.cancel()
        newcomer.cancel()
        backups.cancel()
        collecting.cancel()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await _shut_down(service, delivery.screens, connection, wire)
        except TimeoutError:
            log.warning("not everything ended in time, but nothing that was accepted is lost")
        await health.stop()


async def _make_backups(settings: Settings, games: GameLookup, timing: Timing, hears_shards: bool) -> None:
    """Copy the database every hour, if this process is the one to do so."""
    folder = settings.backup_folder
    if folder is None or not hears_shards or 0 not in (settings.shard_ids or (0,)):
        return
    schedule = BackupSchedule(settings.database, BackupFolder(folder), games, timing.ticker.wall)
    await schedule.run(timing.first_backup_s)


async def _reapply_erasures(
    requests: ErasureRequests, store: Store, service: TableService, results: ResultKeeper
) -> None:
    """Forget people again where necessary. A failure here does not stop the start."""
    try:
        if again := await requests.reapply(store, service):
            log.warning("forgot %d people again: the database is an older copy", again)
        for moment, user in requests.requests():
            await results.forget_again(user, moment)
        requests.drop_expired()
    except OSError as error:
        log.warning("expired requests to be forgotten could not be removed: %s", error)
    except Exception:
        log.exception("requests to be forgotten will be tried again at the next start")


async def _shut_down(
    service: TableService, screens: ScreenService, connection: asyncio.Task[ExitCode], wire: DiscordWire
) -> None:
    """Stop taking presses, deliver what is quick, disconnect."""
    log.info("stopping")
    if isinstance(client := getattr(wire, "client", None), Kickdoor):
        await client.stop_listening()
    await service.close()
    await screens.close()
    connection.cancel()
    await asyncio.gather(connection, return_exceptions=True)


def _connected(wire: DiscordWire) -> Check:
    """Return a check of the connection to Discord."""

    async def check() -> str:
        client = wire.client
        return client.connection_fault() if isinstance(client, Kickdoor) else "not connected yet"

    return check


def _stop_signal() -> asyncio.Event:
    """Return an event that the usual signals set."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stopping.set)
        except (NotImplementedError, RuntimeError):
            # Windows, or not the main thread: Ctrl+C then arrives as KeyboardInterrupt.
            log.debug("no handler for signal %d here", number)
    return stopping


async def _supervise(
    services: Services,
    wire: DiscordWire,
    ready: Callable[[], None] | None,
    timing: Timing,
    bot_type: type[Kickdoor],
) -> ExitCode:
    """Keep a connection up. Only a failure that a new attempt cannot fix ends it."""
    failures = 0
    while True:
        started = time.monotonic()
        bot = bot_type(services, timing)
        wire.client = bot
        if ready is not None:
            bot.add_listener(_once(ready), "on_ready")
        code = await _connect(bot, services.settings)
        if code is not None:
            return code
        failures = 0 if time.monotonic() - started > STABLE_CONNECTION_S else failures + 1
        if failures > len(RETRY_DELAYS_S):
            return ExitCode.DISCORD_UNREACHABLE
        await asyncio.sleep(RETRY_DELAYS_S[failures - 1] if failures else 1.0)


def _once(ready: Callable[[], None]) -> Callable[[], Coroutine[Any, Any, None]]:
    async def on_ready() -> None:
        ready()

    return on_ready


async def _connect(bot: Kickdoor, settings: Settings) -> ExitCode | None:
    """Hold one connection until it breaks for good; None: try again."""
    try:
        async with bot:
            await bot.start(settings.token.get_secret_value())
        return None
    except PortTakenError as error:
        log.error("presses cannot be listened for: %s", error)
        return ExitCode.PORT_TAKEN
    except discord.LoginFailure:
        log.error("Discord does not accept the token (DISCORD_TOKEN)")
        return ExitCode.BAD_TOKEN
    except discord.PrivilegedIntentsRequired:
        log.error("Discord refuses the intents of this application")
        return ExitCode.REFUSED_INTENTS
    except discord.ConnectionClosed as closed:
        log.error(
            "Discord closed the connection for good: %s%s",
            closed.code,
            _CLOSE_CODE_HINTS.get(closed.code, ""),
        )
        return FATAL_CLOSE_CODES.get(closed.code)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        log.warning("no connection to Discord: %s", error)
        return None
    except commands.ExtensionError:
        log.exception("a part of the bot cannot be loaded")
        return ExitCode.FAILED
    except Exception:
        # The library ends a connection for any event it cannot read: reconnect.
        log.exception("the connection failed")
        return None
