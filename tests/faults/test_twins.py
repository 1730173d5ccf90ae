"""Two processes with one token: Discord delivers everything to both, and only one may go on."""

from pathlib import Path

import pytest

from bot.app.twins import PRESSES_OF_AN_ELDER
from bot.store.api import DatabaseInUseError
from bot.store.sqlite.store import SqliteStore
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, eventually, open_harness

BOTH_ANSWER = "another process answers presses"


async def test_a_newcomer_with_the_same_token_and_another_file_keeps_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: a second bot with one token and another file; it keeps away and looks again ever more rarely."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    async with open_harness(tmp_path / "first") as stage:
        trial = await FaultCase.begin(stage)
        table = trial.table
        for _ in range(PRESSES_OF_AN_ELDER):
            assert (await table.ben.command(table.channel, "kickdoor status")).ok
        second = Harness(stage.box, tmp_path / "second")
        for pause in ("FIRST_PAUSE_S", "LONGEST_PAUSE_S"):
            monkeypatch.setattr(f"bot.app.twins.{pause}", 1.0)
        await second.start()
        for looks in (1, 2):
            await _press_until_withdrawn(stage, trial, looks)
            assert len(stage.box.gateway.connected) == 1
            status, body = await second.ask("/healthz")
            assert (status, "another process answers with this token" in body) == (503, True)
            if looks == 1:
                await eventually(lambda: len(stage.box.gateway.connected) == 2)
        monkeypatch.undo()
        stops = [line for line in stage.complaints() if "this one keeps away" in line]
        assert BOTH_ANSWER in stops[0]
        await second.stop()
        stage.logged.clear()
        trial.oracle.forgive_invalid()
        for _ in range(5):
            assert (await table.ben.command(table.channel, "kickdoor status")).ok
        trial.oracle.note_accepted(await table.kick())
        await trial.check_invariants(notices=1)
        await eventually(lambda: len(stage.box.gateway.connected) == 1)


async def _press_until_withdrawn(stage: Harness, trial: FaultCase, times: int) -> None:
    for _ in range(100):
        await trial.table.ben.command(trial.table.channel, "kickdoor status")
        said = [line for line in stage.complaints() if "keeping away from Discord" in line]
        if len(said) == times:
            return
    raise AssertionError("it does not keep away")


async def test_a_link_to_the_file_leads_to_the_same_lock(tmp_path: Path) -> None:
    """Fault: the file opened through a link; still one process only."""
    store = await SqliteStore.open(tmp_path / "games.db")
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "link.db"
    link.symlink_to(tmp_path / "games.db")
    with pytest.raises(DatabaseInUseError):
        await SqliteStore.open(link)
    await store.close()
