"""Time: three speeds, reminders, absence; and nobody is charged for our downtime or Discord's."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from bot.store.rows import TableCommit
from bot.tables.alarm_scheduler import AlarmQueue
from bot.tables.computer_players import ThinkingTime, max_looks
from bot.tables.intents import (
    AddRobot,
    AskOthers,
    Pause,
    Request,
    Resume,
    Return,
    SetOptions,
    SetSpeed,
    Start,
    Suspend,
    TimeUp,
    Vote,
)
from bot.tables.results import Change, TableView
from bot.tables.table import Speed
from bot.tables.uptime import Uptime
from cards.kernel.events import Drew
from cards.kernel.moves import PASS_VERB, Action, Move, Refusal
from cards.players.random_player import RandomPlayer
from cards.registry import module_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, GUILD, FakeTicker, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


async def left(harness: TableHarness) -> float:
    view = await harness.view_for(None)
    assert view.deadline is not None
    return view.deadline - harness.ticker.wall()


async def kinds(harness: TableHarness) -> list[str]:
    return [type(change.intent).__name__ for change in harness.notes.changes]


@pytest.mark.usefixtures("slow_watch")
@pytest.mark.parametrize(("speed", "seconds"), [("live", 60), ("relaxed", 600), ("post", 24 * 3600)])
async def test_three_speeds(harness: TableHarness, speed: Speed, seconds: int) -> None:
    await harness.sit_down(ANN, BEN, speed=speed)
    assert await left(harness) == seconds
    await harness.advance(seconds - 1)
    assert (await kinds(harness))[-1] == "Start"
    await harness.advance(1.5)
    assert (await kinds(harness))[-1] == "AskOthers"
    await harness.advance(seconds / 2)
    assert "TimeUp" in (await kinds(harness))[-2:]


async def test_the_others_may_go_on_at_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    poll = await harness.poll()
    assert (poll.kind, poll.asker, poll.subject, poll.asked) == ("go_on", -1, 0, (1, 2))
    assert await left(harness) == 29
    assert await harness.refused(ANN, Vote(False)) == "no_vote"
    await harness.done(BEN, Vote(True))
    change = await harness.done(CLEO, Vote(True))
    assert (change.table.poll, change.table.seats[0].missed) == (None, 1)
    pending = await harness.pending()
    assert pending.name == "put_back"


async def test_the_others_may_wait_on(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    assert (await harness.done(CLEO, Vote(False))).table.poll is None
    assert await left(harness) == 60
    await harness.advance(61)
    poll = await harness.poll()
    assert poll.revision > 6


async def test_whoever_was_waited_for_may_still_move_while_the_others_are_asked(
    harness: TableHarness,
) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    table = (await harness.act(ANN, "play")).table
    assert (table.poll, table.seats[0].missed) == (None, 0)


async def test_a_restart_while_the_others_are_asked(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    again = await harness.restart()
    assert 28 <= await left(again) <= 30
    await again.done(BEN, Vote(True))
    await again.done(CLEO, Vote(True))
    await again.close()


async def test_a_new_speed_counts_from_the_next_wait_on(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.done(ANN, SetSpeed("relaxed"))
    assert await left(harness) == 60
    await harness.act(ANN, "play")
    assert await left(harness) == 300


async def test_a_pass_leaves_the_clock_and_a_material_act_restarts_it(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    await harness.advance(20)
    await harness.act(BEN, "pass")
    assert await left(harness) == 10
    await harness.act(CLEO, "cancel")
    assert await left(harness) == 30


async def test_time_running_out_leads_on_safely(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "play")
    await harness.advance(31)
    view = await harness.view_for(ANN)
    assert view.pending is not None
    assert (view.pending.name, view.game_view.scores[0] > 0) == ("put_back", True)
    assert view.events[-1].kind == "scored"


async def test_a_reminder_at_half_time_comes_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(29)
    assert harness.notes.nudges == []
    await harness.advance(2)
    (nudge,) = harness.notes.nudges
    assert (nudge.stage, nudge.seats) == ("half", (0,))
    again = await harness.restart()
    await again.advance(10)
    assert again.notes.nudges == []
    await again.close()


async def test_short_waits_have_no_reminder(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "play")
    await harness.advance(29)
    assert harness.notes.nudges == []


async def test_who_misses_two_long_waits_is_away_until_a_press(harness: TableHarness) -> None:
    """H-17: after two missed waits somebody is absent."""
    await harness.sit_down(ANN, BEN, speed="relaxed")
    await harness.advance(901)
    assert (await harness.view_for(ANN)).table.seats[0].missed == 1
    await harness.advance(901)
    table = (await harness.view_for(ANN)).table
    assert (table.seats[0].away, table.seats[1].away, table.halt) == (True, False, "")
    await harness.act(ANN, "lay")
    assert not (await harness.view_for(ANN)).table.seats[0].away


async def test_who_misses_two_short_turns_is_away_and_who_only_lets_chances_pass_is_not(
    harness: TableHarness,
) -> None:
    """H-17: times may be set so short that no wait is a long one."""
    await harness.sit_down(ANN, BEN, start=False)
    await harness.done(ANN, SetOptions({"seconds": 15}))
    await harness.done(ANN, Start())
    await harness.act(ANN, "play")
    await harness.advance(16)
    assert [seat.missed for seat in (await harness.view_for(ANN)).table.seats] == [0, 0]
    await harness.advance(300)
    assert all(seat.away for seat in (await harness.view_for(ANN)).table.seats)


async def test_a_seat_is_taken_back_behind_what_is_under_way(harness: TableHarness) -> None:
    """That there is nothing to take back is told at once only while nothing may take the seat away."""
    await harness.sit_down(ANN, BEN)
    (actor,) = harness.service.actors()
    gate = asyncio.Event()
    first = asyncio.create_task(actor.enqueue(gate.wait))
    await asyncio.sleep(0)
    asked = asyncio.create_task(harness.send(ANN, Return()))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not asked.done()
    gate.set()
    assert await asked == Refusal("not_away")
    await first


async def test_somebody_away_takes_the_seat_back_without_a_move(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    assert await harness.refused(ANN, Return()) == "not_away"
    assert await harness.refused(CLEO, Return()) == "not_away"
    await harness.advance(91)
    drawn = (await harness.view_for(ANN)).table.revision
    seat = (await harness.done(ANN, Return())).table.seats[0]
    assert (seat.away, seat.away_since, seat.missed) == (False, 0, 0)
    # What others saw is still good: nothing has happened in the game.
    await harness.act(BEN, "lay", seen=drawn)


async def test_who_comes_back_can_learn_what_was_done_for_them(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(91)
    before = (await harness.view_for(ANN)).table.seats[0]
    assert before.away
    for _ in range(3):
        await harness.advance(1)
    await harness.act(ANN, "lay")
    past = await harness.service.past_since(harness.table, ANN, before.away_since)
    assert all(revision.revision > before.away_since for revision in past)
    mine = [event for revision in past for event in revision.events if event.seat == 0]
    assert mine[-1].kind == "laid"
    assert past[-1].seat == 0
    assert not past[-1].played_by_host
    theirs = await harness.service.past_since(harness.table, BEN, 0)
    drawn = [e for revision in theirs for e in revision.events if isinstance(e, Drew) and e.seat == 0]
    assert drawn
    assert all(event.cards == () for event in drawn)
    assert (await harness.view_for(ANN)).table.seats[0].away_since == 0
    assert await harness.service.past_since(999, ANN, 0) == ()


async def test_a_table_whose_people_are_all_away_sleeps_until_one_comes_back(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(1000)
    table = (await harness.view_for(None)).table
    assert table.halt == "asleep"
    revision = table.revision
    await harness.advance(10_000)
    view = await harness.view_for(ANN)
    assert (view.table.revision, view.deadline) == (revision, None)
    change = await harness.act(ANN, "lay")
    assert (change.table.halt, change.table.seats[0].away) == ("", False)
    assert (await harness.view_for(ANN)).deadline is not None


@pytest.mark.parametrize("halted", [False, True])
async def test_who_wakes_a_table_has_the_time_of_a_person(harness: TableHarness, halted: bool) -> None:
    """Not the minute that its caretaker had. Also where the table goes on only later."""
    await harness.sit_down(ANN, BEN, start=False)
    await harness.done(ANN, SetSpeed("relaxed"))
    await harness.done(ANN, Start())
    full = await left(harness)
    await harness.advance(10_000)
    assert (await harness.view_for(None)).table.halt == "asleep"
    if halted:
        await harness.done(0, Suspend("removed"))
    for user in (ANN, BEN):
        await harness.done(user, Return())
    if halted:
        assert (await harness.view_for(None)).deadline is None
        await harness.done(0, Resume())
    assert await left(harness) == full > 60


async def test_a_pause_keeps_what_is_left(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(20)
    await harness.done(BEN, Pause())
    assert (await harness.view_for(ANN)).deadline is None
    assert (await harness.view_for(ANN)).moves == ()
    await harness.advance(10_000)
    await harness.done(BEN, Resume())
    assert await left(harness) == 40


async def test_downtime_is_not_charged(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(20)
    again = await harness.restart()  # an hour later
    assert await left(again) == 40
    await again.advance(41)
    assert (await kinds(again))[-1] == "AskOthers"
    await again.close()


async def test_daily_restarts_do_not_make_a_wait_endless(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, speed="relaxed")
    for _ in range(3):
        await harness.advance(180)
        harness = await harness.restart()
        assert await kinds(harness) == []
    await harness.advance(200)
    assert (await kinds(harness))[-1] == "AskOthers"
    await harness.close()


async def test_a_machine_that_slept_charges_nothing(harness: TableHarness) -> None:
    """F-40: eight hours of suspend, and no mass time-outs."""
    await harness.sit_down(ANN, BEN)
    await harness.advance(10)
    harness.ticker.seconds += 8 * 3600
    await harness.advance(10)
    assert "TimeUp" not in await kinds(harness)
    assert 40 <= await left(harness) <= 60


async def test_wall_clock_jumps_charge_nothing(harness: TableHarness) -> None:
    """F-40: an hour forth, an hour back; the deadline shown follows the wall clock."""
    await harness.sit_down(ANN, BEN)
    for jump in (3600, -7200):
        harness.ticker.offset += jump
        await harness.advance(5)
        assert "TimeUp" not in await kinds(harness)
    assert await left(harness) == 50


async def test_no_connection_no_charge(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.freeze("gateway")
    await harness.advance(1000)
    harness.service.maintenance.thaw("gateway")
    assert await left(harness) == 60


async def test_an_alarm_that_is_due_waits_for_the_connection(harness: TableHarness) -> None:
    """Time stands still, but that does not undo what was due before."""
    await harness.sit_down(ANN, BEN)
    for _ in range(2):
        harness.ticker.seconds += 35
        await harness.view_for(None)  # looks at the clock; nobody has woken the alarms
    harness.service.maintenance.connection_lost()
    await harness.advance(1000)
    assert (await kinds(harness))[-1] == "Start"
    harness.service.maintenance.connection_ready()
    await harness.advance(1)
    assert (await kinds(harness))[-1] == "AskOthers"


async def test_no_clock_runs_until_the_first_connection(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(20)
    again = await harness.restart(connected=False)
    await again.advance(1000)
    again.service.maintenance.connection_ready()
    assert await left(again) == 40
    await again.close()


async def test_a_guilds_outage_charges_nobody_there(harness: TableHarness) -> None:
    """F-5: the guild is unavailable for twenty minutes."""
    await harness.sit_down(ANN, BEN)
    here = harness.table
    await harness.sit_down(CLEO, ANN, channel=1, guild=1)
    there, harness.table = harness.table, here
    await harness.advance(10)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(1200)
    assert all(
        change.table.id != here for change in harness.notes.changes if isinstance(change.intent, AskOthers)
    )
    assert any(
        change.table.id == there for change in harness.notes.changes if isinstance(change.intent, TimeUp)
    )
    assert await harness.service.maintenance.guild_back(GUILD, "unavailable")
    assert await left(harness) == 50
    await harness.advance(51)
    assert harness.notes.changes[-1].table.id == here
    assert not await harness.service.maintenance.guild_back(GUILD, "unavailable")


async def test_an_outage_lasts_until_its_last_reason_is_gone(harness: TableHarness) -> None:
    """F-5: that a message gets through again somewhere does not mean that the guild is back."""
    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(600)
    harness.service.maintenance.guild_lost(GUILD, "its table is not shown")
    await harness.advance(600)
    assert not await harness.service.maintenance.guild_back(GUILD, "its table is not shown")
    await harness.advance(600)
    assert await harness.service.maintenance.guild_back(GUILD, "unavailable")
    assert await left(harness) == 60


@pytest.mark.parametrize("stop", [Request(0, 0, Suspend("removed")), Request(0, ANN, Pause())])
async def test_an_outage_takes_nothing_from_a_game_that_is_stopped_meanwhile(
    harness: TableHarness, stop: Request
) -> None:
    """F-5: a clock that stands still gets nothing back at the end, so it has to be right before."""
    await harness.sit_down(ANN, BEN)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    harness.service.maintenance.guild_lost(GUILD, "its table is not shown")
    await harness.advance(20)
    assert not await harness.service.maintenance.guild_back(GUILD, "unavailable")
    assert isinstance(await harness.service.send(harness.table, stop), Change)
    await harness.advance(3600)
    assert isinstance(await harness.service.send(harness.table, replace(stop, intent=Resume())), Change)
    assert await left(harness) == 60
    await harness.advance(20)
    assert await harness.service.maintenance.guild_back(GUILD, "its table is not shown")
    assert await left(harness) == 60


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("minutes", [0.75, 20])
async def test_an_outage_that_outlasts_a_restart_charges_nobody(
    harness: TableHarness, minutes: float, killed: bool
) -> None:
    """F-5: what an outage has taken is on disk before the process ends, also if that is killed."""
    await harness.sit_down(ANN, BEN)
    await harness.advance(10)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(minutes * 60 + 17)
    again = await harness.restart(connected=False, killed=killed)
    again.service.maintenance.guild_lost(GUILD, "unavailable")
    again.service.maintenance.connection_ready()
    await again.advance(600)
    assert await again.service.maintenance.guild_back(GUILD, "unavailable")
    # Uptime and deadline are each saved every half minute.
    assert abs(await left(again) - 50) <= (30 if killed else 0)
    assert (await kinds(harness), await kinds(again)) == (["Create", "Join", "Start"], [])
    await again.close()


async def test_an_outage_is_saved_seldom_where_people_have_days(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill costs a twentieth of the wait at most, and thousands are not written all the time."""
    commits = 0
    commit = harness.store.commit

    async def counted(step: TableCommit) -> None:
        nonlocal commits
        commits += 1
        await commit(step)

    await harness.sit_down(ANN, BEN, speed="post")
    monkeypatch.setattr(harness.store, "commit", counted)
    harness.service.maintenance.guild_lost(GUILD, "unavailable")
    await harness.advance(12 * 3600)
    assert 10 <= commits <= 24
    again = await harness.restart(connected=False, killed=True)
    again.service.maintenance.guild_lost(GUILD, "unavailable")
    again.service.maintenance.connection_ready()
    assert await again.service.maintenance.guild_back(GUILD, "unavailable")
    assert 0 <= 24 * 3600 - await left(again) <= 24 * 3600 / 20
    await again.close()


