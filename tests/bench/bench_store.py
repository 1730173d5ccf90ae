"""Saving and waking, beside a naive save per action. Prints a table.

ARGS: [--seconds N] [--folder PATH] [--postgres ADDRESS], the last one an empty database on a server.

Goals: durable actions with 100 busy tables at 2.5 times the naive way; 10,000 sleeping games accept input
within 0.3 s of a start and cost at most 4 KB each. The ratio is to the naive figure of the same run.
"""

import asyncio
import gc
import sqlite3
import tempfile
import time
import tracemalloc
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from bot.app.games import game_registry
from bot.cluster.cluster import Cluster
from bot.store.api import Store
from bot.store.postgres.store import PostgresStore
from bot.store.rows import LogRow, TableCommit, TableRow
from bot.store.sqlite.connection import SqliteConnection
from bot.store.sqlite.store import SqliteStore
from bot.tables.choices import Choice
from bot.tables.intents import Act, Create, Join, Request, Start
from bot.tables.lobby import TableConfig
from bot.tables.results import Change
from bot.tables.service import TableService
from cards.kernel.dice import Dice
from cards.players.random_player import RandomPlayer

TABLE_COUNT = 100
SLEEPING_TABLE_COUNT = 10_000


def step(table: int, revision: int) -> TableCommit:
    """Return a step of the usual size: 3 KB of state, 1 KB of facts, a short log entry."""
    row = TableRow(table, table, 1, True, revision, 5, b"b" * 1000, b"s" * 3000, row_version=revision - 1)
    log = LogRow(table, revision, revision, 7, "act", b"e" * 100, b"v" * 300, 1)
    return TableCommit(row, log, location_changed=revision == 1)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


