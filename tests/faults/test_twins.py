"""Two processes with one token: Discord delivers everything to both, and only one may go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app.twins import PRESSES_OF_AN_ELDER
from bot.operations.exit_codes import ExitCode
from bot.store.api import DatabaseInUseError
from bot.store.sqlite.store import SqliteStore
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, eventually, open_harness

BOTH_ANSWER = "another process answers presses"


async def test_a_newcomer_with_the_same_token_and_another_file_stops(tmp_path: Path) -> None:
    """Fault: a second bot with one token and another file; it ends with code 70."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    async with open_harness(tmp_path / "first") as stage:
        trial = await FaultCase.begin(stage)
        table = trial.table
        for _ in range(PRESSES_OF_AN_ELDER):
            assert (await table.ben.command(table.channel, "kickdoor status")).ok
        second = Harness(stage.box, tmp_path / "second")
        await second.start()
        ended = asyncio.create_task(second.ended(leaping=False))
        for _ in range(100):
            await table.ben.command(table.channel, "kickdoor status")
            if ended.done():
                break
        assert await ended == ExitCode.TWIN
        stops = [line for line in stage.complaints() if "this one stops" in line]
        assert len(stops) == 1
        assert BOTH_ANSWER in stops[0]
        stage.logged.clear()
        trial.oracle.forgive_invalid()
        for _ in range(5):
            assert (await table.ben.command(table.channel, "kickdoor status")).ok
        trial.oracle.note_accepted(await table.kick())
        await trial.check_invariants(notices=1)
        await eventually(lambda: len(stage.box.gateway.connected) == 1)


async def test_a_link_to_the_file_leads_to_the_same_lock(tmp_path: Path) -> None:
    """Fault: the file opened through a link; still one process only."""
    store = await SqliteStore.open(tmp_path / "games.db")
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "link.db"
    link.symlink_to(tmp_path / "games.db")
    with pytest.raises(DatabaseInUseError):
        await SqliteStore.open(link)
    await store.close()
