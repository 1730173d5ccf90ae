"""The bot's start and its end: its parts are put together here."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import discord

from bot import release_name
from bot.app.client import Kickdoor, Services, Timing
from bot.app.connection import keep_connected
from bot.app.request_limit import RequestLimit
from bot.app.twins import TwinWatch
from bot.cluster.cluster import Cluster
from bot.cluster.screens import SharedScreens, SharedSurfaces
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.service import ScreenService
from bot.discord_patches.address import point_discord_at
from bot.discord_patches.catalog import missing_names
from bot.discord_patches.event_reading import leave_out_unreadable_events
from bot.discord_patches.message_reading import lean_messages
from bot.discord_patches.reconnect_pace import limit_reconnect_pauses
from bot.discord_patches.requests import checked_webhooks
from bot.operations.backups import BackupSchedule, copies_of
from bot.operations.connections import ListenError
from bot.operations.erasure_requests import ErasureRequests
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.operations.garbage import GarbageKeeper
from bot.operations.health import Check, HealthServer, database_check
from bot.operations.metrics import Metrics
from bot.operations.personal_data import PersonalData
from bot.operations.systemd import keep_told
from bot.replays.service import ReplayService
from bot.settings import Settings
from bot.statistics.questions import StatisticsService
from bot.statistics.service import ResultKeeper
from bot.store.api import Store, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.schema import newest
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from bot.views.base.table_words import CORRECTED_TEXT
from bot.views.base.text import plural
from bot.views.pages.profile import earned_lines
from bot.views.screens import hold_s
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

STOP_TIMEOUT_S = 6.0
"""Seconds for the orderly end. With what follows it fits into the 15 that our service files allow."""

CLOSE_TIMEOUT_S = 2.0
"""Seconds for closing the database after that."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What a start is given."""

    settings: Settings
    games: GameRegistry
    executor: Executor | None
    """Where computers think and replays are drawn; None: on the event loop, for tests."""
    timing: Timing
    ready: Callable[[], None] | None
    """Called at each new connection that is ready."""
    bot_type: type[Kickdoor]

    @property
    def looks_after_all(self) -> bool:
        """Return True if this process does what one process has to do for all."""
        return self.bot_type.hears_shards and 0 in (self.settings.shard_ids or (0,))


async def open_store(settings: Settings) -> Store:
    """Open the database of the settings. Raises StoreError when it cannot be used."""
    if settings.uses_postgres:
        return await PostgresStore.open(settings.database)
    return await SqliteStore.open(Path(settings.database), copies_of(settings))


async def join_cluster(store: Store, launch: Launch) -> Cluster | None:
    """Become one of the processes on a server; None on a file. Raises StoreError if our shards are taken."""
    if not isinstance(store, PostgresStore):
        return None
    if not launch.bot_type.hears_shards:
        return await Cluster.join(store, shards=())
    return await Cluster.join(store, launch.settings.shard_ids, launch.settings.shards or 0)


def prepare_library(settings: Settings) -> None:
    """Change in discord.py what it takes in no other way. Raises UnusableError for a release that differs."""
    if missing := missing_names():
        raise UnusableError(
            f"This release of discord.py ({discord.__version__}) is not one that the bot knows: it has no\n"
            f"{', '.join(missing)}.\n\nInstall the one in requirements.lock."
        )
    point_discord_at(settings.api_base, settings.gateway_url)
    limit_reconnect_pauses()
    leave_out_unreadable_events()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def serve(
    settings: Settings,
    games: GameRegistry,
    *,
    executor: Executor | None = None,
    timing: Timing | None = None,
    ready: Callable[[], None] | None = None,
    bot_type: type[Kickdoor] = Kickdoor,
) -> ExitCode:
    """Run the bot until it is told to stop, and return why it ended.

    Raises UnusableError where the installed discord.py differs from what we rely on.
    """
    prepare_library(settings)
    launch = Launch(settings, games, executor, timing or Timing(), ready, bot_type)
    store, cluster = None, None
    try:
        store = await open_store(settings)
        cluster = await join_cluster(store, launch)
        with lean_messages(), checked_webhooks():
            return await _serve_from(store, cluster, launch)
    except StoreError as error:
        log.error("the database cannot be used: %s; `kickdoor doctor` says more", error)
        return ExitCode.DATABASE_UNUSABLE
    finally:
        if cluster is not None:
            await cluster.leave()
        if store is not None:
            await _close(store)


