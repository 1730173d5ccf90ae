"""The bot: its parts put together, its start and its end."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import aiohttp
import discord
from discord.ext import commands

from bot.delivery.attention import Slack
from bot.delivery.boards import Boards
from bot.delivery.discord_wire import DiscordWire
from bot.discord_address import point_discord_at
from bot.exit_codes import ExitCode
from bot.forgotten import Forgotten
from bot.health import Check, HealthServer, Meters, database_check
from bot.settings import Settings
from bot.store.port import Store, StoreError
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.tables.games import Games
from bot.tables.hall import Hall
from bot.tables.lobby import Context, new_seed
from bot.tables.robots import CARETAKER, Robots
from bot.tables.thinking import Pace
from bot.tables.uptime import RealTicker, Ticker

log = logging.getLogger(__name__)

COGS = ("cogs.presses", "cogs.kickdoor", "cogs.watch")

GRACE = 6.0
"""Seconds for the orderly end; service managers kill after ten."""

RETRIES = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds between attempts to reach Discord at the start; after the last one we give up."""

FATAL = {
    4004: ExitCode.BAD_TOKEN,
    4010: ExitCode.BAD_SETTING,
    4011: ExitCode.BAD_SETTING,
    4012: ExitCode.FAILED,
    4013: ExitCode.REFUSED_INTENTS,
    4014: ExitCode.REFUSED_INTENTS,
}
"""How Discord closes a connection that no new attempt can mend: trying again would use up the day's starts.
4010 and 4011 are about the number of shards, 4012 about the version of the protocol."""

_ADVICE = {
    4010: " (KICKDOOR_SHARDS is wrong)",
    4011: " (too many servers for so few shards: raise KICKDOOR_SHARDS, or leave it out)",
}

CALM = 600.0
"""Seconds after which a breakdown of the connection counts as the first one again."""


@dataclass(frozen=True, slots=True)
class House:
    """What the cogs need."""

    tables: Hall
    games: Games
    boards: Boards
    settings: Settings
    robots: tuple[str, ...] = ()
    """Kinds of computer players that people can add."""
    meters: Meters = field(default_factory=Meters)
    forgotten: Forgotten = field(default_factory=lambda: Forgotten(None))


@dataclass(frozen=True, slots=True)
class Timing:
    """How fast things happen that people should be able to follow; tests make them quick."""

    call_after: float = 4.0
    calm: float = 0.3
    dm_gap: float = 1.0
    slack: Slack = field(default_factory=Slack)
    robots: Pace = field(default_factory=Pace)
    silence: float = 60.0
    """Seconds without a sign of life after which the connection to Discord counts as dead."""
    ticker: Ticker = field(default_factory=RealTicker)


class Kickdoor(commands.AutoShardedBot):
    """The connection to Discord. It keeps no caches: whatever is shown comes from the database."""

    def __init__(self, house: House, silence: float = 60.0) -> None:
        settings = house.settings
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=settings.shards,
            shard_ids=cast("list[int]", settings.shard_ids),  # None is all, which its type does not say
            guild_ready_timeout=0.5,
            heartbeat_timeout=silence,
            # What has to wait longer is drawn anew when its time comes, instead of being sent out of date.
            max_ratelimit_timeout=30.0,
            http_trace=house.meters.trace(),
        )
        self.house = house

    async def setup_hook(self) -> None:
        """Load all cogs, or fail to start; tell Discord our commands, which is for one process to do."""
        for name in COGS:
            await self.load_extension(name)
        if 0 not in (self.shard_ids or (0,)):
            return
        guild = self.house.settings.dev_guild
        if guild is not None:
            self.tree.copy_global_to(guild=discord.Object(guild))
            await self.tree.sync(guild=discord.Object(guild))
        else:
            await self.tree.sync()

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what a listener of ours let through, without the event's content."""
        log.exception("listener %s failed", event_method)


async def open_store(settings: Settings) -> Store:
    """Open the database of the settings. Raises StoreError when it cannot be used."""
    if settings.uses_postgres:
        return await PostgresStore.open(
            settings.database, shards=settings.shard_ids, count=settings.shards or 0
        )
    return await SqliteStore.open(Path(settings.database))


