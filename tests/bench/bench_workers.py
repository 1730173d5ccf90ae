"""One, two and four processes that get presses by HTTP, on one PostgreSQL server. Run by `make bench`.

Sandbox, people and a load balancer are this process; each worker is one of its own, and so is the one that
hears the gateway and draws the screens. People press as fast as they see what to press (``--think``), so the
figures are those of a rush. CPU for one accepted action says what a machine with more cores could do: here
all of them share the cores of one machine with the database, the people and their Discord.
"""

import asyncio
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import asyncpg

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests import postgres  # noqa: E402
from tests.bench.load_people import LoadGroup  # noqa: E402
from tests.e2e.bot_process import BotProcess  # noqa: E402
from tests.e2e.load_balancer import LoadBalancer  # noqa: E402
from tests.ports import free_ports  # noqa: E402
from tests.sandbox.box import Sandbox  # noqa: E402  # the path has to be set first

WORKER_COUNTS = (1, 2, 4)

BY_GATEWAY = 0
"""No workers: the process that hears the gateway answers, for comparison."""


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one number of workers."""

    workers: int
    actions_per_s: float
    answers_per_s: float
    p50_s: float
    p99_s: float
    failed: int
    worker_cpu_ms: float
    """Of all workers, for one accepted action."""
    gateway_cpu_ms: float
    own_cpu: float
    """Share of a core that sandbox, people and balancer took."""
    load: float
    violations: int


async def revisions(address: str) -> int:
    """Return how many requests were accepted so far at all tables."""
    connection = await asyncpg.connect(address)
    found = await connection.fetchval("SELECT coalesce(sum(revision), 0)::bigint FROM tables")
    await connection.close()
    return int(found)


async def measure(server: postgres.Server, folder: Path, workers: int, options: Namespace) -> Row:
    """Let people play for a while with so many workers, on a database of their own."""
    address, ports = await server.database(), free_ports(workers)
    async with AsyncExitStack() as stack:
        box = await stack.enter_async_context(Sandbox())
        balancer = await stack.enter_async_context(LoadBalancer(ports))
        settings = {"KICKDOOR_DATABASE": address, "KICKDOOR_PUBLIC_KEY": box.public_key}
        gateway = BotProcess(box, folder, 1, f"gateway{workers}", **settings)
        answering = [
            BotProcess(
                box,
                folder,
                1,
                f"worker{workers}-{number}",
                arguments=("--http",),
                **settings,
                KICKDOOR_HTTP_PORT=str(port),
            )
            for number, port in enumerate(ports)
        ]
        bots = [gateway, *answering]
        for bot in bots:
            bot.starts = 1  # forked from a process that has everything loaded: loading is not measured
        try:
            await asyncio.gather(*(bot.start() for bot in bots))
            if workers:
                await box.endpoint.use(balancer.url)
            return await _play(box, address, gateway, answering, options)
        finally:
            await asyncio.gather(*(bot.stop() for bot in bots if bot.alive))


async def _play(
    box: Sandbox, address: str, gateway: BotProcess, workers: list[BotProcess], options: Namespace
) -> Row:
    guilds = [box.add_guild(f"Guild {number}", ["game-night"]) for number in range(options.tables)]
    groups = [LoadGroup(box, guild, n, "closed", options.think) for n, guild in enumerate(guilds)]
    for group in groups:
        await group.open()
        await group.ready()
        group.notes.answers.clear()
    accepted, began, own = await revisions(address), time.monotonic(), time.process_time()
    used = [sum(bot.cpu_s() for bot in workers), gateway.cpu_s()]
    await asyncio.gather(*(group.play(began + options.seconds) for group in groups))
    seconds = time.monotonic() - began
    actions = max(1, await revisions(address) - accepted)
    answers = [one for group in groups for one in group.notes.answers]
    return Row(
        workers=len(workers),
        actions_per_s=actions / seconds,
        answers_per_s=len(answers) / seconds,
        p50_s=percentile(answers, 0.5),
        p99_s=percentile(answers, 0.99),
        failed=sum(group.notes.failed for group in groups),
        worker_cpu_ms=(sum(bot.cpu_s() for bot in workers) - used[0]) / actions * 1000,
        gateway_cpu_ms=(gateway.cpu_s() - used[1]) / actions * 1000,
        own_cpu=(time.process_time() - own) / seconds,
        load=os.getloadavg()[0],
        violations=len(box.violations),
    )


def print_head(options: Namespace) -> None:
    print(
        f"{options.tables} classic tables of four for {options.seconds:g} s each, {options.think:g} s a "
        f"decision, on {os.cpu_count()} cores\n"
    )
    print(
        "| Workers | Actions/s | Answers/s | Answer p50 | p99 | No answer | Workers' CPU per action "
        "| Gateway's | Sandbox | Load |\n|---|---|---|---|---|---|---|---|---|---|"
    )


def print_row(row: Row) -> None:
    name = "none: by the gateway" if row.workers == BY_GATEWAY else str(row.workers)
    print(
        f"| {name} | {row.actions_per_s:.1f} | {row.answers_per_s:.1f} | {row.p50_s * 1000:.0f} ms "
        f"| {row.p99_s * 1000:.0f} ms | {row.failed} | {row.worker_cpu_ms:.0f} ms "
        f"| {row.gateway_cpu_ms:.0f} ms | {row.own_cpu:.2f} cores | {row.load:.1f} |",
        flush=True,
    )


async def run(options: Namespace) -> None:
    with postgres.running() as server, tempfile.TemporaryDirectory() as folder:
        print_head(options)
        objections = 0
        for count in options.workers.split(","):
            row = await measure(server, Path(folder), int(count), options)
            print_row(row)
            objections += row.violations
        print(f"\nDiscord had to object {objections} times")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--workers",
        default=",".join(map(str, (BY_GATEWAY, *WORKER_COUNTS))),
        help="numbers of workers, one after the other; 0: the process that hears the gateway answers",
    )
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=0.3, help="seconds for a decision, on average")
    options = parser.parse_args()
    if missing := postgres.reason():
        print(missing)
        return
    asyncio.run(run(options))


if __name__ == "__main__":
    main()