async def _close(store: Store) -> None:
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT_S):
            await store.close()
    except (StoreError, TimeoutError) as error:
        log.error("the database could not be closed properly: %s", error or "no answer")


async def _serve_from(store: Store, cluster: Cluster | None, launch: Launch) -> ExitCode:
    """Run the bot on an open database, which the caller closes."""
    settings, meters, wire = launch.settings, Metrics(), DiscordWire()
    health = HealthServer(meters, {"database": database_check(store), "discord": _connected(wire)})
    try:
        await health.start(settings.metrics_host, settings.metrics_port)
    except ListenError as error:
        log.error("health and metrics cannot be served: %s", error)
        return error.code
    try:
        services = await _open_services(store, cluster, launch, meters, wire)
        _tell_start(settings, services.tables, health.port)
        return await _run_until_told(launch, services, wire)
    finally:
        await health.stop()


def _tell_start(settings: Settings, tables: TableService, port: int) -> None:
    """Say what runs here, on what; what Discord knows of it follows once it is connected."""
    log.info(
        "Kickdoor %s on %s, schema %d, with %s; %s",
        release_name(),
        settings.database_for_people,
        newest("postgres" if settings.uses_postgres else "sqlite"),
        plural(tables.table_counts()["live"], "live table"),
        f"metrics at http://{settings.metrics_host}:{port}/metrics" if port else "no metrics",
    )


async def _open_services(
    store: Store, cluster: Cluster | None, launch: Launch, meters: Metrics, wire: DiscordWire
) -> Services:
    """Wake the tables and put the parts together. Raises ``StoreError``."""
    settings, games, ticker = launch.settings, launch.games, launch.timing.ticker
    seed = settings.test_seed
    erasure_requests = ErasureRequests(settings.erasure_file, store=store)
    tables = await TableService.open(
        store,
        TableConfig(games, None if seed is None else (lambda: seed)),
        ticker=ticker,
        pace=launch.timing.thinking_time,
        executor=launch.executor,
        observer=meters,
        connected=not launch.bot_type.hears_shards,
        ownership=cluster,
        hold_s=hold_s,
    )
    results = ResultKeeper(store, games, ticker.wall)
    await _reapply_erasures(erasure_requests, store, tables, results)
    tables.add_listener(meters)
    # Before the screens: the last one tells what the result made of it.
    tables.add_listener(results)
    screens = _open_screens(store, cluster, launch, tables, results, wire, meters)
    _watch(meters, store, tables, screens, wire)
    return Services(
        tables,
        games,
        screens,
        settings,
        ReplayService(store, games, launch.executor),
        results,
        StatisticsService(results, ticker.wall),
        PersonalData(results, tables, store),
        RequestLimit(settings.requests_per_minute, time.monotonic),
        cluster,
        meters,
        erasure_requests,
        TwinWatch(shared=cluster is not None),
    )


def _open_screens(
    store: Store,
    cluster: Cluster | None,
    launch: Launch,
    tables: TableService,
    results: ResultKeeper,
    wire: DiscordWire,
    meters: Metrics,
) -> ScreenService:
    """Let delivery listen to the tables and to other processes."""
    timing = launch.timing

    async def ending_lines(table: int) -> list[str]:
        earned = earned_lines(await results.earned_in(table))
        return [*earned, CORRECTED_TEXT] if await results.is_corrected(table) else earned

    make_screens = ScreenService if cluster is None else partial(SharedScreens, cluster)
    screens = make_screens(
        wire,
        tables,
        launch.games,
        store,
        clock=timing.ticker.wall,
        monotonic=timing.ticker.monotonic,
        pace=timing,
        ending_lines=ending_lines,
        clock_pauser=tables.maintenance,
        surfaces=None if cluster is None else SharedSurfaces(store, cluster),
        observer=meters,
    )
    tables.add_listener(screens.changes)
    return screens


