"""Time: three speeds, reminders, absence; and nobody is charged for our downtime or Discord's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from bot.store.rows import TableCommit
from bot.tables.alarm_queue import AlarmQueue
from bot.tables.computer_players import ThinkingTime, max_looks
from bot.tables.intents import (
    AddRobot,
    AskOthers,
    Pause,
    Request,
    Resume,
    Return,
    SetSpeed,
    Start,
    Suspend,
    TimeUp,
    Vote,
)
from bot.tables.results import Done, TableView
from bot.tables.table import Speed
from bot.tables.uptime import Uptime
from cards.kernel.events import Drew
from cards.kernel.moves import PASS_VERB, Action, Move, Refusal
from cards.players.random_player import RandomPlayer
from tests.bot.tables.table_harness import ANN, BEN, CLEO, GUILD, FakeTicker, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


async def left(house: TableHarness) -> float:
    view = await house.view_for(None)
    assert view.deadline is not None
    return view.deadline - house.ticker.wall()


async def kinds(house: TableHarness) -> list[str]:
    return [type(change.intent).__name__ for change in house.notes.changes]


@pytest.mark.usefixtures("slow_watch")
@pytest.mark.parametrize(("speed", "seconds"), [("live", 60), ("relaxed", 600), ("post", 24 * 3600)])
async def test_three_speeds(house: TableHarness, speed: Speed, seconds: int) -> None:
    await house.sit_down(ANN, BEN, speed=speed)
    assert await left(house) == seconds
    await house.advance(seconds - 1)
    assert (await kinds(house))[-1] == "Start"
    await house.advance(1.5)
    assert (await kinds(house))[-1] == "AskOthers"
    await house.advance(seconds / 2)
    assert (await kinds(house))[-1] == "TimeUp"


async def test_the_others_may_go_on_at_once(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(61)
    poll = (await house.view_for(BEN)).table.poll
    assert poll is not None
    assert (poll.kind, poll.asker, poll.subject, poll.asked) == ("go_on", -1, 0, (1, 2))
    assert await left(house) == 29
    assert await house.refused(ANN, Vote(False)) == "no_vote"
    await house.done(BEN, Vote(True))
    change = await house.done(CLEO, Vote(True))
    assert (change.table.poll, change.table.seats[0].missed) == (None, 1)
    pending = (await house.view_for(None)).pending
    assert pending is not None
    assert pending.name == "put_back"


async def test_the_others_may_wait_on(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(61)
    assert (await house.done(CLEO, Vote(False))).table.poll is None
    assert await left(house) == 60
    await house.advance(61)
    poll = (await house.view_for(BEN)).table.poll
    assert poll is not None
    assert poll.revision > 6


async def test_whoever_was_waited_for_may_still_move_while_the_others_are_asked(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(61)
    table = (await house.act(ANN, "play")).table
    assert (table.poll, table.seats[0].missed) == (None, 0)


async def test_a_restart_while_the_others_are_asked(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(61)
    again = await house.restart()
    assert 28 <= await left(again) <= 30
    await again.done(BEN, Vote(True))
    await again.done(CLEO, Vote(True))
    await again.close()


async def test_a_new_speed_counts_from_the_next_wait_on(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.done(ANN, SetSpeed("relaxed"))
    assert await left(house) == 60
    await house.act(ANN, "play")
    assert await left(house) == 300


async def test_a_pass_leaves_the_clock_and_a_material_act_restarts_it(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(ANN, "play")
    await house.advance(20)
    await house.act(BEN, "pass")
    assert await left(house) == 10
    await house.act(CLEO, "cancel")
    assert await left(house) == 30


async def test_time_running_out_leads_on_safely(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.act(ANN, "play")
    await house.advance(31)
    view = await house.view_for(ANN)
    assert view.pending is not None
    assert (view.pending.name, view.game_view.scores[0] > 0) == ("put_back", True)
    assert view.events[-1].kind == "scored"


async def test_a_reminder_at_half_time_comes_once(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(29)
    assert house.notes.nudges == []
    await house.advance(2)
    (nudge,) = house.notes.nudges
    assert (nudge.stage, nudge.seats) == ("half", (0,))
    again = await house.restart()
    await again.advance(10)
    assert again.notes.nudges == []
    await again.close()


async def test_short_waits_have_no_reminder(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.act(ANN, "play")
    await house.advance(29)
    assert house.notes.nudges == []


async def test_who_misses_two_long_waits_is_away_until_a_press(house: TableHarness) -> None:
    """H-17: after two missed waits somebody is absent."""
    await house.sit_down(ANN, BEN)
    await house.advance(91)
    assert (await house.view_for(ANN)).table.seats[0].missed == 1
    await house.advance(91)
    table = (await house.view_for(ANN)).table
    assert (table.seats[0].away, table.seats[1].away, table.halt) == (True, False, "")
    await house.act(ANN, "lay")
    assert not (await house.view_for(ANN)).table.seats[0].away


async def test_a_seat_is_taken_back_behind_what_is_under_way(house: TableHarness) -> None:
    """That there is nothing to take back is told at once only while nothing may take the seat away."""
    await house.sit_down(ANN, BEN)
    (actor,) = house.service.actors()
    gate = asyncio.Event()
    first = asyncio.create_task(actor.enqueue(gate.wait))
    await asyncio.sleep(0)
    asked = asyncio.create_task(house.send(ANN, Return()))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not asked.done()
    gate.set()
    assert await asked == Refusal("not_away")
    await first


async def test_somebody_away_takes_the_seat_back_without_a_move(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    assert await house.refused(ANN, Return()) == "not_away"
    assert await house.refused(CLEO, Return()) == "not_away"
    await house.advance(91)
    await house.advance(91)
    drawn = (await house.view_for(ANN)).table.revision
    seat = (await house.done(ANN, Return())).table.seats[0]
    assert (seat.away, seat.away_since, seat.missed) == (False, 0, 0)
    # What others saw is still good: nothing has happened in the game.
    await house.act(BEN, "lay", seen=drawn)


async def test_who_comes_back_can_learn_what_was_done_for_them(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(91)
    await house.advance(91)
    before = (await house.view_for(ANN)).table.seats[0]
    assert before.away
    for _ in range(3):
        await house.advance(1)
    await house.act(ANN, "lay")
    past = await house.service.past_since(house.table, ANN, before.away_since)
    assert all(revision.revision > before.away_since for revision in past)
    mine = [event for revision in past for event in revision.events if event.seat == 0]
    assert mine[-1].kind == "laid"
    assert past[-1].seat == 0
    assert not past[-1].played_by_host
    theirs = await house.service.past_since(house.table, BEN, 0)
    drawn = [e for revision in theirs for e in revision.events if isinstance(e, Drew) and e.seat == 0]
    assert drawn
    assert all(event.cards == () for event in drawn)
    assert (await house.view_for(ANN)).table.seats[0].away_since == 0
    assert await house.service.past_since(999, ANN, 0) == ()


async def test_a_table_whose_people_are_all_away_sleeps_until_one_comes_back(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(1000)
    table = (await house.view_for(None)).table
    assert table.halt == "asleep"
    revision = table.revision
    await house.advance(10_000)
    view = await house.view_for(ANN)
    assert (view.table.revision, view.deadline) == (revision, None)
    change = await house.act(ANN, "lay")
    assert (change.table.halt, change.table.seats[0].away) == ("", False)
    assert (await house.view_for(ANN)).deadline is not None


@pytest.mark.parametrize("halted", [False, True])
async def test_who_wakes_a_table_has_the_time_of_a_person(house: TableHarness, halted: bool) -> None:
    """Not the minute that its caretaker had. Also where the table goes on only later."""
    await house.sit_down(ANN, BEN, start=False)
    await house.done(ANN, SetSpeed("relaxed"))
    await house.done(ANN, Start())
    full = await left(house)
    await house.advance(10_000)
    assert (await house.view_for(None)).table.halt == "asleep"
    if halted:
        await house.done(0, Suspend("removed"))
    for user in (ANN, BEN):
        await house.done(user, Return())
    if halted:
        assert (await house.view_for(None)).deadline is None
        await house.done(0, Resume())
    assert await left(house) == full > 60


async def test_a_pause_keeps_what_is_left(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(20)
    await house.done(BEN, Pause())
    assert (await house.view_for(ANN)).deadline is None
    assert (await house.view_for(ANN)).moves == ()
    await house.advance(10_000)
    await house.done(BEN, Resume())
    assert await left(house) == 40


async def test_downtime_is_not_charged(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(20)
    again = await house.restart()  # an hour later
    assert await left(again) == 40
    await again.advance(41)
    assert (await kinds(again))[-1] == "AskOthers"
    await again.close()


async def test_daily_restarts_do_not_make_a_wait_endless(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, speed="relaxed")
    for _ in range(3):
        await house.advance(180)
        house = await house.restart()
        assert await kinds(house) == []
    await house.advance(200)
    assert (await kinds(house))[-1] == "AskOthers"
    await house.close()


async def test_a_machine_that_slept_charges_nothing(house: TableHarness) -> None:
    """F-40: eight hours of suspend, and no mass time-outs."""
    await house.sit_down(ANN, BEN)
    await house.advance(10)
    house.ticker.seconds += 8 * 3600
    await house.advance(10)
    assert "TimeUp" not in await kinds(house)
    assert 40 <= await left(house) <= 60


async def test_wall_clock_jumps_charge_nothing(house: TableHarness) -> None:
    """F-40: an hour forth, an hour back; the deadline shown follows the wall clock."""
    await house.sit_down(ANN, BEN)
    for jump in (3600, -7200):
        house.ticker.offset += jump
        await house.advance(5)
        assert "TimeUp" not in await kinds(house)
    assert await left(house) == 50


async def test_no_connection_no_charge(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    house.service.maintenance.freeze("gateway")
    await house.advance(1000)
    house.service.maintenance.thaw("gateway")
    assert await left(house) == 60


async def test_an_alarm_that_is_due_waits_for_the_connection(house: TableHarness) -> None:
    """Time stands still, but that does not undo what was due before."""
    await house.sit_down(ANN, BEN)
    for _ in range(2):
        house.ticker.seconds += 35
        await house.view_for(None)  # looks at the clock; nobody has woken the alarms
    house.service.maintenance.connection_lost()
    await house.advance(1000)
    assert (await kinds(house))[-1] == "Start"
    house.service.maintenance.connection_ready()
    await house.advance(1)
    assert (await kinds(house))[-1] == "AskOthers"


async def test_no_clock_runs_until_the_first_connection(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(20)
    again = await house.restart(connected=False)
    await again.advance(1000)
    again.service.maintenance.connection_ready()
    assert await left(again) == 40
    await again.close()


async def test_a_guilds_outage_charges_nobody_there(house: TableHarness) -> None:
    """F-5: the guild is unavailable for twenty minutes."""
    await house.sit_down(ANN, BEN)
    here = house.table
    await house.sit_down(CLEO, ANN, channel=1, guild=1)
    there, house.table = house.table, here
    await house.advance(10)
    house.service.maintenance.guild_lost(GUILD, "unavailable")
    await house.advance(1200)
    assert all(
        change.table.id != here for change in house.notes.changes if isinstance(change.intent, AskOthers)
    )
    assert any(
        change.table.id == there for change in house.notes.changes if isinstance(change.intent, TimeUp)
    )
    assert await house.service.maintenance.guild_back(GUILD, "unavailable")
    assert await left(house) == 50
    await house.advance(51)
    assert house.notes.changes[-1].table.id == here
    assert not await house.service.maintenance.guild_back(GUILD, "unavailable")


async def test_an_outage_lasts_until_its_last_reason_is_gone(house: TableHarness) -> None:
    """F-5: that a message gets through again somewhere does not mean that the guild is back."""
    await house.sit_down(ANN, BEN)
    house.service.maintenance.guild_lost(GUILD, "unavailable")
    await house.advance(600)
    house.service.maintenance.guild_lost(GUILD, "its table is not shown")
    await house.advance(600)
    assert not await house.service.maintenance.guild_back(GUILD, "its table is not shown")
    await house.advance(600)
    assert await house.service.maintenance.guild_back(GUILD, "unavailable")
    assert await left(house) == 60


@pytest.mark.parametrize("stop", [Request(0, 0, Suspend("removed")), Request(0, ANN, Pause())])
async def test_an_outage_takes_nothing_from_a_game_that_is_stopped_meanwhile(
    house: TableHarness, stop: Request
) -> None:
    """F-5: a clock that stands still gets nothing back at the end, so it has to be right before."""
    await house.sit_down(ANN, BEN)
    house.service.maintenance.guild_lost(GUILD, "unavailable")
    house.service.maintenance.guild_lost(GUILD, "its table is not shown")
    await house.advance(20)
    assert not await house.service.maintenance.guild_back(GUILD, "unavailable")
    assert isinstance(await house.service.send(house.table, stop), Done)
    await house.advance(3600)
    assert isinstance(await house.service.send(house.table, replace(stop, intent=Resume())), Done)
    assert await left(house) == 60
    await house.advance(20)
    assert await house.service.maintenance.guild_back(GUILD, "its table is not shown")
    assert await left(house) == 60


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("minutes", [0.75, 20])
async def test_an_outage_that_outlasts_a_restart_charges_nobody(
    house: TableHarness, minutes: float, killed: bool
) -> None:
    """F-5: what an outage has taken is on disk before the process ends, also if that is killed."""
    await house.sit_down(ANN, BEN)
    await house.advance(10)
    house.service.maintenance.guild_lost(GUILD, "unavailable")
    await house.advance(minutes * 60 + 17)
    again = await house.restart(connected=False, killed=killed)
    again.service.maintenance.guild_lost(GUILD, "unavailable")
    again.service.maintenance.connection_ready()
    await again.advance(600)
    assert await again.service.maintenance.guild_back(GUILD, "unavailable")
    # Uptime and deadline are each saved every half minute.
    assert abs(await left(again) - 50) <= (30 if killed else 0)
    assert (await kinds(house), await kinds(again)) == (["Create", "Join", "Start"], [])
    await again.close()


async def test_an_outage_is_saved_seldom_where_people_have_days(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill costs a twentieth of the wait at most, and thousands are not written all the time."""
    commits = 0
    commit = house.store.commit

    async def counted(step: TableCommit) -> None:
        nonlocal commits
        commits += 1
        await commit(step)

    await house.sit_down(ANN, BEN, speed="post")
    monkeypatch.setattr(house.store, "commit", counted)
    house.service.maintenance.guild_lost(GUILD, "unavailable")
    await house.advance(12 * 3600)
    assert 10 <= commits <= 24
    again = await house.restart(connected=False, killed=True)
    again.service.maintenance.guild_lost(GUILD, "unavailable")
    again.service.maintenance.connection_ready()
    assert await again.service.maintenance.guild_back(GUILD, "unavailable")
    assert 0 <= 24 * 3600 - await left(again) <= 24 * 3600 / 20
    await again.close()