async def test_time_that_came_back_during_an_outage_comes_back_once(harness: TableHarness) -> None:
    """F-5: at its end a table gets only what it has not got yet, and after that nothing."""
    await harness.sit_down(ANN, BEN)
    for outage in (1200, 90):
        harness.service.maintenance.guild_lost(GUILD, "unavailable")
        await harness.advance(outage)
        assert await harness.service.maintenance.guild_back(GUILD, "unavailable")
        assert await left(harness) == 60


async def test_computers_play_a_whole_game_by_themselves(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    for _ in range(3):
        await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    for _ in range(300):
        await harness.advance(31)
        view: TableView = await harness.view_for(ANN)
        if view.table.phase == "ended":
            break
        for verb in ("answer", "luck", "pass"):
            if any(move.verb == verb for move in view.moves):
                await harness.act(ANN, verb)
                break
    assert view.table.phase == "ended"
    assert {"RobotAct", "Act"} <= set(await kinds(harness))


async def test_a_computers_turn_goes_on_after_a_restart(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    await harness.settle()
    await harness.act(ANN, "luck")
    await harness.send(ANN, TimeUp(0))
    again = await harness.restart()
    await again.act(ANN, "answer")
    await again.advance(1)
    view = await again.view_for(None)
    assert view.pending is not None
    assert 0 in view.pending.awaited
    await again.close()


async def test_a_computer_that_fails_is_replaced_by_one_that_passes(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(RandomPlayer):
        def choose(self, *args: object) -> object:  # type: ignore[override]
            raise RuntimeError("no idea")

    await harness.close()
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
    harness = await TableHarness.open(games=(kinds_of_players,), executor=executor)
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("watchful"))
    await harness.done(ANN, Start())
    await executor.thinks.wait()
    await harness.act(ANN, "play")
    executor.release()
    await harness.settle()
    view = await harness.view_for(None)
    assert view.pending is not None
    assert view.pending.awaited == (0,)
    await harness.close()


@pytest.mark.usefixtures("slow_watch")
@pytest.mark.parametrize("slowest", [1.0, 4.0, 20.0, 40.0])
async def test_a_computer_that_waits_decides_in_the_first_half(harness: TableHarness, slowest: float) -> None:
    await harness.sit_down(ANN, BEN)
    (actor,) = harness.service.actors()
    assert actor.state is not None
    looks = max_looks(actor.state, ThinkingTime(0, slowest))
    assert looks * slowest <= await left(harness) / 2
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


async def test_one_no_a_round_does_not_stall_a_game(harness: TableHarness) -> None:
    """The second time half of those who are there are enough; nobody else has to answer."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    assert (await harness.done(CLEO, Vote(False))).table.poll is None
    await harness.advance(61)
    assert (await harness.done(CLEO, Vote(False))).table.poll is not None
    change = await harness.done(BEN, Vote(True))
    assert (change.table.poll, change.table.seats[0].missed) == (None, 1)


async def test_most_can_wait_as_long_as_they_like(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    for _ in range(4):
        await harness.advance(61)
        await harness.send(BEN, Vote(False))
        await harness.send(CLEO, Vote(False))
        assert (await harness.view_for(BEN)).table.seats[0].missed == 0


LONG = {"seconds": 90}
"""A turn of 180 live seconds, as the games have."""


async def long_turns(harness: TableHarness, *users: int) -> None:
    await harness.sit_down(*users, start=False)
    await harness.done(users[0], SetOptions(LONG))
    await harness.done(users[0], Start())


async def test_an_idle_friend_costs_two_minutes_at_a_live_table(harness: TableHarness) -> None:
    """H-17: whoever presses nothing is reminded after one, and the others need not even vote."""
    await long_turns(harness, ANN, BEN, CLEO)
    assert await left(harness) == 180
    began = harness.ticker.seconds
    await harness.advance(61)
    assert [nudge.seats for nudge in harness.notes.nudges] == [(0,)]
    await harness.advance(30)
    assert (await harness.poll()).kind == "go_on"
    while not (await harness.view_for(BEN)).table.seats[0].away:
        await harness.advance(1)
    assert harness.ticker.seconds - began <= 120


async def test_who_looks_at_cards_is_thinking_and_has_all_the_time(harness: TableHarness) -> None:
    """Each press puts the question off, up to the end of the wait."""
    await long_turns(harness, ANN, BEN, CLEO)
    for _ in range(2):
        await harness.advance(60)
        assert await harness.refused(ANN, Return()) == "not_away"
    await harness.advance(59)
    assert (await harness.view_for(BEN)).table.poll is None
    await harness.advance(2)
    assert (await harness.poll()).kind == "go_on"


async def test_who_is_asked_about_says_once_by_any_press_that_they_are_there(harness: TableHarness) -> None:
    await long_turns(harness, ANN, BEN, CLEO)
    await harness.advance(91)
    assert (await harness.poll()).kind == "go_on"
    table = (await harness.done(ANN, Return())).table
    assert (table.poll, table.seats[0].away) == (None, False)
    assert await left(harness) == 180
    await harness.advance(91)
    assert (await harness.poll()).kind == "go_on"
    assert await harness.refused(ANN, Return()) == "not_away", "else looking alone could hold the table"
    await harness.advance(30)
    assert (await harness.view_for(BEN)).table.seats[0].away


async def test_whoever_plays_with_computers_alone_has_the_whole_time(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, SetOptions(LONG))
    await harness.done(ANN, Start())
    await harness.advance(179)
    table = (await harness.view_for(ANN)).table
    assert (table.seats[0].missed, table.poll) == (0, None)


@pytest.mark.usefixtures("slow_watch")
async def test_other_speeds_ask_when_the_time_is_up(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, speed="relaxed")
    await harness.advance(599)
    assert (await harness.view_for(BEN)).table.poll is None
    await harness.advance(2)
    assert (await harness.poll()).kind == "go_on"


async def test_with_thirty_seconds_a_turn_nobody_misses_five_turns_in_a_row_and_stays() -> None:
    """H-17: misses count whatever the time, as long as the seat has to act and not only may."""
    harness = await TableHarness.open(games=(module_of("classic"),), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, game="classic", start=False)
    await harness.done(ANN, SetOptions({"turn_seconds": 30, "answer_seconds": 15}))
    await harness.done(ANN, Start())
    missed = 0
    while not (table := (await harness.view_for(ANN)).table).seats[0].away:
        if table.poll is not None:
            await harness.advance(16)
        pending = await harness.pending()
        missed += not pending.optional and 0 in pending.awaited
        for user, seat in ((BEN, 1), (CLEO, 2)):
            if seat in pending.awaited:
                await harness.act(user, (await harness.view_for(user)).moves[0].verb)
        await harness.advance(31)
        assert missed <= 5
    await harness.close()
