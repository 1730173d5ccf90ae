"""What our own side can do to us: the disk, the clock, mistakes in the rules."""

import asyncio
import contextlib
import os
import resource
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.sandbox.people.seen import SeenMessage
from bot.store.sqlite.queue import SqliteQueue
from cards.door.game import DoorGame
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import PATIENCE_S, Harness, eventually
from tests.faults.killable_bot import open_killable_bot

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR_S = 3600.0
NOT_SAVED_TEXT = "I couldn’t save that"


# the clock


@pytest.mark.parametrize(
    "jump", [HOUR_S, -HOUR_S, 25 * HOUR_S], ids=["an-hour-on", "an-hour-back", "a-day-on"]
)
async def test_a_clock_that_is_set_charges_nobody_and_deadlines_are_put_right(
    trial: FaultCase, jump: float
) -> None:
    """Fault: the system clock jumps; nobody loses time, shown deadlines are corrected."""
    before, left = await trial.steps(), trial.table.left()
    trial.harness.clock.jump(date=jump)
    await _deadline_is_right(trial, left)
    assert await trial.steps() == before
    posted = trial.oracle.posted(trial.table.channel.id)
    await trial.check_invariants(notices=0)
    assert trial.oracle.posted(trial.table.channel.id) <= posted + 1, "every change is posted again"
    trial.harness.clock.jump(date=-jump)


async def test_a_machine_that_slept_for_eight_hours_wakes_without_mass_timeouts(trial: FaultCase) -> None:
    """Fault: the machine sleeps for hours; nobody's time has run out."""
    before, left = await trial.steps(), trial.table.left()
    trial.harness.clock.jump(uptime=8 * HOUR_S, date=8 * HOUR_S)
    trial.box.clock.advance(8 * HOUR_S)
    await _deadline_is_right(trial, left)
    assert await trial.steps() == before
    await trial.check_invariants(notices=0)


async def _deadline_is_right(trial: FaultCase, left: float) -> None:
    """Wait until the table shows again what people have left."""
    trial.oracle.note_time_left(left)
    await trial.harness.advance_loop_until(
        lambda: trial.table.timed() and abs(trial.table.left() - left) < 30
    )
    trial.oracle.fair(trial.table.left(), charged=30)


# the rules