def _watch(
    meters: Metrics, store: Store, tables: TableService, screens: ScreenService, wire: DiscordWire
) -> None:
    """Show operators what stands where."""
    meters.watch_tables(lambda: {**tables.table_counts(), "unseen": len(screens.unseen)})
    meters.watch_outbox(screens.outbox)
    meters.watch("store_waiting", "What waits to be saved or read", store.waiting)

    def client() -> Kickdoor | None:
        return wire.client if isinstance(wire.client, Kickdoor) else None

    def figure(name: str, help: str, ask: Callable[[Kickdoor], float]) -> None:
        meters.watch(name, help, lambda: 0.0 if (bot := client()) is None else ask(bot))

    figure("guilds", "Servers that this process hears", lambda bot: len(bot.guilds))
    about = "Shards with a connection"
    figure("shards", about, lambda bot: sum(not shard.is_closed() for shard in bot.shards.values()))
    latency = "Seconds that Discord's gateway takes to answer, of the slowest shard"
    figure("gateway_latency_seconds", latency, Kickdoor.slowest_latency_s)


async def _run_until_told(launch: Launch, services: Services, wire: DiscordWire) -> ExitCode:
    """Play until something ends it, shut down in order, and return why it ended."""
    evicting = asyncio.Event() if services.cluster is None else services.cluster.evicted
    connection = asyncio.create_task(
        keep_connected(services, wire, launch.ready, launch.timing, launch.bot_type)
    )
    told = asyncio.create_task(_stop_signal().wait())
    evicted = asyncio.create_task(evicting.wait())
    backups = asyncio.create_task(_make_backups(launch, services.metrics))
    collecting = asyncio.create_task(GarbageKeeper().run())
    telling = asyncio.create_task(keep_told())
    try:
        await asyncio.wait({connection, told, evicted}, return_when=asyncio.FIRST_COMPLETED)
        if evicted.done():
            return ExitCode.DATABASE_UNUSABLE
        return connection.result() if connection.done() else ExitCode.OK
    finally:
        for task in (told, evicted, backups, collecting, telling):
            task.cancel()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await _shut_down(services.tables, services.screens, connection, wire)
        except TimeoutError:
            log.warning("not everything ended in time, but nothing that was accepted is lost")


async def _make_backups(launch: Launch, meters: Metrics) -> None:
    """Copy the database every hour, if this process is the one to do so."""
    settings, timing = launch.settings, launch.timing
    copies = copies_of(settings)
    if copies is None or not launch.looks_after_all:
        return
    schedule = BackupSchedule(settings.database, copies, launch.games, timing.ticker.wall)
    about = "When the newest good copy of the database was made, in seconds since 1970; 0: none is known"
    meters.watch("last_backup_timestamp_seconds", about, lambda: schedule.last_good)
    await schedule.run(timing.first_backup_s)


async def _reapply_erasures(
    requests: ErasureRequests, store: Store, service: TableService, results: ResultKeeper
) -> None:
    """Forget people again where necessary. A failure here does not stop the start."""
    try:
        if again := await requests.reapply(service, results):
            log.warning("forgot %d people again: the database is an older copy", again)
        if requests.requests():  # to look for the last move takes a while where there are many tables
            requests.drop_expired(await store.last_request_at(requests.latest_moment()))
    except OSError as error:
        log.warning("expired requests to be forgotten could not be removed: %s", error)
    except Exception:
        log.exception("requests to be forgotten will be tried again at the next start")


async def _shut_down(
    service: TableService, screens: ScreenService, connection: asyncio.Task[ExitCode], wire: DiscordWire
) -> None:
    """Stop taking presses, deliver what is quick, disconnect."""
    log.info("stopping")
    if isinstance(wire.client, Kickdoor):
        await wire.client.stop_listening()
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
