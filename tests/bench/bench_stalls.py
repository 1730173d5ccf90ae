"""How long anything holds up the event loop at 10,000 live tables while people play. Run by `make bench`.

Rules, database, tables, drawing and the listeners of the gateway are the bot's own; only Discord is made of
waits. At each phase something happens to very many tables at once: roles change, shards come back, servers
go and return, clocks ring. Goal: no step takes over 20 ms, whatever happens.
"""

import asyncio
import gc
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from asyncio import events
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from discord.utils import DISCORD_EPOCH  # noqa: E402

from bot.app.games import game_registry  # noqa: E402
from bot.delivery.discord_wire import DiscordWire, render_pictures  # noqa: E402
from bot.delivery.service import ScreenService  # noqa: E402  # the path has to be set first
from bot.delivery.wire import ReplyHandle  # noqa: E402
from bot.operations.garbage import GarbageKeeper  # noqa: E402
from bot.store.sqlite.store import SqliteStore  # noqa: E402
from bot.tables.lobby import TableConfig  # noqa: E402
from bot.tables.service import TableService  # noqa: E402
from bot.views.base.layout import Screen  # noqa: E402
from bot.views.base.paint import paint  # noqa: E402
from cards.kernel.dice import Dice  # noqa: E402
from cogs.gateway_events import GatewayEvents  # noqa: E402
from tests.bench.table_copies import deal_models, fill, guild_of, percentile, play_by_lot, resident_mb  # noqa: E402

SHARDS = 4
CALL_S = 0.05
"""Seconds that a call to Discord takes."""
LOOK_S = 0.005
"""Seconds between two looks at how late the event loop is."""
MAX_STEP_MS = 20.0
RINGING_UPTIME_MS = 10_000_000_000
"""Uptime at which the games were dealt whose clocks do not ring."""


class SlowWire(DiscordWire):
    """A Discord that takes everything, after a while; what a call costs us is paid: pictures, components."""

    def __init__(self) -> None:
        self.calls = 0
        self._ids = count(1)

    async def _call(self, screen: Screen | None = None) -> None:
        self.calls += 1
        if screen is not None:
            paint(await render_pictures(screen)).to_components()
        await asyncio.sleep(CALL_S)

    async def open_dm(self, user: int) -> int:
        await self._call()
        return -user

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        await self._call(screen)
        return (int(time.time() * 1000 - DISCORD_EPOCH) << 22) + next(self._ids)

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        await self._call(screen)

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        await self._call(screen)

    async def delete(self, channel: int, message: int) -> None:
        await self._call()

    async def count_newer(self, channel: int, message: int) -> int:
        await self._call()
        return 0