async def serve(
    settings: Settings,
    games: Games,
    robots: Robots,
    *,
    executor: Executor | None = None,
    timing: Timing | None = None,
    ready: Callable[[], None] | None = None,
) -> ExitCode:
    """Run the bot until it is told to stop, and return why it ended."""
    timing = timing or Timing()
    # The library has no other way to be told.
    point_discord_at(settings.api_base, settings.gateway_url)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        store = await open_store(settings)
    except StoreError as error:
        log.error("the database cannot be used: %s", error)
        return ExitCode.DATABASE_UNUSABLE
    meters, wire = Meters(), DiscordWire()
    health = HealthServer(meters, {"database": database_check(store), "discord": _connected(wire)})
    try:
        await health.start(settings.metrics_host, settings.metrics_port)
    except OSError as error:
        log.error("health and metrics cannot listen on port %s: %s", settings.metrics_port, error)
        await store.close()
        return ExitCode.PORT_TAKEN
    seed = settings.test_seed
    context = Context(games, tuple(robots), new_seed if seed is None else (lambda: seed))
    hall = await Hall.open(
        store,
        context,
        robots=robots,
        ticker=timing.ticker,
        pace=timing.robots,
        executor=executor,
        observer=meters,
    )
    forgotten = Forgotten(None if settings.uses_postgres else Path(f"{settings.database}.forgotten"))
    if again := await forgotten.apply(store, hall):
        log.warning("forgot %d people again: the database is an older copy", again)
    try:
        forgotten.tidy()
    except OSError as error:
        log.warning("old requests to be forgotten stay listed: %s", error)
    hall.listen(meters)
    meters.watch_tables(hall.figures)
    boards = Boards(
        wire,
        hall,
        games,
        store,
        clock=timing.ticker.wall,
        steady=timing.ticker.monotonic,
        call_after=timing.call_after,
        calm=timing.calm,
        dm_gap=timing.dm_gap,
        slack=timing.slack,
        outages=hall.upkeep,
    )
    hall.listen(boards)
    hall.upkeep.listen(boards)
    kinds = tuple(name for name in robots if name != CARETAKER)
    house = House(hall, games, boards, settings, kinds, meters, forgotten)
    stopping = _stop_signal()
    connection = asyncio.create_task(_supervise(house, wire, ready, timing.silence))
    waiting = asyncio.create_task(stopping.wait())
    evicted = asyncio.create_task(hall.upkeep.evicted())
    try:
        await asyncio.wait({connection, waiting, evicted}, return_when=asyncio.FIRST_COMPLETED)
        if evicted.done():
            return ExitCode.DATABASE_UNUSABLE
        return connection.result() if connection.done() else ExitCode.OK
    finally:
        waiting.cancel()
        evicted.cancel()
        try:
            async with asyncio.timeout(GRACE):
                await _end(hall, boards, connection)
        except TimeoutError:
            log.warning("not everything ended in time; nothing that was accepted is lost")
        await health.stop()
        await store.close()


async def _end(hall: Hall, boards: Boards, connection: asyncio.Task[ExitCode]) -> None:
    """Stop taking presses, deliver what is quick, disconnect."""
    log.info("stopping")
    await hall.close()
    await boards.close()
    connection.cancel()
    await asyncio.gather(connection, return_exceptions=True)


def _connected(wire: DiscordWire) -> Check:
    """Return a check of the connection to Discord."""

    async def check() -> str:
        client = wire.client
        if not isinstance(client, Kickdoor) or not client.is_ready():
            return "not connected yet"
        lost = [number for number, shard in client.shards.items() if shard.is_closed()]
        return f"shards without connection: {lost}" if lost or client.is_closed() else ""

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
    house: House, wire: DiscordWire, ready: Callable[[], None] | None, silence: float
) -> ExitCode:
    """Keep a connection up. Only what no new attempt can mend ends it."""
    failures = 0
    while True:
        started = time.monotonic()
        bot = Kickdoor(house, silence)
        wire.client = bot
        if ready is not None:
            bot.add_listener(_once(ready), "on_ready")
        code = await _connect(bot, house.settings)
        if code is not None:
            return code
        failures = 0 if time.monotonic() - started > CALM else failures + 1
        if failures > len(RETRIES):
            return ExitCode.DISCORD_UNREACHABLE
        await asyncio.sleep(RETRIES[failures - 1] if failures else 1.0)


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
    except discord.LoginFailure:
        log.error("Discord does not accept the token (DISCORD_TOKEN)")
        return ExitCode.BAD_TOKEN
    except discord.PrivilegedIntentsRequired:
        log.error("Discord refuses the intents of this application")
        return ExitCode.REFUSED_INTENTS
    except discord.ConnectionClosed as closed:
        log.error("Discord closed the connection for good: %s%s", closed.code, _ADVICE.get(closed.code, ""))
        return FATAL.get(closed.code)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        log.warning("no connection to Discord: %s", error)
        return None
    except commands.ExtensionError:
        log.exception("a part of the bot does not load")
        return ExitCode.FAILED
    except Exception:
        # The library ends a connection for any event it cannot read: begin anew.
        log.exception("the connection broke down")
        return None
