"""What the gateway can do to us: drops, lost sessions, silence, repeats, outages."""

import asyncio

import pytest

from bot.sandbox.people.seen import Outcome
from tests.faults.fault_case import FaultCase

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_presses_during_a_dropped_connection_count_in_their_order(trial: FaultCase) -> None:
    """Fault: the connection drops with three presses replayed; they count in order."""
    table, gateway = trial.table, trial.box.gateway
    fighter = await trial.fight()
    resumes = gateway.resumes
    before = await trial.steps()
    board = table.board()
    gateway.drop(4000)
    presses = [
        asyncio.create_task(fighter.click(board, label="Give up and run")),
        asyncio.create_task(fighter.click(board, label="Give up and run")),
        asyncio.create_task(table.others(fighter)[0].click(board, label="My hand")),
    ]
    outcomes = await asyncio.gather(*presses)
    assert all(outcome.ok for outcome in outcomes), outcomes
    assert gateway.resumes == resumes + 1
    log = (await trial.oracle.disk()).log
    assert len(log) == before + 1
    assert log[-1].interaction_id == outcomes[0].interaction_id, "the first press is the one that counts"
    await trial.check_invariants(notices=0)


async def test_presses_lost_with_a_session_can_be_repeated(trial: FaultCase) -> None:
    """Fault: a session is lost with two presses; pressed again they count once."""
    table, gateway = trial.table, trial.box.gateway
    identifies = gateway.identifies
    gateway.invalidate()
    lost = [asyncio.create_task(table.kick()) for _ in range(2)]
    await asyncio.sleep(0)
    trial.box.clock.advance(4)
    assert [outcome.status for outcome in await asyncio.gather(*lost)] == ["failed", "failed"]
    before = await trial.steps()
    await _connected(trial, identifies)
    outcome = await _until_answered(trial)
    trial.oracle.note_accepted(outcome)
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=0)


async def test_what_was_deleted_while_the_session_was_lost_comes_back(trial: FaultCase) -> None:
    """Fault: messages deleted while the session was lost; they come back."""
    table, gateway = trial.table, trial.box.gateway
    identifies = gateway.identifies
    gateway.invalidate()
    trial.box.purge(table.channel)
    await _connected(trial, identifies)
    await table.until(lambda: len(table.boards()) == 1)
    await trial.check_invariants(notices=1)


async def test_a_repeated_event_counts_once_and_is_answered_once(trial: FaultCase) -> None:
    """Fault: an event delivered twice; it counts once and is answered once."""
    before = await trial.steps()
    trial.oracle.note_accepted(await trial.table.kick())
    assert trial.box.gateway.repeat("INTERACTION_CREATE", times=2) == 1
    await trial.table.until(lambda: "kicks the door in" in trial.table.board().text)
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=0)


async def test_a_guild_that_is_unavailable_from_the_start_is_charged_nothing(trial: FaultCase) -> None:
    """Fault: a server unavailable from the start; its clocks wait."""
    table, gateway, stage = trial.table, trial.box.gateway, trial.harness
    left = table.left()
    trial.oracle.note_time_left(left)
    trial.box.world.set_available(table.guild, False)
    identifies = gateway.identifies
    gateway.invalidate()
    await _connected(trial, identifies)
    await stage.pass_time(20 * 60)
    trial.box.world.set_available(table.guild, True)
    await table.until(lambda: trial.oracle.is_fair(table.left()))
    await trial.check_invariants(notices=0)


async def test_a_guild_that_becomes_unavailable_is_charged_nothing(trial: FaultCase) -> None:
    """Fault: a server becomes unavailable; its clocks wait, nothing is deleted."""
    table, stage = trial.table, trial.harness
    left = table.left()
    trial.oracle.note_time_left(left)
    trial.box.world.set_available(table.guild, False)
    await trial.heard()
    await stage.pass_time(20 * 60)
    trial.box.world.set_available(table.guild, True)
    await table.until(lambda: trial.oracle.is_fair(table.left()))
    await trial.check_invariants(notices=0)


@pytest.mark.parametrize(
    "frame",
    [
        "[]",
        "null",
        "{}",
        "not JSON",
        '{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":[]}',
        '{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":null}',
        '{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{"id":"5","type":3,"token":null}}',
        '{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{"id":"5","type":99,"token":"t","version":1}}',
        '{"op":0,"s":%d,"t":"GUILD_CREATE","d":{}}',
        '{"op":0,"s":%d,"t":"THREAD_CREATE","d":{"id":"5","guild_id":"%d","type":11}}',
        '{"op":0,"s":%d,"t":"GUILD_ROLE_UPDATE","d":"?"}',
        '{"op":0,"s":%d,"t":"NEVER_HEARD_OF","d":{}}',
        '{"op":"zero"}',
    ],
)
async def test_an_event_that_cannot_be_read_is_left_out(trial: FaultCase, frame: str) -> None:
    """Fault: an event that nobody can read; it is left out and counted, the connection stays."""
    gateway, (session,) = trial.box.gateway, trial.box.gateway.connected
    before = gateway.identifies, gateway.resumes
    session.sequence += frame.count("%d", 0, 20)
    connection = session.connection
    assert connection is not None
    connection.send(frame % (session.sequence, trial.table.guild.id)[: frame.count("%d")])
    await trial.heard()
    assert session.connection is connection
    assert (gateway.identifies, gateway.resumes) == before
    await trial.check_invariants(notices=0)


async def _connected(trial: FaultCase, identifies: int) -> None:
    """Wait until the bot has a new session and has heard of its servers."""
    gateway = trial.box.gateway
    await trial.harness.advance_loop_until(
        lambda: gateway.identifies > identifies and bool(gateway.connected)
    )


async def _until_answered(trial: FaultCase) -> Outcome:
    """Press until the bot answers, as people do."""
    for _ in range(20):
        outcome = await trial.table.kick()
        if outcome.ok:
            return outcome
        await asyncio.sleep(0.1)
    raise AssertionError("nobody answers")