async def busy(save: Callable[[TableCommit], Awaitable[None]], seconds: float) -> tuple[float, float]:
    """Let all tables save one action after the other; return actions per second and p99 in ms."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def act(table: int) -> None:
        revision = 0
        while (began := time.perf_counter()) < end:
            revision += 1
            await save(step(table, revision))
            times.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(act(table) for table in range(1, TABLE_COUNT + 1)))
    return len(times) / (time.perf_counter() - began), percentile(times, 0.99) * 1000


async def naive(folder: Path, seconds: float) -> tuple[float, float]:
    """Save each action by itself: the usual `execute` and `commit` on a shared connection."""
    connection = await SqliteConnection.open(folder / "naive.db")
    await connection.fetch("PRAGMA journal_mode = WAL")
    await connection.fetch("PRAGMA synchronous = FULL")
    await connection.fetch("CREATE TABLE tables (id INTEGER PRIMARY KEY, revision, body, snapshot)")
    await connection.fetch("CREATE TABLE log (id, revision, press, kind, body, events)")
    lock = asyncio.Lock()

    async def save(one: TableCommit) -> None:
        row, log = one.table, one.log
        assert log is not None
        kept = (log.table, log.revision, log.interaction_id, log.kind, log.body, log.events)
        async with lock:
            await connection.fetch(
                "INSERT OR REPLACE INTO tables VALUES (?,?,?,?)",
                *(row.id, row.revision, row.body, row.snapshot),
            )
            await connection.fetch("INSERT INTO log VALUES (?,?,?,?,?,?)", *kept)
            await connection.run(sqlite3.Connection.commit)

    try:
        return await busy(save, seconds)
    finally:
        await connection.close()


async def ours(folder: Path, seconds: float) -> tuple[float, float]:
    store = await SqliteStore.open(folder / "ours.db")
    try:
        return await busy(store.commit, seconds)
    finally:
        await store.close()


async def whole(folder: Path, seconds: float) -> tuple[float, float]:
    """Play classic games at all tables at once: rules, queue, codec, log and disk together."""
    return await games(await SqliteStore.open(folder / "whole.db"), seconds)


async def games(store: Store, seconds: float) -> tuple[float, float]:
    cluster = await Cluster.join(store) if isinstance(store, PostgresStore) else None
    service = await TableService.open(store, TableConfig(game_registry()), ownership=cluster)
    service.maintenance.shard_connected(0, 1)
    times: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(*(play(service, channel, end, times) for channel in range(1, TABLE_COUNT + 1)))
    elapsed = time.perf_counter() - end + seconds
    await service.close()
    if cluster is not None:
        await cluster.leave()
    await store.close()
    return len(times) / elapsed, percentile(times, 0.99) * 1000


async def on_server(address: str, seconds: float, base: float) -> None:
    """Do the same on a PostgreSQL server."""
    rate, p99 = await games(await PostgresStore.open(address), seconds)
    print(f"{'classic games on PostgreSQL':34}{rate:10,.0f}{p99:9.1f}{rate / base:8.1f}")
    store = await PostgresStore.open(address)
    rate, p99 = await busy(lambda made: store.commit(moved(made, 1_000_000)), seconds)
    await store.close()
    print(f"{'PostgreSQL store, 100 tables':34}{rate:10,.0f}{p99:9.1f}{rate / base:8.1f}")


def moved(made: TableCommit, by: int) -> TableCommit:
    """Return the step at a table with another number, since the first ones are taken."""
    number = made.table.id + by
    assert made.log is not None
    row = replace(made.table, id=number, channel=number)
    return replace(made, table=row, log=replace(made.log, table=number))


async def play(service: TableService, channel: int, end: float, times: list[float]) -> None:
    """Play one table with three people by lot, timing every move."""
    users = [channel * 10 + seat for seat in range(3)]
    opened = await service.create(0, users[0], Create(channel, 1, "P", "classic"))
    assert isinstance(opened, Change)
    table, dice, player = opened.table.id, Dice(channel), RandomPlayer()
    for user in users[1:]:
        await service.send(table, Request(0, user, Join("P")))
    await service.send(table, Request(0, users[0], Start()))
    while time.perf_counter() < end:
        public = await service.view_for(table, None)
        if public.pending is None:  # type: ignore[union-attr]
            return
        seat = public.pending.awaited[0]  # type: ignore[union-attr]
        own = await service.view_for(table, users[seat])
        action = player.choose(own.game_view, list(own.moves), seat, dice)  # type: ignore[union-attr]
        choice = Choice(action.verb, action.card, action.ability, action.picks)
        began = time.perf_counter()
        result = await service.send(table, Request(0, users[seat], Act(choice)))
        if isinstance(result, Change):
            times.append(time.perf_counter() - began)


async def sleepers(folder: Path) -> None:
    """Start with many sleeping games and see how soon the first move is saved."""
    path = folder / "sleepers.db"
    store = await SqliteStore.open(path)
    service = await TableService.open(store, TableConfig(game_registry()))
    opened = await service.create(0, 1, Create(1, 1, "P", "classic"))
    assert isinstance(opened, Change)
    for user in (2, 3):
        await service.send(1, Request(0, user, Join("P")))
    await service.send(1, Request(0, 1, Start()))
    row = await store.table(1)
    assert row is not None
    await service.close()
    copies = [
        TableRow(n, n, 1, True, row.revision, row.wake, row.body, row.snapshot)
        for n in range(2, SLEEPING_TABLE_COUNT + 1)
    ]
    await asyncio.gather(
        *(store.commit(TableCommit(copy, users=(n, n + 1, n + 2))) for n, copy in enumerate(copies, 2))
    )
    await store.close()
    gc.collect()
    began = time.perf_counter()
    store = await SqliteStore.open(path)
    service = await TableService.open(store, TableConfig(game_registry()))
    ready = time.perf_counter() - began
    view = await service.view_for(1, 1)
    move = next(move for move in view.moves if not move.slots)  # type: ignore[union-attr]
    result = await service.send(1, Request(0, 1, Act(Choice.of(move))))
    assert isinstance(result, Change), result
    first = time.perf_counter() - began
    print(
        f"{SLEEPING_TABLE_COUNT:,} sleeping games: "
        f"ready in {ready:.3f} s, first move saved after {first:.3f} s"
    )
    await service.close()
    tracemalloc.start()
    service = await TableService.open(store, TableConfig(game_registry()))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory per sleeping game: {used / SLEEPING_TABLE_COUNT:,.0f} bytes")
    await service.close()
    await store.close()


async def steady(folder: Path, seconds: float) -> None:
    """Let 1,000 tables act every ten seconds, and watch how long an action takes and the loop is held up."""
    store = await SqliteStore.open(folder / "steady.db")
    times: list[float] = []
    stalls: list[float] = []
    end = time.perf_counter() + seconds

    async def act(table: int) -> None:
        await asyncio.sleep(table / 1000 * min(10.0, seconds))
        revision = 0
        while (began := time.perf_counter()) < end:
            revision += 1
            await store.commit(step(table, revision))
            times.append(time.perf_counter() - began)
            await asyncio.sleep(10)

    async def watch() -> None:
        while (began := time.perf_counter()) < end:
            await asyncio.sleep(0.005)
            stalls.append(time.perf_counter() - began - 0.005)

    await asyncio.gather(watch(), *(act(table) for table in range(1, 1001)))
    await store.close()
    print(
        f"1,000 tables, an action every 10 s: p99 {percentile(times, 0.99) * 1000:.1f} ms "
        f"of {len(times):,}; event loop held up p99 {percentile(stalls, 0.99) * 1000:.1f} ms, "
        f"most {max(stalls) * 1000:.1f} ms"
    )


async def run(folder: Path, seconds: float, address: str | None) -> None:
    base, base99 = await naive(folder, seconds)
    print(f"{'':34}{'actions/s':>10}{'p99 ms':>9}{'ratio':>8}")
    print(f"{'naive save per action, 100 tables':34}{base:10,.0f}{base99:9.1f}{1:8.1f}")
    for title, measure in (("our store, 100 tables", ours), ("classic games, rules and all", whole)):
        rate, p99 = await measure(folder, seconds)
        print(f"{title:34}{rate:10,.0f}{p99:9.1f}{rate / base:8.1f}")
    if address is not None:
        await on_server(address, seconds, base)
    await steady(folder, seconds)
    await sleepers(folder)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--folder", type=Path, help="where to put the databases: the disk that is measured")
    parser.add_argument("--postgres", metavar="ADDRESS", help="measure an empty database on a server as well")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        asyncio.run(run(Path(folder), args.seconds, args.postgres))


if __name__ == "__main__":
    main()
