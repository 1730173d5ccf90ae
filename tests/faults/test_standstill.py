"""People who hold a table up: a silent host, a lobby that nobody starts, a "No" in every round."""

import pytest

from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_lobby_whose_host_is_silent_is_started_by_another(stage: Harness) -> None:
    """Fault: the host of a lobby is silent for ten minutes; anybody who sits there can start."""
    table = stage.new_table()
    await table.lobby()
    assert "ten minutes" in answer_text(await table.ben.click(table.board(), label="Start"))
    await stage.pass_time(601.0, step=30.0)
    assert (await table.ben.click(table.board(), label="Start")).ok
    await table.until(lambda: "Laying out" in table.board().text)


async def test_an_abandoned_lobby_can_be_cleared_by_anybody(stage: Harness) -> None:
    """Fault: a lobby blocks its channel for an hour; anybody clears it with `/kickdoor-table end`."""
    table = stage.new_table()
    await table.lobby()
    assert "`/kickdoor-table end`" in answer_text(await table.zoe.command(table.channel, "kickdoor new"))
    await stage.pass_time(3601.0, step=30.0)
    assert "Done" in answer_text(await table.zoe.command(table.channel, "kickdoor-table end"))
    assert "open" in answer_text(await table.zoe.command(table.channel, "kickdoor new"))


async def test_a_forgotten_lobby_closes_itself_with_a_word(
    stage: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: nobody touches a lobby for a day; it says that it is closed, and the channel is free."""
    monkeypatch.setattr("bot.tables.timing.LOBBY_MS", 3_600_000)  # an hour is as good as a day
    table = stage.new_table()
    await table.lobby()
    await stage.pass_time(3660.0, step=30.0)
    said = "put the cards away"
    await table.until(lambda: any(said in message.text for message in table.ann.messages(table.channel)))
    assert "open" in answer_text(await table.zoe.command(table.channel, "kickdoor new"))


async def test_one_no_a_round_does_not_stall_the_game(trial: FaultCase) -> None:
    """Fault: one of two says No whenever the others are asked to go on; the second time one Yes is enough."""
    table = trial.table
    gone = table.awaited()
    nay, yea = table.others(gone)
    for _ in range(2):
        await trial.harness.pass_time(table.left() + 5.0)
        await table.until(lambda: "Go on without waiting?" in table.board().text)
        assert (await nay.click(table.board(nay), label="No")).ok
    await table.until(lambda: "Go on without waiting?" in table.board().text)
    before = await trial.steps()
    assert (await yea.click(table.board(yea), label="Yes")).ok
    await table.until(lambda: "Go on without waiting?" not in table.board().text)
    assert await trial.steps() > before
    trial.oracle.note_time_left(table.left())
    await trial.check_invariants(notices=2)
