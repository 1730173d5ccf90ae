"""Connections that break down for long or for good: each test with a bot of its own."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.operations.exit_codes import ExitCode
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, eventually, open_harness


async def test_silence_on_an_open_socket_is_noticed(tmp_path: Path) -> None:
    """Fault: heartbeats go unanswered; the bot reconnects within two intervals, nobody loses time."""
    async with open_harness(tmp_path, silence=1.0, heartbeat=0.5) as stage:
        trial = await FaultCase.begin(stage)
        gateway = stage.box.gateway
        resumes, gateway.answer_heartbeats = gateway.resumes, False
        await eventually(lambda: gateway.resumes > resumes)
        gateway.answer_heartbeats = True
        trial.oracle.fair(trial.table.left())
        await trial.check_invariants(notices=0)


async def test_without_a_connection_the_bot_says_that_it_is_unwell(tmp_path: Path) -> None:
    """Fault: Discord is silent; `/healthz` says 503 until the bot has reconnected."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        assert (await stage.ask("/healthz"))[0] == 200
        stage.box.gateway.refuse_connections = 2
        stage.box.gateway.cut()
        await _until_healthz_says(stage, 503)
        identifies = stage.box.gateway.identifies
        await stage.advance_loop_until(lambda: stage.box.gateway.identifies > identifies)
        await _until_healthz_says(stage, 200)
        stage.ignore_complaints("Attempting a reconnect")
        await trial.check_invariants(notices=0)


async def test_after_long_without_discord_the_bot_is_back_within_a_minute(tmp_path: Path) -> None:
    """Fault: an hour without Discord; the bot is back within a minute."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        gateway = stage.box.gateway
        gateway.refuse_connections = 9
        gateway.cut()
        await stage.advance_loop_until(lambda: gateway.refuse_connections == 0)
        began, back = stage.clock.monotonic(), gateway.identifies + gateway.resumes
        await stage.advance_loop_until(lambda: gateway.identifies + gateway.resumes > back)
        assert stage.clock.monotonic() - began < 60
        await _until_healthz_says(stage, 200)
        stage.ignore_complaints("Attempting a reconnect")
        await trial.check_invariants(notices=0)


async def test_a_gateway_that_closes_each_connection_at_once_is_left_in_peace(tmp_path: Path) -> None:
    """Fault: the gateway hangs up at once; the bot retries at least twice a minute, without a storm."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        gateway, began = stage.box.gateway, stage.clock.monotonic()
        gateway.close_before_hello = True
        gateway.cut()
        await stage.advance_loop_until(lambda: gateway.closed_before_hello == 6)
        assert stage.clock.monotonic() - began > 15
        gateway.close_before_hello = False
        began, back = stage.clock.monotonic(), gateway.identifies + gateway.resumes
        await stage.advance_loop_until(lambda: gateway.identifies + gateway.resumes > back)
        assert stage.clock.monotonic() - began < 60
        await _until_healthz_says(stage, 200)
        await trial.check_invariants(notices=0)


async def test_a_start_without_discord_charges_nobody(tmp_path: Path) -> None:
    """Fault: the bot is up before it can log in; clocks run only once people can press."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = await trial.steps()
        await stage.stop()
        left = trial.table.left()
        trial.oracle.note_time_left(left)
        down = stage.box.faults.respond("*", 503, count=None)
        ready = stage.launch()
        await eventually(lambda: down.hits > 0)
        await _long_without_a_login(trial, before)
        await _logged_in(trial, ready.is_set, left)
        await trial.check_invariants(notices=0)


async def test_a_connection_that_the_library_gives_up_charges_nobody(tmp_path: Path) -> None:
    """Fault: discord.py gives up a connection; the bot connects again, nobody loses time."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before, gateway = await trial.steps(), stage.box.gateway
        left = trial.table.left()
        trial.oracle.note_time_left(left)
        identifies = gateway.identifies
        down = stage.box.faults.respond("*", 503, count=None)
        gateway.connected[0].dispatch("READY", {})
        await eventually(lambda: down.hits > 0)
        await _long_without_a_login(trial, before)
        await _logged_in(trial, lambda: gateway.identifies > identifies, left)
        stage.ignore_complaints("the connection failed")
        await trial.check_invariants(notices=0)


