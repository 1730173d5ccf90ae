"""Beside the game: pausing, hosts, seats, channels, taking back, ending, playing again."""

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.computer_players import ComputerPlayers
from bot.tables.history import entry_of, replay
from bot.tables.intents import (
    Act,
    AddRobot,
    AskUndo,
    End,
    HandHost,
    Intent,
    Join,
    Kick,
    Leave,
    MoveTo,
    Pause,
    Rematch,
    Replace,
    Request,
    Resume,
    Return,
    SetWatchers,
    Start,
    Suspend,
    Vote,
)
from bot.tables.play import poll_without
from bot.tables.results import Change
from bot.tables.table import Occupant, Poll, WatcherDisplay
from bot.views.base.layout import Text
from bot.views.table import public
from cards.kernel.moves import Action, Refusal
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, TableHarness, first_choice

REFUSED: list[tuple[int, Intent, str]] = [
    (DAN, Pause(), "not_seated"),
    (ANN, Resume(), "not_halted"),
    (DAN, Resume(), "not_seated"),
    (BEN, HandHost(2), "not_host"),
    (ANN, HandHost(3), "robot_host"),
    (ANN, HandHost(9), "no_seat"),
    (BEN, MoveTo(5), "not_host"),
    (ANN, MoveTo(CHANNEL), "same_channel"),
    (BEN, Kick(2), "not_host"),
    (DAN, Kick(0), "not_host"),
    (ANN, Kick(0), "own_seat"),
    (DAN, End(), "not_seated"),
    (DAN, Vote(True), "not_seated"),
    (ANN, Vote(True), "no_poll"),
    (ANN, AskUndo(), "no_undo"),
    (DAN, AskUndo(), "not_seated"),
    (DAN, Replace(1, "Dan"), "seat_held"),
    (DAN, Replace(7, "Dan"), "no_seat"),
    (DAN, Replace(3, ""), "bad_name"),
    (ANN, Replace(3, "Ann"), "seated"),
    (BEN, Replace(2, robot="random"), "not_host"),
    (ANN, Replace(2, robot="random"), "still_here"),
    (ANN, Replace(2, robot="genius"), "no_robot"),
    (ANN, Rematch(), "wrong_phase"),
]


async def four(harness: TableHarness) -> None:
    """Seat Ann, Ben, Cleo and a computer, and start; it is Ann's turn."""
    await harness.sit_down(ANN, BEN, CLEO, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())


@pytest.mark.parametrize(("user", "intent", "code"), REFUSED)
async def test_what_is_refused_beside_the_game(
    harness: TableHarness, user: int, intent: Intent, code: str
) -> None:
    await four(harness)
    assert await harness.refused(user, intent) == code


async def test_a_paused_game_takes_no_moves(harness: TableHarness) -> None:
    await four(harness)
    move = (await harness.moves(ANN, "lay"))[0]
    await harness.done(CLEO, Pause())
    assert await harness.refused(ANN, Act(first_choice(move))) == "halted"
    assert await harness.refused(BEN, Pause()) == "halted"
    await harness.done(BEN, Resume())
    await harness.done(ANN, Act(first_choice(move)))