async def test_a_mistake_in_the_rules_is_taken_back_and_reported(
    trial: FaultCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: the rules raise; the move is taken back and the report has a number."""
    fighter = await trial.fight()
    before = await trial.oracle.durable()
    step = DoorGame.step

    def broken(self: DoorGame, state: object, action: object) -> object:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(DoorGame, "step", broken)
    answer = answer_text(await fighter.click(trial.table.board(), label="Give up and run"))
    monkeypatch.setattr(DoorGame, "step", step)
    report = f"{trial.table.number}-{before.row.revision}"
    assert f"Error code: {report}" in answer
    assert "a mistake" not in answer
    assert f"report {report}" in trial.harness.log()
    assert (await trial.oracle.durable()).row == before.row
    # With the seed, which the file keeps, and the log up to that step, the report can be played again.
    assert before.setup.seed >= 0
    await trial.check_invariants(notices=0, errors=1)


async def test_a_mistake_that_lasts_suspends_the_game_and_says_how_it_goes_on(
    trial: FaultCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: the rules raise for good; the game is suspended with a way back."""
    await trial.fight()
    step = DoorGame.step

    def broken(self: DoorGame, state: object, action: object) -> object:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(DoorGame, "step", broken)
    # The first fight of a game has up to an hour; the others then have half of that to decide.
    await trial.harness.pass_time(61 * 60)
    await trial.harness.pass_time(31 * 60)
    await trial.table.until(lambda: "suspended" in trial.table.board().text)
    assert "**Resume** tries again" in trial.table.board().text
    monkeypatch.setattr(DoorGame, "step", step)
    assert (await trial.table.ben.click(trial.table.board(), label="Resume")).ok
    trial.harness.logged.clear()
    await trial.check_invariants(notices=2)


# the disk


async def test_a_locked_database_refuses_and_recovers(trial: FaultCase) -> None:
    """Fault: another program locks the file; moves are refused until it is free."""
    before = await trial.oracle.durable()
    database = trial.harness.database
    with contextlib.closing(
        sqlite3.connect(database, isolation_level=None, check_same_thread=False)
    ) as other:
        # In a thread: the bot needs the event loop to end a write of its own.
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        person = trial.table.awaited()
        assert (await trial.table.kick()).ok, "it is answered in time, if only with a request for patience"
        await trial.table.until(lambda: any(NOT_SAVED_TEXT in m.text for m in _private(trial)), person)
        other.execute("ROLLBACK")
    assert (await trial.oracle.durable()).row == before.row
    trial.oracle.note_accepted(await trial.table.kick())
    complaints = trial.harness.complaints()
    assert complaints
    assert all("could not save" in line for line in complaints)
    await trial.check_invariants(notices=0, errors=len(complaints))


def _private(trial: FaultCase) -> list[SeenMessage]:
    return [m for person in trial.table.people for m in person.messages(trial.table.channel) if m.ephemeral]


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits that can be set for another process")
async def test_a_full_disk_refuses_and_a_power_cut_loses_nothing(tmp_path: Path) -> None:
    """Fault: a full disk, a power cut in a commit; moves are refused, nothing saved is lost."""
    async with open_killable_bot(tmp_path) as bot:
        trial = await FaultCase.begin(bot)
        before = await trial.oracle.durable()
        journal = bot.database.with_name(bot.database.name + "-wal")
        _limit(bot.pid, journal.stat().st_size)
        answer = answer_text(await trial.table.kick())
        assert NOT_SAVED_TEXT in answer
        assert (await trial.oracle.durable()).row == before.row
        _limit(bot.pid, resource.RLIM_INFINITY)
        trial.oracle.note_accepted(await trial.table.kick())
        assert bot.complaints() != []
        await trial.check_alive()
        status = await trial.table.players.status()
        bot.arm(point="inside the transaction")  # from now on any save may end the bot
        press = asyncio.create_task(trial.table.players.act(status, trial.dice))
        for _ in range(100):
            await asyncio.sleep(0.01)
            if bot.dead:
                break
        else:
            await bot.kill()
        trial.box.clock.advance(4)
        await asyncio.gather(press, return_exceptions=True)
        with journal.open("ab") as file:
            file.write(os.urandom(2500))
        await bot.start()
        await trial.check_invariants(notices=1)


def _limit(pid: int, size: int) -> None:
    """Let no file of the process grow beyond a size: what a full disk does."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def test_a_disk_that_fails_for_a_while_leaves_memory_equal_to_it(
    stage: Harness, trial: FaultCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: every write fails for a while; presses get an apology, memory equals the disk."""

    async def failing(self: SqliteQueue, writes: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    before = await trial.oracle.durable()
    with monkeypatch.context() as broken:
        broken.setattr(SqliteQueue, "_transact", failing)
        for _ in range(3):
            assert NOT_SAVED_TEXT in answer_text(await trial.table.kick())
    await eventually(lambda: len(stage.complaints()) >= 3)
    assert (await trial.oracle.durable()).row == before.row
    stage.logged.clear()
    trial.oracle.note_accepted(await trial.table.kick())
    await trial.check_invariants(notices=0)


async def test_connections_that_say_nothing_keep_nobody_out(stage: Harness) -> None:
    """Fault: hundreds of connections with half a head; `/healthz` still answers, most are closed at once."""
    opened = [await asyncio.open_connection("127.0.0.1", stage.port) for _ in range(300)]
    try:
        for _, writer in opened:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-")
        assert (await stage.ask("/healthz"))[0] == 200
        async with asyncio.timeout(PATIENCE_S):
            for reader, _ in opened[:200]:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
    finally:
        for _, writer in opened:
            writer.close()


@pytest.mark.soak
async def test_more_connections_than_descriptors_keep_nobody_out(tmp_path: Path) -> None:
    """Fault: 1,040 connections with half a head, 1,024 descriptors (long form); all goes on as ever."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    async with open_killable_bot(tmp_path) as bot:
        resource.prlimit(bot.pid, resource.RLIMIT_NOFILE, (1024, 1024))
        trial = await FaultCase.begin(bot)
        opened: list[asyncio.StreamWriter] = []
        try:
            for _ in range(1040):
                opened.append((await asyncio.open_connection("127.0.0.1", bot.port))[1])
                opened[-1].write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-")
            assert (await bot.ask("/healthz"))[0] == 200
            await trial.check_invariants(notices=0)
        finally:
            for writer in opened:
                writer.close()