async def test_time_that_came_back_during_an_outage_comes_back_once(house: TableHarness) -> None:
    """F-5: at its end a table gets only what it has not got yet, and after that nothing."""
    await house.sit_down(ANN, BEN)
    for outage in (1200, 90):
        house.service.maintenance.guild_lost(GUILD, "unavailable")
        await house.advance(outage)
        assert await house.service.maintenance.guild_back(GUILD, "unavailable")
        assert await left(house) == 60


async def test_computers_play_a_whole_game_by_themselves(house: TableHarness) -> None:
    await house.sit_down(ANN, start=False)
    for _ in range(3):
        await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    for _ in range(300):
        await house.advance(31)
        view: TableView = await house.view_for(ANN)
        if view.table.phase == "ended":
            break
        for verb in ("answer", "luck", "pass"):
            if any(move.verb == verb for move in view.moves):
                await house.act(ANN, verb)
                break
    assert view.table.phase == "ended"
    assert {"RobotAct", "Act"} <= set(await kinds(house))


async def test_a_computers_turn_goes_on_after_a_restart(house: TableHarness) -> None:
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    await house.settle()
    await house.act(ANN, "luck")
    await house.send(ANN, TimeUp(0))
    again = await house.restart()
    await again.act(ANN, "answer")
    await again.advance(1)
    view = await again.view_for(None)
    assert view.pending is not None
    assert 0 in view.pending.awaited
    await again.close()