async def test_an_outage_that_outlasts_a_restart_charges_nobody(tmp_path: Path) -> None:
    """Fault: a server's outage outlasts a restart; its clocks get the time back."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        table, before, left = trial.table, await trial.steps(), trial.table.left()
        trial.oracle.note_time_left(left)
        stage.box.world.set_available(table.guild, False)
        await trial.heard()
        await stage.pass_time(2 * left)
        await stage.stop()
        await stage.start()
        await stage.pass_time(left / 2)
        assert await trial.steps() == before
        stage.box.world.set_available(table.guild, True)
        # Its last half minute comes back only now.
        await table.until(lambda: trial.oracle.is_fair(table.left()))
        await trial.check_invariants(notices=0)


@pytest.mark.parametrize("unheard", ["the bot is down", "the session is lost"])
async def test_a_removal_that_nobody_heard_of_suspends_the_game(unheard: str, tmp_path: Path) -> None:
    """Fault: the bot is removed while it is down; the game is suspended, an invitation resumes it."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        table, left, gateway = trial.table, trial.table.left(), stage.box.gateway
        trial.oracle.note_time_left(left)
        if unheard == "the bot is down":
            await stage.stop()
            stage.box.world.kick_bot(table.guild)
            await stage.start()
        else:
            identifies = gateway.identifies
            gateway.invalidate()
            stage.box.world.kick_bot(table.guild)
            await stage.advance_loop_until(lambda: gateway.identifies > identifies)
        await eventually(lambda: any("removed" in message.text for message in table.ann.dms()))
        before = await trial.steps()
        await stage.pass_time(2 * left)
        assert await trial.steps() == before
        stage.box.world.invite_bot(table.guild)
        await table.until(
            lambda: "kick down the door" in table.board().text and trial.oracle.is_fair(table.left())
        )
        await eventually(lambda: all(len(person.dms()) == 1 for person in table.people))
        await trial.check_invariants(notices=2)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (4004, ExitCode.BAD_TOKEN),
        (4010, ExitCode.BAD_SETTING),
        (4011, ExitCode.BAD_SETTING),
        (4013, ExitCode.REFUSED_INTENTS),
        (4014, ExitCode.REFUSED_INTENTS),
    ],
)
async def test_being_closed_for_good_ends_the_process_with_its_own_code(
    code: int, expected: ExitCode, tmp_path: Path
) -> None:
    """Fault: Discord closes for good (4004, 4010, 4011, 4013, 4014); it ends with its own exit code."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = await trial.oracle.durable()
        identifies = stage.box.gateway.identifies
        stage.box.gateway.close_identifies.append(code)
        stage.box.gateway.invalidate()
        assert await stage.ended() is expected
        assert stage.box.gateway.identifies == identifies, "it tried again"
        assert (await trial.oracle.durable()).row == before.row
        await stage.start()
        stage.logged.clear()
        await trial.check_invariants(notices=0)


async def _long_without_a_login(trial: FaultCase, steps: int) -> None:
    """Let more time pass than people have; nothing happens at the table."""
    await trial.harness.pass_time(2 * trial.table.left())
    assert await trial.steps() == steps
    unexpected = [told for told in trial.harness.complaints() if told != "the connection failed"]
    assert unexpected == []


async def _logged_in(trial: FaultCase, look: Callable[[], bool], left: float) -> None:
    """Let Discord answer again; people have the time that they had."""
    trial.box.faults.clear()
    await trial.harness.advance_loop_until(look)
    await trial.table.until(lambda: trial.oracle.is_fair(trial.table.left()))


async def _until_healthz_says(stage: Harness, status: int) -> None:
    for _ in range(1000):
        if (await stage.ask("/healthz"))[0] == status:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"/healthz never said {status}")