class StepWatch:
    """Notes how long each step of the event loop takes, and how late a task is that wants to run often."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.longest, self.what = 0.0, ""
        self.collecting = 0.0
        self._collection_began = 0.0

    def _on_collection(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._collection_began = time.perf_counter()
        else:
            self.collecting = max(self.collecting, time.perf_counter() - self._collection_began)

    @contextmanager
    def watching(self) -> Generator[None]:
        plain = events.Handle._run  # the loop offers no other place to measure a step

        def timed(handle: events.Handle) -> None:
            began = time.thread_time()  # on a busy machine others get the core in the middle of a step
            plain(handle)
            if (took := time.thread_time() - began) > self.longest:
                self.longest, self.what = took, _name(handle)

        events.Handle._run = timed  # type: ignore[method-assign]
        gc.callbacks.append(self._on_collection)
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()
            gc.callbacks.remove(self._on_collection)
            events.Handle._run = plain  # type: ignore[method-assign]

    async def _look(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(LOOK_S)
            self.late.append(time.perf_counter() - began - LOOK_S)


def _name(handle: events.Handle) -> str:
    """Say whose step it was: a task by its coroutine, anything else as the loop names it."""
    callback: Any = handle._callback
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return str(task.get_coro().__qualname__)  # type: ignore[union-attr]
    return str(getattr(callback, "__qualname__", callback))


class Bench:
    """Many tables in a database, the bot's parts around them, and a few tables at which people play."""

    def __init__(self, store: SqliteStore, service: TableService, options: Namespace) -> None:
        self.service, self.options = service, options
        self.wire = SlowWire()
        self.delivery = ScreenService(
            self.wire, service, game_registry(), store,
            clock=time.time, monotonic=time.monotonic, clock_pauser=service.maintenance,
        )  # fmt: skip
        service.add_listener(self.delivery.changes)
        guilds = range(1, options.tables // options.per_guild + 1)
        self.guilds = [SimpleNamespace(id=n << 22, shard_id=n % SHARDS, unavailable=False) for n in guilds]
        services = SimpleNamespace(tables=service, screens=self.delivery)
        bot = SimpleNamespace(services=services, guilds=self.guilds, shard_count=SHARDS)
        self.cog = GatewayEvents(cast("Any", bot))
        self.moves = 0
        self._answers: list[float] = []

    async def play(self, table: int) -> None:
        """Make a move at a table every few seconds, for ever."""
        dice = Dice(table)
        await asyncio.sleep(table % 40 / 10)
        while True:
            began = time.perf_counter()
            if await play_by_lot(self.service, table, dice):
                self.moves += 1
                self._answers.append(time.perf_counter() - began)
            await asyncio.sleep(self.options.think)

    async def measure(self, title: str, happen: Callable[[], Awaitable[object]]) -> float:
        """Let something happen, watch for a while, print what came of it; return the longest step."""
        watch = StepWatch()
        self._answers.clear()
        calls, used, began = self.wire.calls, time.process_time(), time.perf_counter()
        with watch.watching():
            await happen()
            rest = self.options.seconds - (time.perf_counter() - began)
            await asyncio.sleep(max(rest, 1.0))
        seconds = time.perf_counter() - began
        print(
            f"{title:34}{watch.longest * 1000:11.1f}{max(watch.late) * 1000:11.1f}"
            f"{percentile(watch.late, 0.99) * 1000:10.1f}{watch.collecting * 1000:9.1f}"
            f"{percentile(self._answers, 0.99) * 1000:11.1f}"
            f"{(self.wire.calls - calls) / seconds:9.1f}{(time.process_time() - used) / seconds:7.0%}"
            f"  {watch.what}"
        )
        return watch.longest * 1000

    # what happens

    async def nothing(self) -> None:
        """Only the people play."""

    async def roles_change(self) -> None:
        """Change the permissions of a role in five hundred servers."""
        before, after = (SimpleNamespace(permissions=p, guild=None) for p in (0, 8))
        for guild in self.guilds[:500]:
            after.guild = guild
            await self.cog.on_guild_role_update(cast("Any", before), cast("Any", after))
            await asyncio.sleep(0)

    async def shards_return(self) -> None:
        """Lose all shards and hear them again with new sessions."""
        for shard in range(SHARDS):
            await self.cog.on_shard_disconnect(shard)
        for shard in range(SHARDS):
            await self.cog.on_shard_ready(shard)

    async def servers_go(self) -> None:
        """Lose half of all servers, and get them back."""
        half = self.guilds[: len(self.guilds) // 2]
        for guild in half:
            await self.cog.on_guild_unavailable(cast("Any", guild))
        await asyncio.gather(*(self.cog.on_guild_available(cast("Any", guild)) for guild in half))

    async def channels_go(self) -> None:
        """Delete the channels of a hundred tables."""
        for table in range(self.options.tables - 100, self.options.tables):
            await self.cog.on_guild_channel_delete(cast("Any", SimpleNamespace(id=table)))


async def run(options: Namespace, folder: Path) -> bool:
    path = folder / "stalls.db"
    quiet = await deal_models(folder, 6, "relaxed", RINGING_UPTIME_MS)
    loud = await deal_models(folder, 6, "relaxed")
    store = await SqliteStore.open(path)
    first = options.playing + 1
    middle = first + options.ringing
    for models, numbers in (
        (quiet, range(1, first)), (loud, range(first, middle)), (quiet, range(middle, options.tables + 1)),
    ):  # fmt: skip
        await fill(store, models, numbers, options.per_guild)
    # Those that ring are overdue when the bot starts, so all of them ring at once.
    await store.note_uptime(RINGING_UPTIME_MS)
    gc.collect()
    gc.freeze()  # as `kickdoor run` does
    print(
        f"{options.tables:,} live tables, {guild_of(options.tables, options.per_guild) >> 22:,} servers, ",
        end="",
    )
    print(f"people at {options.playing}; load of the machine {os.getloadavg()[0]:.1f}\n")
    heads = f"{'longest ms':>11}{'late worst':>11}{'late p99':>10}{'GC':>9}{'move p99':>11}"
    heads += f"{'calls/s':>9}{'CPU':>7}"
    print(f"{'':34}{heads}  longest step")
    service = await TableService.open(store, TableConfig(game_registry()))
    bench = Bench(store, service, options)
    playing = [asyncio.create_task(bench.play(table)) for table in range(1, options.playing + 1)]
    playing.append(asyncio.create_task(GarbageKeeper().run()))
    longest = [
        await bench.measure(f"{options.ringing:,} clocks ring at once", bench.nothing),
        await bench.measure("people play", bench.nothing),
        await bench.measure("500 roles change", bench.roles_change),
        await bench.measure(f"{SHARDS} shards return", bench.shards_return),
        await bench.measure("half of the servers go and return", bench.servers_go),
        await bench.measure("100 channels are deleted", bench.channels_go),
    ]
    print(f"\nlongest step of all: {max(longest):.1f} ms (goal: {MAX_STEP_MS:g}); {resident_mb():.0f} MB")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await service.close()
    await bench.delivery.close()
    await store.close()
    return max(longest) <= MAX_STEP_MS


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--per-guild", type=int, default=10, help="tables of one server")
    parser.add_argument("--playing", type=int, default=40, help="tables at which people play")
    parser.add_argument("--ringing", type=int, default=2_000, help="tables whose clocks ring at once")
    parser.add_argument("--think", type=float, default=4.0, help="seconds between two moves at a table")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each phase")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, Path(folder)))


if __name__ == "__main__":
    main()
