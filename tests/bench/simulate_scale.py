"""Very many tables in one process: start, memory, wakes and calls a second, and what gives first.

It takes minutes, so `make bench` leaves it out. It fills a database with games by post and live ones, starts
the tables and the delivery of the bot on it, with a Discord made of waits, and measures some spans. People
move at both; the clocks of games by post are spread over half a day.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.app.games import game_registry  # noqa: E402
from bot.delivery.channels import CALLS_PER_S, MAX_WRITES_PER_SPAN, WRITE_SPAN_S  # noqa: E402
from bot.delivery.service import ScreenService  # noqa: E402  # the path has to be set first
from bot.operations.garbage import GarbageKeeper  # noqa: E402
from bot.store.sqlite.store import SqliteStore  # noqa: E402
from bot.tables.intents import AskOthers, TimeUp  # noqa: E402
from bot.tables.lobby import TableConfig  # noqa: E402
from bot.tables.results import Change, Listener, Reminder  # noqa: E402
from bot.tables.service import TableService  # noqa: E402
from cards.kernel.dice import Dice  # noqa: E402
from tests.bench.bench_stalls import SlowWire, StepWatch  # noqa: E402
from tests.bench.table_copies import (  # noqa: E402
    deal_models,
    fill,
    percentile,
    play_by_lot,
    resident_mb,
)

DAY_MS = 86_400_000
UPTIME_MS = 10_000_000_000
TABLES_PER_GUILD = 10
MODELS = 8


class WireByChannel(SlowWire):
    """Counts the calls to each channel, too."""

    def __init__(self) -> None:
        super().__init__()
        self.edits: dict[int, int] = {}

    async def edit(self, channel: int, message: int, screen: object) -> None:
        self.edits[channel] = self.edits.get(channel, 0) + 1
        await super().edit(channel, message, screen)  # type: ignore[arg-type]


class WakeCount(Listener):
    """Counts what the clocks of the tables bring: reminders, questions to the others, waits that are over."""

    def __init__(self) -> None:
        self.wakes = 0

    async def table_changed(self, change: Change) -> None:
        self.wakes += isinstance(change.intent, TimeUp | AskOthers)

    async def table_nudged(self, nudge: Reminder) -> None:
        self.wakes += 1

    async def table_renamed(self, table: int) -> None:
        """Nobody asks to be forgotten here."""


class Play:
    """People at the live tables, each table with a move every few seconds; some by post, one now and then."""

    def __init__(self, service: TableService, options: Namespace) -> None:
        self._service, self._options = service, options
        self.times: list[float] = []
        self.refused = 0

    async def live(self, table: int) -> None:
        dice, think = Dice(table), self._options.think
        due = time.perf_counter() + think * (table % 997) / 997
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            began = time.perf_counter()
            if await play_by_lot(self._service, table, dice):
                self.times.append(time.perf_counter() - began)
            else:
                self.refused += 1
            due += think

    async def by_post(self, tables: range) -> None:
        rng = Random(2)
        while True:
            await asyncio.sleep(rng.expovariate(len(tables) * self._options.moves_per_day / 86_400))
            table = rng.choice(tables)
            await play_by_lot(self._service, table, Dice(rng.randrange(1 << 30)))


async def run(options: Namespace, folder: Path) -> None:
    path = folder / "world.db"
    began = time.perf_counter()
    live = await deal_models(folder, MODELS, "relaxed", UPTIME_MS)
    post = await deal_models(folder, MODELS, "post", UPTIME_MS)
    store = await SqliteStore.open(path)
    last_live = options.live
    await fill(store, live, range(1, last_live + 1), TABLES_PER_GUILD)
    await fill(store, post, range(last_live + 1, last_live + options.post + 1), TABLES_PER_GUILD, DAY_MS // 2)
    await store.note_uptime(UPTIME_MS)
    await store.close()
    print(f"{options.post:,} tables by post and {options.live:,} live ones, written in "
          f"{time.perf_counter() - began:.0f} s: {path.stat().st_size / 2**20:,.0f} MB; "
          f"load of the machine {os.getloadavg()[0]:.1f}")  # fmt: skip
    gc.collect()
    gc.freeze()  # as `kickdoor run` does
    before = resident_mb()
    began = time.perf_counter()
    store = await SqliteStore.open(path)
    service = await TableService.open(store, TableConfig(game_registry()))
    print(f"start: {time.perf_counter() - began:.2f} s until presses are taken, "
          f"{resident_mb() - before:.0f} MB for the tables")  # fmt: skip
    wire = WireByChannel()
    delivery = ScreenService(
        wire, service, game_registry(), store,
        clock=time.time, monotonic=time.monotonic, clock_pauser=service.maintenance,
    )  # fmt: skip
    service.add_listener(delivery.changes)
    counted = WakeCount()
    service.add_listener(counted)
    play = Play(service, options)
    tasks = [asyncio.create_task(GarbageKeeper().run())]
    tasks += [asyncio.create_task(play.live(table)) for table in range(1, last_live + 1)]
    if options.post:
        by_post = range(last_live + 1, last_live + options.post + 1)
        tasks.append(asyncio.create_task(play.by_post(by_post)))
    for span in range(1, options.spans + 1):
        await measure(f"span {span} of {options.seconds:g} s", options, service, play, wire, counted)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await service.close()
    await store.close()


async def measure(
    title: str, options: Namespace, service: TableService, play: Play, wire: WireByChannel, counted: WakeCount
) -> None:
    """Watch for a span and print what it brought."""
    watch = StepWatch()
    play.times.clear()
    wire.edits.clear()
    calls, wakes, used = wire.calls, counted.wakes, time.process_time()
    began = time.perf_counter()
    with watch.watching():
        await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - began
    wanted = options.live / options.think
    figures = service.table_counts()
    share = (time.process_time() - used) / seconds
    channel = max(wire.edits.values(), default=0) / seconds
    print(f"{title}: {len(play.times) / seconds:.1f} moves/s of {wanted:.1f} wanted, "
          f"p99 {percentile(play.times, 0.99) * 1000:.0f} ms")  # fmt: skip
    print(f"  wakes: {(counted.wakes - wakes) / seconds:.1f} a second; "
          f"calls: {(wire.calls - calls) / seconds:.1f} a second of {CALLS_PER_S:g}; "
          f"busiest channel {channel:.2f} of {MAX_WRITES_PER_SPAN / WRITE_SPAN_S:.2f}")  # fmt: skip
    print(f"  core {share:.0%}; loop late p99 {percentile(watch.late, 0.99) * 1000:.0f} ms, "
          f"worst {max(watch.late) * 1000:.0f} ms; {figures['awake']:,} of {figures['live']:,} awake; "
          f"{resident_mb():.0f} MB")  # fmt: skip


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--post", type=int, default=100_000, help="tables by post")
    parser.add_argument("--live", type=int, default=2_000, help="tables played live")
    parser.add_argument("--think", type=float, default=4.5, help="seconds between two moves at a live table")
    parser.add_argument("--moves-per-day", type=float, default=8.0, help="moves at a table by post")
    parser.add_argument("--seconds", type=float, default=30.0, help="length of a span")
    parser.add_argument("--spans", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, Path(folder)))


if __name__ == "__main__":
    main()