async def test_a_computer_that_fails_is_replaced_by_one_that_passes(
    house: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(RandomPlayer):
        def choose(self, *args: object) -> object:  # type: ignore[override]
            raise RuntimeError("no idea")

    await house.close()
    broken = await TableHarness.open(games=(replace(TINY_MODULE, players={"broken": Broken}),))
    await broken.sit_down(ANN, start=False)
    await broken.done(ANN, AddRobot("broken"))
    await broken.done(ANN, Start())
    await broken.act(ANN, "play")
    await broken.advance(1)
    view = await broken.view_for(None)
    assert view.pending is not None
    assert view.pending.awaited == (0,)
    assert "no idea" in caplog.text
    await broken.close()


class HeldExecutor(Executor):
    """Thinks at once, and tells what came of it when the test says so."""

    def __init__(self) -> None:
        self.held: list[tuple[Future[Any], Any]] = []
        self.thinks = asyncio.Event()
        self._holds = True

    def submit(self, work: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.held.append((future, work(*args, **more)))
        self.thinks.set()
        if not self._holds:
            self.release()
        return future

    def release(self) -> None:
        self._holds = False
        for future, thought in self.held:
            future.set_result(thought)
        self.held.clear()


async def test_a_computer_whose_turn_comes_while_it_thinks_looks_again() -> None:
    """What it thought of an older state was nothing; it is not left to the clock."""

    class Watchful(RandomPlayer):
        needs_view = True  # so it also thinks while others are awaited

        def choose_or_wait(self, view: Any, moves: list[Move], *more: Any) -> Action | None:
            is_awaited = any(move.verb == PASS_VERB for move in moves)
            return super().choose_or_wait(view, moves, *more) if is_awaited else None

    executor = HeldExecutor()
    kinds_of_players = replace(TINY_MODULE, players={"watchful": Watchful})
    house = await TableHarness.open(games=(kinds_of_players,), executor=executor)
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("watchful"))
    await house.done(ANN, Start())
    await executor.thinks.wait()
    await house.act(ANN, "play")
    executor.release()
    await house.settle()
    view = await house.view_for(None)
    assert view.pending is not None
    assert view.pending.awaited == (0,)
    await house.close()


@pytest.mark.usefixtures("slow_watch")
@pytest.mark.parametrize("slowest", [1.0, 4.0, 20.0, 40.0])
async def test_a_computer_that_waits_decides_in_the_first_half(house: TableHarness, slowest: float) -> None:
    await house.sit_down(ANN, BEN)
    (actor,) = house.service.actors()
    assert actor.state is not None
    looks = max_looks(actor.state, ThinkingTime(0, slowest))
    assert looks * slowest <= await left(house) / 2
    assert looks == (8 if slowest == 1.0 else 30 // slowest)


def test_the_heap_keeps_one_moment_per_table() -> None:
    alarms = AlarmQueue()
    for table in range(100):
        alarms.set(table, 1000 - table)
    for table in range(0, 100, 2):
        alarms.set(table, None)
    for moment in range(2000, 3000):
        alarms.set(1, moment)
    assert (len(alarms), alarms.next()) == (50, 901)
    assert alarms.due(905, 10) == [99, 97, 95]
    assert alarms.due(905, 10) == []
    assert len(alarms.due(99_999, 10)) == 10
    assert len(alarms.due(99_999, 1000)) == 37


def test_uptime_needs_every_reason_gone() -> None:
    ticker = FakeTicker()
    uptime = Uptime(ticker, 5000)
    uptime.freeze("a")
    uptime.freeze("b")
    ticker.seconds += 10
    uptime.thaw("a")
    assert (uptime.frozen, uptime.now()) == (True, 5000)
    uptime.thaw("b")
    ticker.seconds += 10
    assert (uptime.frozen, uptime.now()) == (False, 15_000)
