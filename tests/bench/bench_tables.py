"""Whole games at the tables, without Discord: how fast, how evenly, how much memory. Run by `make bench`.

The store is a real SQLite file, the games are classic ones of three people who move by lot. Two questions:
how many actions a second at most, and how long one takes when 1,000 tables act every ten seconds, as at live
pace. Choosing a move and the sights that a screen is drawn from are part of the load, as they are in the bot.
"""

import asyncio
import gc
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.app.games import game_registry  # noqa: E402  # the path has to be set first
from bot.store.sqlite.store import SqliteStore  # noqa: E402
from bot.tables.choices import Choice  # noqa: E402
from bot.tables.intents import Act, Create, Join, Request, Start  # noqa: E402
from bot.tables.lobby import TableConfig  # noqa: E402
from bot.tables.results import Change, TableView  # noqa: E402
from bot.tables.service import TableService  # noqa: E402
from cards.kernel.dice import Dice  # noqa: E402
from cards.players.random_player import RandomPlayer  # noqa: E402

PEOPLE_PER_TABLE = 3
LOOP_CHECK_INTERVAL_S = 0.005
"""Seconds between two looks at how late the event loop is."""


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def resident() -> float:
    """Return the memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


class RandomTable:
    """A table at which people move by lot; a game that is over is followed by another."""

    def __init__(self, service: TableService, channel: int) -> None:
        self._service = service
        self._channel = channel
        self._users = [channel * 10 + seat for seat in range(PEOPLE_PER_TABLE)]
        self._dice = Dice(channel)
        self._table = 0

    async def deal(self) -> None:
        opened = await self._service.create(0, self._users[0], Create(self._channel, 1, "P", "classic"))
        assert isinstance(opened, Change), opened
        self._table = opened.table.id
        for user in self._users[1:]:
            await self._service.send(self._table, Request(0, user, Join("P")))
        await self._service.send(self._table, Request(0, self._users[0], Start()))

    async def act(self) -> float | None:
        """Make one move; return how long it took, None if it was refused."""
        public = await self._service.view_for(self._table, None)
        assert isinstance(public, TableView)
        if public.pending is None:
            await self.deal()
            return None
        seat = public.pending.awaited[0]
        own = await self._service.view_for(self._table, self._users[seat])
        assert isinstance(own, TableView)
        action = RandomPlayer().choose(own.game_view, list(own.moves), seat, self._dice)
        choice = Choice(action.verb, action.card, action.ability, action.picks)
        began = time.perf_counter()
        result = await self._service.send(self._table, Request(0, self._users[seat], Act(choice)))
        return time.perf_counter() - began if isinstance(result, Change) else None


async def watch(stalls: list[float]) -> None:
    """Note for ever how late the event loop is."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LOOP_CHECK_INTERVAL_S)
        stalls.append(time.perf_counter() - began - LOOP_CHECK_INTERVAL_S)


async def flat_out(lots: Sequence[RandomTable], seconds: float) -> tuple[list[float], float]:
    """Let all tables act one move after the other; return the times and the seconds."""
    times: list[float] = []
    began = time.perf_counter()

    async def play(lot: RandomTable) -> None:
        while time.perf_counter() - began < seconds:
            took = await lot.act()
            if took is not None:
                times.append(took)

    await asyncio.gather(*map(play, lots))
    return times, time.perf_counter() - began


async def steadily(lots: Sequence[RandomTable], seconds: float, every: float) -> tuple[list[float], float]:
    """Let every table act once in so many seconds, spread evenly."""
    times: list[float] = []
    began = time.perf_counter()

    async def play(number: int, lot: RandomTable) -> None:
        due = began + every * number / len(lots)
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took = await lot.act()
            if took is not None:
                times.append(took)
            due += every

    await asyncio.gather(*(play(number, lot) for number, lot in enumerate(lots)))
    return times, time.perf_counter() - began


def line(title: str, times: Sequence[float], seconds: float, stalls: Sequence[float], used: float) -> None:
    print(
        f"{title:34}{len(times) / seconds:10,.0f}{percentile(times, 0.5) * 1000:9.1f}"
        f"{percentile(times, 0.99) * 1000:9.1f}{percentile(stalls, 0.99) * 1000:11.1f}"
        f"{max(stalls, default=0.0) * 1000:10.1f}{used / seconds:8.0%}"
    )


async def measured(title: str, work: object, service: TableService) -> None:
    """Run a load beside a watch on the event loop, and print what came of it."""
    stalls: list[float] = []
    watching = asyncio.create_task(watch(stalls))
    used = time.process_time()
    times, seconds = await work  # type: ignore[misc]
    used = time.process_time() - used
    watching.cancel()
    line(title, times, seconds, stalls, used)


async def run(options: Namespace, folder: Path) -> None:
    print(f"load of the machine {os.getloadavg()[0]:.1f}")
    game_registry()
    gc.collect()
    gc.freeze()  # as `kickdoor run` does
    heads = f"{'actions/s':>10}{'p50 ms':>9}{'p99 ms':>9}{'late p99':>11}{'worst ms':>10}{'CPU':>8}"
    print(f"{'':34}{heads}")
    for count in (100, 1000):
        store = await SqliteStore.open(folder / f"{count}.db")
        service = await TableService.open(store, TableConfig(game_registry()))
        gc.collect()
        before = resident()
        lots = [RandomTable(service, channel) for channel in range(1, count + 1)]
        for lot in lots:
            await lot.deal()
        every = options.every
        seconds = max(options.seconds, every)
        await measured(f"{count:,} tables, once in {every:g} s", steadily(lots, seconds, every), service)
        await measured(f"{count:,} tables, flat out", flat_out(lots, options.seconds), service)
        gc.collect()
        figures = service.table_counts()
        print(
            f"{'':4}{figures['awake']:,} of {figures['live']:,} tables awake, "
            f"{(resident() - before) * 1024 / figures['awake']:,.0f} KB each in all"
        )
        await service.close()
        await store.close()


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each measurement")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two moves at a table")
    parser.add_argument("--folder", type=Path, help="where to put the databases: the disk that is measured")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        asyncio.run(run(options, Path(folder)))


if __name__ == "__main__":
    main()
