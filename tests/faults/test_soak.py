"""Ten tables for an hour, with faults of every kind by lot: the seven invariants hold after each of them."""

import asyncio
import contextlib
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from bot.sandbox.people.seen import NotSeenError
from tests.faults.fault_case import FaultCase
from tests.faults.killable_bot import KillableBot, open_killable_bot

TABLES = 10
ROUND_S = 2.5
"""Seconds for which people play while a fault lasts."""

MANY = 100_000
"""Notices and refusals: an hour of faults costs some."""

GARBAGE = bytes(range(200, 256)) * 3
MISHAPS = (AssertionError, NotSeenError, TimeoutError, IndexError, StopIteration)
"""What people meet with while something is broken: a button that is gone, an answer that does not come."""


class Soak:
    """Ten games on one bot, and what happens to them."""

    def __init__(self, bot: KillableBot, cases: list[FaultCase], dice: Random) -> None:
        self.bot = bot
        self.cases = cases
        self.dice = dice
        self.happened: dict[str, int] = {}

    async def play(self, case: FaultCase) -> None:
        """Let people press what they like until they are stopped."""
        for attempt in range(1 << 20):
            with contextlib.suppress(*MISHAPS):
                status = await case.table.players.status()
                if status.over:
                    return
                await case.table.players.act(status, Random(f"{status.step}/{attempt}"))
            await asyncio.sleep(0.05)

    async def one_round(self) -> None:
        """Break something while people play; mend it; then everything has to be as it should."""
        fault = self.dice.choice(FAULTS)
        name = fault.__name__
        self.happened[name] = self.happened.get(name, 0) + 1
        resting = self.dice.choice(self.cases)
        fair = resting.table.timed()
        if fair:
            resting.oracle.note_time_left(resting.table.left())
        playing = [asyncio.create_task(self.play(case)) for case in self.cases if case is not resting]
        async with fault(self):
            await asyncio.sleep(ROUND_S)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        if self.bot.dead:
            await self.bot.start()
        await self.check(resting if fair else None, name)

    async def check(self, resting: FaultCase | None, name: str) -> None:
        """Ask for the invariants at every table; finished games give way to new ones."""
        for case in self.cases:
            case.oracle.forgive_invalid()
        metrics = (await self.bot.ask("/metrics"))[1]
        for place, case in enumerate(self.cases):
            if (await case.table.players.status()).over:
                await case.oracle.durable()
                self.cases[place] = await FaultCase.begin(self.bot)
                continue
            if name == "damage":
                await case.check_alive()
            await case.oracle.durable()
            disk = await case.oracle.converged()
            case.oracle.secret(disk, self.bot.log(), metrics)
        if resting is not None and resting in self.cases and name != "damage":
            resting.oracle.fair(resting.table.left())
        await self.dice.choice(self.cases).check_alive()


@asynccontextmanager
async def killed(soak: Soak) -> AsyncIterator[None]:
    await asyncio.sleep(soak.dice.random() * ROUND_S)
    await soak.bot.kill()
    await soak.bot.start()
    yield


@asynccontextmanager
async def stopped(soak: Soak) -> AsyncIterator[None]:
    await asyncio.sleep(soak.dice.random() * ROUND_S)
    await soak.bot.stop()
    await soak.bot.start()
    yield


@asynccontextmanager
async def damage(soak: Soak) -> AsyncIterator[None]:
    """Overwrite the saved state of one table while the bot is dead."""
    await soak.bot.kill()
    number = soak.dice.choice(soak.cases).table.number
    with closing(sqlite3.connect(soak.bot.database, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET snapshot = ? WHERE id = ?", (GARBAGE, number))
    await soak.bot.start()
    yield


@asynccontextmanager
async def locked_disk(soak: Soak) -> AsyncIterator[None]:
    with closing(sqlite3.connect(soak.bot.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(ROUND_S)
        connection.execute("ROLLBACK")
    yield


@asynccontextmanager
async def deleted_file(soak: Soak) -> AsyncIterator[None]:
    for suffix in ("", "-wal", "-shm"):
        soak.bot.database.with_name(soak.bot.database.name + suffix).unlink(missing_ok=True)
    yield
    for _ in range(200):
        await soak.bot.ask("/healthz")
        if soak.bot.database.exists():
            return
        await asyncio.sleep(0.05)


@asynccontextmanager
async def discord_down(soak: Soak) -> AsyncIterator[None]:
    faults = soak.bot.box.faults
    fault = faults.respond("*", soak.dice.choice((500, 502, 503)), count=None)
    try:
        yield
    finally:
        faults.remove(fault)


@asynccontextmanager
async def refused_channel(soak: Soak) -> AsyncIterator[None]:
    """Refuse every call about one channel; its game is suspended, and people resume it."""
    faults, case = soak.bot.box.faults, soak.dice.choice(soak.cases)
    fault = faults.refuse(f"*/channels/{case.table.channel.id}/*", 50013, count=None)
    try:
        yield
    finally:
        faults.remove(fault)
    await asyncio.sleep(2.5)  # a request to go on is not asked of Discord sooner after a refusal
    for _ in range(10):
        if (await case.table.ben.command(case.table.channel, "kickdoor resume")).ok:
            return  # a busy machine answers too late now and then: people ask again


@asynccontextmanager
async def lost_answers(soak: Soak) -> AsyncIterator[None]:
    faults = soak.bot.box.faults
    kinds = (faults.reset, faults.lose_answer)
    fault = soak.dice.choice(kinds)("*/messages*", count=5)
    try:
        yield
    finally:
        faults.remove(fault)


@asynccontextmanager
async def lost_gateway(soak: Soak) -> AsyncIterator[None]:
    gateway = soak.bot.box.gateway
    kinds: tuple[Callable[[], None], ...] = (
        gateway.drop,
        gateway.cut,
        gateway.invalidate,
        gateway.ask_reconnect,
    )
    soak.dice.choice(kinds)()
    yield
    for _ in range(1200):
        if gateway.connected:
            return
        await asyncio.sleep(0.05)


@asynccontextmanager
async def nothing(soak: Soak) -> AsyncIterator[None]:
    yield


Fault = Callable[[Soak], AbstractAsyncContextManager[None]]
FAULTS: tuple[Fault, ...] = (
    killed, stopped, damage, locked_disk, deleted_file, discord_down, refused_channel, lost_answers,
    lost_gateway, nothing,
)  # fmt: skip


@pytest.mark.soak
async def test_ten_tables_with_faults_of_every_kind(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Fault: faults of every kind by lot, ten tables for an hour (long form); all invariants hold."""
    seconds, seed = pytestconfig.getoption("--soak-seconds"), pytestconfig.getoption("--soak-seed")
    end = time.monotonic() + seconds
    async with open_killable_bot(tmp_path) as bot:
        soak = Soak(bot, [await FaultCase.begin(bot) for _ in range(TABLES)], Random(seed))
        while time.monotonic() < end:
            sys.stderr.write(f"{end - time.monotonic():.0f} s left, so far {soak.happened}\n")
            await soak.one_round()
        bot.complaints()  # what the faults have cost is said and done
        for case in soak.cases:
            if not (await case.table.players.status()).over:
                await case.check_invariants(notices=MANY, invalid=MANY)
        steps = sum([await case.steps() for case in soak.cases])
    lives = bot.log().count(" ready")
    sys.stderr.write(f"{soak.happened}, {steps} steps at the tables that are open, {lives} lives\n")