async def test_the_host_hands_the_table_over(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(ANN, HandHost(2))
    assert await harness.refused(ANN, HandHost(1)) == "not_host"
    assert (await harness.done(CLEO, HandHost(1))).table.host == BEN


async def test_only_who_is_meant_becomes_host_or_loses_the_seat(harness: TableHarness) -> None:
    """What is logged of it names nobody."""
    await four(harness)
    for wrong in (Occupant(CLEO), Occupant(DAN, "Ben"), Occupant(0, "Ben")):
        assert await harness.refused(ANN, HandHost(1, wrong)) == "seat_changed"
        assert await harness.refused(ANN, Kick(1, wrong)) == "seat_changed"
    assert await harness.refused(ANN, Kick(3, Occupant(0, "Rusty"))) == "seat_changed"
    await harness.done(ANN, Kick(3, Occupant(0, "Dizzy")))
    assert (await harness.done(ANN, HandHost(1, Occupant(BEN)))).table.host == BEN
    data = [entry_of(row).data for row in await harness.store.log(harness.table)][-2:]
    assert data == [{"seat": 3}, {"seat": 1}]


async def test_a_table_moves_to_another_channel_and_frees_its_own(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(ANN, MoveTo(8000))
    moved = await harness.service.table_in_channel(8000)
    assert moved is not None
    assert moved.id == harness.table
    assert await harness.service.table_in_channel(CHANNEL) is None
    here = harness.table
    await harness.sit_down(DAN, start=False)
    harness.table = here
    assert await harness.refused(ANN, MoveTo(CHANNEL)) == "occupied"
    assert (await harness.view_for(ANN)).table.channel == 8000
    await harness.act(ANN, "lay")


async def test_a_table_that_has_moved_is_not_suspended_for_its_old_channel(harness: TableHarness) -> None:
    """That the old channel is gone may be heard after the host has moved the table."""
    await harness.sit_down(ANN, BEN)
    await harness.done(ANN, MoveTo(77))
    answer = await harness.send(0, Suspend("gone", CHANNEL))
    assert answer == Refusal("moved_away")
    assert (await harness.done(0, Suspend("gone", 77))).table.halt == "suspended"


async def test_a_table_that_goes_on_is_not_suspended_for_what_it_showed_before(harness: TableHarness) -> None:
    """That such a drawing was not even tried may be heard after somebody has let the game go on."""
    await four(harness)
    shown = (await harness.done(0, Suspend("permission"))).table.revision
    going_on = (await harness.done(BEN, Resume())).table.revision
    answer = await harness.service.send(harness.table, Request(0, 0, Suspend("permission"), seen=shown))
    assert answer == Refusal("stale", {"revision": going_on})
    await harness.service.send(harness.table, Request(0, 0, Suspend("permission"), seen=going_on))
    assert (await harness.view_for(None)).table.halt == "suspended"


async def test_anybody_seated_can_move_a_suspended_table(harness: TableHarness) -> None:
    """F-29: the channel is gone; the game waits for a new one."""
    await four(harness)
    await harness.service.send(harness.table, Request(0, 0, Suspend("channel deleted")))
    assert (await harness.view_for(BEN)).deadline is None
    assert await harness.refused(DAN, MoveTo(8000)) == "not_host"
    table = (await harness.done(BEN, MoveTo(8000))).table
    assert (table.channel, table.halt) == (8000, "")
    assert (await harness.view_for(BEN)).deadline is not None


async def asleep(harness: TableHarness) -> int:
    """Seat two people and a computer, let both people stay away, and return the revision."""
    await harness.sit_down(ANN, BEN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    await harness.advance(3600)
    table = (await harness.view_for(None)).table
    assert table.halt == "asleep"
    return table.revision


async def test_a_sleeping_table_sleeps_on_when_the_bot_is_invited_back(harness: TableHarness) -> None:
    """F-32: nobody has come back, so nobody plays the game to its end."""
    revision = await asleep(harness)
    await harness.done(0, Suspend("removed"))
    table = (await harness.done(0, Resume())).table
    assert (table.halt, table.halt_before, table.trouble) == ("asleep", "", "")
    await harness.advance(3600)
    view = await harness.view_for(ANN)
    assert (view.table.revision, view.deadline) == (revision + 2, None)
    change = await harness.act(ANN, "lay")
    assert (change.table.halt, change.table.seats[0].away) == ("", False)


async def test_a_paused_table_is_paused_when_the_bot_is_invited_back(harness: TableHarness) -> None:
    """F-32: also when more than one reason to suspend it has come, and after a restart."""
    await four(harness)
    await harness.advance(20)
    await harness.done(BEN, Pause())
    for reason in ("access", "removed"):
        await harness.done(0, Suspend(reason))
    again = await harness.restart()
    assert (await again.done(0, Resume())).table.halt == "paused"
    assert (await again.view_for(ANN)).deadline is None
    assert await again.send(0, Resume()) == Refusal("not_halted"), "that is for people"
    assert (await again.done(BEN, Resume())).table.halt == ""
    await again.close()


async def test_who_comes_back_to_a_suspended_sleeper_wakes_it(harness: TableHarness) -> None:
    await asleep(harness)
    await harness.done(0, Suspend("removed"))
    assert (await harness.done(BEN, Return())).table.halt == "suspended"
    assert (await harness.done(0, Resume())).table.halt == ""


async def test_who_takes_a_seat_wakes_a_sleeping_table(harness: TableHarness) -> None:
    await asleep(harness)
    table = (await harness.done(CLEO, Replace(2, name="Cleo"))).table
    assert (table.halt, table.seats[2].user, table.seats[2].away) == ("", CLEO, False)
    assert (await harness.view_for(CLEO)).deadline is not None


@pytest.mark.parametrize(("halt", "after"), [("asleep", ""), ("paused", "paused")])
async def test_who_takes_a_seat_wakes_a_suspended_sleeper_and_resumes_nothing(
    harness: TableHarness, halt: str, after: str
) -> None:
    await asleep(harness)
    if halt == "paused":
        await harness.done(ANN, Resume())
        await harness.done(ANN, Pause())
    await harness.done(0, Suspend("removed"))
    assert (await harness.done(CLEO, Replace(2, name="Cleo"))).table.halt == "suspended"
    assert (await harness.done(0, Resume())).table.halt == after


async def test_who_moves_a_suspended_sleeper_is_present(harness: TableHarness) -> None:
    await asleep(harness)
    await harness.done(0, Suspend("gone"))
    table = (await harness.done(BEN, MoveTo(8000))).table
    assert (table.halt, table.halt_before, table.trouble) == ("", "", "")
    assert [seat.away for seat in table.seats] == [True, False, False]


async def test_a_paused_table_is_paused_where_it_has_moved_to(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(CLEO, Pause())
    await harness.done(0, Suspend("gone"))
    assert (await harness.done(BEN, MoveTo(8000))).table.halt == "paused"
    assert (await harness.view_for(BEN)).deadline is None


@pytest.mark.parametrize("robot", [False, True])
async def test_when_the_last_person_present_leaves_the_others_table_sleeps(
    harness: TableHarness, robot: bool
) -> None:
    """No game goes on with computers alone while people have seats in it."""
    await four(harness)
    await absent(harness, ANN, 0)
    await harness.done(CLEO, Leave())
    table = (await harness.done(BEN, Leave(robot=robot))).table
    assert (table.phase, table.halt) == ("playing", "asleep")
    await harness.advance(3600)
    assert (await harness.view_for(ANN)).table.revision == table.revision


async def test_that_bot_or_channel_are_gone_replaces_other_reasons_for_a_suspension(
    harness: TableHarness,
) -> None:
    """A message on its way may be refused just before Discord says that we, or the channel, were removed."""
    await four(harness)
    for reason, known in (
        ("access", "access"),
        ("gone", "gone"),
        ("permission", "gone"),
        ("removed", "removed"),
        ("gone", "removed"),
    ):
        await harness.service.send(harness.table, Request(0, 0, Suspend(reason)))
        assert (await harness.view_for(ANN)).table.trouble == known


@pytest.mark.parametrize("unnamed", ["permission", "access"])
async def test_the_name_of_a_lacking_permission_replaces_a_reason_that_does_not_know_it(
    harness: TableHarness, unnamed: str
) -> None:
    """A refusal that comes before Discord says which permission was taken does not name it."""
    await four(harness)
    named, other = "permission:Send Messages", "permission:View Channel"
    for reason, known in (
        (unnamed, unnamed),
        (named, named),
        (unnamed, named),
        (other, named),
    ):
        await harness.service.send(harness.table, Request(0, 0, Suspend(reason)))
        assert (await harness.view_for(ANN)).table.trouble == known


async def test_a_kick_of_somebody_present_needs_the_others(harness: TableHarness) -> None:
    await four(harness)
    poll = (await harness.done(ANN, Kick(1))).table.poll
    assert poll is not None
    assert (poll.kind, poll.subject, poll.yes) == ("kick", 1, (0,))
    assert await harness.refused(BEN, Vote(False)) == "no_vote"
    assert await harness.refused(CLEO, End()) == "poll_on"
    table = (await harness.done(CLEO, Vote(True))).table
    assert (table.poll, table.seats[1].dropped) == (None, True)
    assert await harness.refused(BEN, Leave()) == "not_seated"


async def test_a_kick_that_finds_no_majority_is_dropped(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(ANN, Kick(1))
    table = (await harness.done(CLEO, Vote(False))).table
    assert (table.poll, table.seats[1].dropped) == (None, False)


async def test_a_poll_on_a_kick_outlives_moves_and_a_mind_can_be_changed(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(ANN, Kick(1))
    await harness.done(CLEO, Vote(False))
    await harness.act(ANN, "lay")
    poll = await harness.poll()
    assert poll.no == (2,)
    assert (await harness.done(CLEO, Vote(True))).table.seats[1].dropped


async def test_a_vote_for_an_older_question_is_stale(harness: TableHarness) -> None:
    await four(harness)
    drawn = (await harness.view_for(CLEO)).table.revision
    await harness.done(ANN, Kick(1))
    assert await harness.refused(CLEO, Vote(True), seen=drawn) == "stale"


async def test_computers_and_absent_people_are_kicked_at_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(91)
    await harness.advance(91)
    assert (await harness.view_for(ANN)).table.seats[0].away
    await harness.done(ANN, HandHost(1))
    assert (await harness.view_for(BEN)).table.seats[0].away
    assert (await harness.done(BEN, Kick(0))).table.seats[0].dropped


async def test_a_computer_takes_over_for_somebody_absent_and_a_person_for_a_computer(
    harness: TableHarness,
) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    await harness.advance(91)
    await harness.advance(91)
    assert (await harness.view_for(ANN)).table.seats[1].away
    hand = (await harness.view_for(BEN)).game_view.hand
    table = (await harness.done(ANN, Replace(1, robot="random"))).table
    assert (table.seats[1].user, table.seats[1].robot) == (0, "random")
    assert table.seats[1].name not in {"Ann", "Ben", "Cleo"}  # a name goes with its person
    assert (await harness.view_for(BEN)).seat is None
    await harness.done(DAN, Replace(1, "Dan"))
    table = (await harness.done(ANN, Vote(True))).table
    assert (table.seats[1].user, table.seats[1].name, table.seats[1].robot) == (DAN, "Dan", "")
    assert set((await harness.view_for(DAN)).game_view.hand) <= set(hand) | set(range(60))
    assert await harness.service.tables_of_user(DAN) == [table]


async def test_ending_needs_more_than_half(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(BEN, End())
    table = (await harness.done(CLEO, Vote(True))).table
    assert (table.phase, table.winners, table.seed) == ("ended", (), 1)
    assert await harness.service.table_in_channel(CHANNEL) is None


async def absent(harness: TableHarness, user: int, seat: int) -> None:
    """Let the person miss waits until the caretaker plays."""
    for _ in range(6):
        if (await harness.view_for(user)).table.seats[seat].away:
            return
        await harness.advance(91)
    raise AssertionError("still there")


async def test_who_asks_is_back_and_those_present_are_asked(harness: TableHarness) -> None:
    """A command typed by somebody who was away decides nothing over the head of who is there."""
    await harness.sit_down(ANN, BEN)
    await absent(harness, ANN, 0)
    table = (await harness.done(ANN, End())).table
    assert table.phase == "playing"
    assert table.poll is not None
    assert (table.poll.asked, table.seats[0].away) == ((0, 1), False)
    assert (await harness.done(BEN, Vote(True))).table.phase == "ended"


async def test_nobody_votes_who_has_left(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(BEN, End())
    await harness.done(BEN, Leave())
    assert (await harness.done(CLEO, Vote(True))).table.phase == "playing"
    assert (await harness.done(DAN, Vote(True))).table.phase == "ended"


async def test_a_vote_on_somebody_who_leaves_is_over(harness: TableHarness) -> None:
    """It must not stand in the way of every other vote."""
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(ANN, Kick(1))
    assert (await harness.done(BEN, Leave())).table.poll is None
    assert (await harness.done(CLEO, End())).table.poll is not None


def test_a_seat_that_changes_hands_takes_no_vote_along() -> None:
    poll = Poll("end", 5, 0, -1, (0, 1, 2), yes=(0, 1))
    assert poll_without(poll, 1) == Poll("end", 5, 0, -1, (0, 2), yes=(0,))
    assert poll_without(Poll("kick", 5, 0, 1, (0, 2), yes=(0,)), 1) is None
    assert poll_without(Poll("end", 5, 1, -1, (0, 1), yes=(1,)), 1) == Poll("end", 5, -1, -1, (0,))
    assert poll_without(None, 1) is None


async def test_a_vote_that_nobody_is_left_to_decide_is_over(harness: TableHarness) -> None:
    """Nobody could answer it any more, and no other one could begin, for the rest of the game."""
    await harness.sit_down(CLEO, ANN, BEN)
    await absent(harness, CLEO, 0)
    await harness.done(ANN, End())
    await harness.done(CLEO, Return())
    assert (await harness.done(ANN, Leave(robot=True))).table.poll is not None
    table = (await harness.done(BEN, Leave(robot=True))).table
    assert (table.poll, table.phase, table.host) == (None, "playing", CLEO)
    assert (await harness.done(CLEO, End())).table.phase == "ended"


@pytest.mark.parametrize("robot", [False, True])
async def test_a_vote_is_carried_when_the_last_who_has_not_agreed_leaves(
    harness: TableHarness, robot: bool
) -> None:
    """Else those who have agreed already would have to press again."""
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(ANN, Kick(1))
    assert (await harness.done(CLEO, Leave(robot=robot))).table.poll is not None
    change = await harness.done(DAN, Leave(robot=robot))
    assert (change.table.poll, change.table.seats[1].dropped) == (None, True)
    row, entries = await harness.store.table(harness.table), await harness.store.log(harness.table)
    view = await harness.view_for(ANN)
    assert row is not None
    assert view.game is not None
    again = replay(view.game, entries)[row.revision]
    assert view.game.encode(again) == row.snapshot


async def test_a_vote_is_lost_when_those_who_are_left_cannot_carry_it(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(ANN, End())
    await harness.done(BEN, Vote(False))
    assert (await harness.done(CLEO, Leave())).table.poll is not None
    table = (await harness.done(DAN, Leave(robot=True))).table
    assert (table.poll, table.phase) == (None, "playing")


async def test_a_vote_is_decided_when_somebody_has_gone_away(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.done(BEN, End())
    await absent(harness, ANN, 0)
    assert (await harness.view_for(None)).table.phase == "ended"


async def test_a_vote_is_over_when_everybody_asked_has_gone_away(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(ANN, End())
    await harness.advance(3600)
    table = (await harness.view_for(None)).table
    assert (table.phase, table.halt, table.poll) == ("playing", "asleep", None)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_move_is_taken_back_when_the_last_who_has_not_agreed_leaves(
    harness: TableHarness, restarted: bool
) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    before = await harness.view_for(ANN)
    await harness.act(ANN, "lay")
    await harness.done(ANN, AskUndo())
    await harness.done(BEN, Vote(True))
    if restarted:
        harness = await harness.restart()
    change = await harness.done(CLEO, Leave(robot=True))
    assert (change.table.poll, change.table.since) == (None, change.table.revision)
    assert (await harness.view_for(ANN)).game_view == before.game_view
    again = await harness.restart()
    assert (await again.view_for(ANN)).game_view == before.game_view
    await again.close()


async def test_the_table_goes_on_when_the_last_who_would_wait_leaves(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.advance(61)
    await harness.done(BEN, Vote(True))
    change = await harness.done(CLEO, Leave(robot=True))
    assert change.table.poll is None
    assert next(event.kind for event in change.events) == "time_up"


async def test_without_anybody_to_ask_the_wait_runs_out_as_it_would_have(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.advance(61)
    due = (await harness.view_for(ANN)).deadline
    table = (await harness.done(BEN, Leave(robot=True))).table
    assert (table.poll, (await harness.view_for(ANN)).deadline) == (None, due)


async def test_nobody_asks_in_the_name_of_who_has_left(harness: TableHarness) -> None:
    """The computer in that seat asks nothing, and a person who takes it over does not, either."""
    await harness.sit_down(ANN, BEN, CLEO, DAN)
    await harness.done(ANN, End())
    poll = (await harness.done(ANN, Leave(robot=True))).table.poll
    assert poll is not None
    assert poll.asker == -1
    view = await harness.view_for(BEN)
    text = " ".join(block.content for block in public._poll(view.table) if isinstance(block, Text))
    assert "Somebody who has left asks to end this game" in text
    legacy = replace(view.table, poll=replace(poll, asker=0))
    assert public._poll(legacy) == public._poll(view.table)


async def test_who_looks_after_the_channel_ends_a_table_he_does_not_sit_at(harness: TableHarness) -> None:
    """An absent host must not block a channel; who plays along asks the others like anybody."""
    await harness.sit_down(ANN, BEN, start=False)
    assert await harness.refused(BEN, End()) == "not_host"
    assert await harness.refused(DAN, End()) == "not_seated"
    assert (await harness.done(DAN, End(steward=True))).table.phase == "ended"
    await harness.sit_down(ANN, BEN)
    assert (await harness.done(BEN, End(steward=True))).table.poll is not None
    assert (await harness.done(DAN, End(steward=True))).table.phase == "ended"


async def test_whether_to_wait_is_no_question_while_the_game_stands_still(harness: TableHarness) -> None:
    """The vote would block every other one; afterwards people have their time again."""
    await harness.sit_down(ANN, BEN)
    await harness.advance(61)
    poll = await harness.poll()
    assert poll.kind == "go_on"
    assert (await harness.done(BEN, Pause())).table.poll is None
    await harness.done(ANN, Resume())
    await harness.advance(50)
    assert (await harness.view_for(BEN)).table.poll is None


async def test_somebody_alone_among_computers_ends_at_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    assert (await harness.done(ANN, End())).table.phase == "ended"


async def test_a_move_is_taken_back_if_everybody_agrees(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    before = await harness.view_for(ANN)
    drawn = (await harness.act(ANN, "lay")).table.revision
    await harness.done(ANN, AskUndo())
    await harness.done(BEN, Vote(True))
    assert (await harness.view_for(ANN)).game_view != before.game_view
    change = await harness.done(CLEO, Vote(True))
    after = await harness.view_for(ANN)
    assert (after.game_view, after.moves, after.events) == (before.game_view, before.moves, before.events)
    assert change.table.since == change.table.revision
    # A button of the time that was taken back must not hit the new one, though the wait looks the same.
    assert await harness.refused(ANN, Act(first_choice(after.moves[0])), seen=drawn) == "stale"
    assert await harness.refused(ANN, AskUndo()) == "no_undo"


async def test_one_no_keeps_the_move(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "lay")
    before = await harness.view_for(ANN)
    await harness.done(ANN, AskUndo())
    assert (await harness.done(BEN, Vote(False))).table.poll is None
    assert (await harness.view_for(ANN)).game_view == before.game_view
    await harness.done(ANN, AskUndo())


@pytest.mark.parametrize("verb", ["luck", "play"])
async def test_what_has_told_something_new_is_never_taken_back(harness: TableHarness, verb: str) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, verb)
    if verb == "play":
        await harness.act(ANN, "pass")
        await harness.act(BEN, "pass")
        await harness.act(ANN, "answer")
    assert await harness.refused(ANN, AskUndo()) == "no_undo"


async def test_only_ones_own_and_only_the_latest_move(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(BEN, "lay")
    assert await harness.refused(CLEO, AskUndo()) == "no_undo"
    await harness.act(CLEO, "lay")
    assert await harness.refused(BEN, AskUndo()) == "no_undo"
    await harness.done(CLEO, AskUndo())
    await harness.act(ANN, "lay")
    assert (await harness.view_for(ANN)).table.poll is None


async def test_the_host_may_ask_for_anybodys_latest_move(harness: TableHarness) -> None:
    """H-16: who owns the game settles disputes; even so all have to agree, whose move it was among them."""
    await harness.sit_down(ANN, BEN, CLEO)
    before = await harness.view_for(BEN)
    await harness.act(BEN, "lay")
    await harness.done(ANN, AskUndo())
    await harness.done(CLEO, Vote(True))
    assert (await harness.view_for(BEN)).game_view != before.game_view
    await harness.done(BEN, Vote(True))
    assert (await harness.view_for(BEN)).game_view == before.game_view
    await harness.act(BEN, "lay")
    await harness.done(ANN, AskUndo())
    assert (await harness.done(BEN, Vote(False))).table.poll is None
    assert (await harness.view_for(BEN)).game_view != before.game_view


async def test_taking_back_survives_a_restart(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    before = await harness.view_for(ANN)
    await harness.act(ANN, "lay")
    again = await harness.restart()
    await again.done(ANN, AskUndo())
    third = await again.restart()
    await third.done(BEN, Vote(True))
    assert (await third.view_for(ANN)).game_view == before.game_view
    fourth = await third.restart()
    assert (await fourth.view_for(ANN)).game_view == before.game_view
    assert await fourth.refused(ANN, AskUndo()) == "no_undo"
    await fourth.close()


async def test_a_rematch_keeps_people_game_and_options(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(CLEO, Leave())
    await harness.done(BEN, End())
    await harness.done(ANN, Vote(True))
    assert await harness.refused(CLEO, Rematch()) == "not_seated"
    result = await harness.service.send(harness.table, Request(900, BEN, Rematch()))
    assert isinstance(result, Change)
    table = result.table
    assert (table.phase, table.host, table.game, table.channel) == ("lobby", ANN, "tiny", CHANNEL)
    assert [(seat.user, seat.robot) for seat in table.seats] == [(ANN, ""), (BEN, ""), (0, "random")]
    again = await harness.service.send(harness.table, Request(900, BEN, Rematch()))
    assert again == Refusal("already_done", {"revision": 1})
    other = await harness.service.send(harness.table, Request(901, BEN, Rematch()))
    assert other == Refusal("occupied", {"table": table.id})
    assert await harness.service.table_in_channel(CHANNEL) == table
    harness.table = table.id
    await harness.done(ANN, Start())


@pytest.mark.parametrize("robot", [False, True])
async def test_the_next_host_is_somebody_who_is_there(harness: TableHarness, robot: bool) -> None:
    """A host whom the caretaker plays for could not start, hand over or end anything."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    await absent(harness, BEN, 1)
    await harness.send(ANN, Return())
    assert [seat.away for seat in (await harness.view_for(ANN)).table.seats] == [False, True, False]
    assert (await harness.done(ANN, Leave(robot=robot))).table.host == CLEO
    assert (await harness.done(CLEO, Leave(robot=robot))).table.host == BEN, "where nobody else is left"


@pytest.mark.parametrize("shown", ["hidden", "names"])
async def test_a_rematch_says_of_spectators_what_the_last_game_did(
    harness: TableHarness, shown: WatcherDisplay
) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.done(ANN, SetWatchers(shown))
    await harness.done(ANN, End())
    await harness.done(BEN, Vote(True))
    result = await harness.send(BEN, Rematch())
    assert isinstance(result, Change)
    assert result.table.watchers == shown


async def test_a_rematch_of_an_absent_host_belongs_to_whoever_asks(harness: TableHarness) -> None:
    """Else nobody could start it, nor end it."""
    await harness.sit_down(ANN, BEN)
    await absent(harness, ANN, 0)
    await harness.done(BEN, End())
    result = await harness.service.send(harness.table, Request(900, BEN, Rematch()))
    assert isinstance(result, Change)
    assert result.table.host == BEN


async def test_rules_that_cannot_go_on_suspend_the_table_and_leave_ways_back(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F-44: a rule bug raises; the game is not deleted, and says how to go on."""
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "lay")
    with monkeypatch.context() as patched:
        patched.setattr("tests.bot.tables.tiny.TinyMachine.turn", None)
        patched.setitem(
            __import__("tests.bot.tables.tiny", fromlist=["x"]).TinyMachine.frame_handlers, "turn", None
        )
        await harness.advance(91)
    table = (await harness.view_for(ANN)).table
    assert table.halt == "suspended"
    assert "was dropped" in caplog.text
    assert table.poll is None
    await harness.done(BEN, Resume())
    await harness.advance(5)
    assert (await harness.view_for(ANN)).table.halt == ""
    await harness.act(ANN, "luck")


async def test_a_computer_whose_move_comes_too_late_thinks_again(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody acts while it thinks, in the same wait: that its move is refused then is no fault."""
    choose = ComputerPlayers._choose
    hosts = [BEN]

    async def choose_slowly(self: ComputerPlayers, *arguments: Any) -> Action | None:
        action = await choose(self, *arguments)
        if action is None or not hosts:
            return action
        await harness.done(ANN, HandHost(2))
        hosts.pop()
        return action._replace(verb="flee")

    monkeypatch.setattr(ComputerPlayers, "_choose", choose_slowly)
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(BEN, Join("Ben"))
    await harness.done(ANN, Start())
    await harness.act(ANN, "play")
    await harness.advance(10)
    assert hosts == []
    assert "computer at seat" not in caplog.text
    assert "robot_act" in [row.kind for row in await harness.store.log(harness.table)]
