"""All faults at once: refusals by lot at ten tables, while bot, disk and Discord itself fail by lot."""

import asyncio
import contextlib
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.faults.killable_bot import open_killable_bot
from tests.faults.oracle import Oracle
from tests.faults.test_injection import Injection
from tests.faults.test_soak import (
    Fault,
    Soak,
    deleted_file,
    discord_down,
    killed,
    locked_disk,
    lost_answers,
    lost_gateway,
    stopped,
)

FAULTS: tuple[Fault, ...] = (
    killed, stopped, locked_disk, deleted_file, discord_down, discord_down, lost_answers, lost_gateway,
)  # fmt: skip
PAUSES_S = (2.0, 12.0)
LASTS_S = (1.0, 5.0)


class Everything(Injection):
    """Refusals at each table, and now and then what happens to all of them."""

    def __init__(self, soak: Soak, seed: int) -> None:
        super().__init__(soak.bot, seed)
        self.soak = soak
        self.happened = Counter[str]()

    async def refuse(self, end: float) -> None:
        """Let all fail that can, until the end."""
        failing = asyncio.create_task(self.fail(end))
        await super().refuse(end)
        await failing

    async def fail(self, end: float) -> None:
        """Let the bot, the disk or Discord fail, one after the other."""
        dice = self.soak.dice
        while time.monotonic() < end:
            fault = dice.choice(FAULTS)
            self.happened[fault.__name__] += 1
            async with fault(self.soak):
                await asyncio.sleep(dice.uniform(*LASTS_S))
            longest = max(self.watched + self.over, key=lambda one: one.silence_s)
            sys.stderr.write(
                f"{end - time.monotonic():.0f} s left, {fault.__name__}, {self.moves} moves, "
                f"{sum(self.injected.values())} refusals, "
                f"longest silence {longest.silence_s:.1f} s {longest.longest_after}\n"
            )
            await asyncio.sleep(dice.uniform(*PAUSES_S))


@pytest.mark.soak
async def test_ten_places_with_all_faults_at_once(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Fault: all of these at once for an hour (long form); none is silent, no clock decides unseen."""
    seconds, seed = pytestconfig.getoption("--soak-seconds"), pytestconfig.getoption("--soak-seed")
    async with open_killable_bot(tmp_path) as bot:
        run = Everything(Soak(bot, [], Random(seed)), seed)
        await run.run(seconds)
        sys.stderr.write(f"{dict(run.happened)}, {bot.log().count(' ready')} lives\n")
        run.judge()
        for one in run.watched:
            oracle = Oracle(bot.box, bot.database, one.table.people, one.table.number, in_words=True)
            with contextlib.suppress(StopIteration):
                await oracle.durable()
                await oracle.converged()
        broken = [line for line in bot.complaints() if "Traceback" in line]
        assert broken == []
