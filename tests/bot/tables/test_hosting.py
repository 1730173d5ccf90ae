"""Beside the game: pausing, hosts, seats, channels, taking back, ending, playing again."""

from __future__ import annotations

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
from bot.tables.results import Done
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
    (ANN, HandHost(3), "no_seat"),
    (ANN, HandHost(9), "no_seat"),
    (BEN, MoveTo(5), "not_host"),
    (ANN, MoveTo(CHANNEL), "same_channel"),
    (BEN, Kick(0), "not_host"),
    (ANN, Kick(0), "no_seat"),
    (DAN, End(), "not_seated"),
    (DAN, Vote(True), "not_seated"),
    (ANN, Vote(True), "no_poll"),
    (ANN, AskUndo(), "no_undo"),
    (DAN, AskUndo(), "not_seated"),
    (DAN, Replace(1, "Dan"), "no_seat"),
    (DAN, Replace(7, "Dan"), "no_seat"),
    (DAN, Replace(3, ""), "bad_name"),
    (ANN, Replace(3, "Ann"), "seated"),
    (BEN, Replace(2, robot="random"), "not_host"),
    (ANN, Replace(2, robot="random"), "no_seat"),
    (ANN, Replace(2, robot="genius"), "no_robot"),
    (ANN, Rematch(), "wrong_phase"),
]


async def four(house: TableHarness) -> None:
    """Seat Ann, Ben, Cleo and a computer, and start; it is Ann's turn."""
    await house.sit_down(ANN, BEN, CLEO, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())


@pytest.mark.parametrize(("user", "intent", "code"), REFUSED)
async def test_what_is_refused_beside_the_game(
    house: TableHarness, user: int, intent: Intent, code: str
) -> None:
    await four(house)
    assert await house.refused(user, intent) == code


async def test_a_paused_game_takes_no_moves(house: TableHarness) -> None:
    await four(house)
    move = (await house.moves(ANN, "lay"))[0]
    await house.done(CLEO, Pause())
    assert await house.refused(ANN, Act(first_choice(move))) == "halted"
    assert await house.refused(BEN, Pause()) == "halted"
    await house.done(BEN, Resume())
    await house.done(ANN, Act(first_choice(move)))


async def test_the_host_hands_the_table_over(house: TableHarness) -> None:
    await four(house)
    await house.done(ANN, HandHost(2))
    assert await house.refused(ANN, HandHost(1)) == "not_host"
    assert (await house.done(CLEO, HandHost(1))).table.host == BEN


async def test_only_who_is_meant_becomes_host_or_loses_the_seat(house: TableHarness) -> None:
    """What is logged of it names nobody."""
    await four(house)
    for wrong in (Occupant(CLEO), Occupant(DAN, "Ben"), Occupant(0, "Ben")):
        assert await house.refused(ANN, HandHost(1, wrong)) == "seat_changed"
        assert await house.refused(ANN, Kick(1, wrong)) == "seat_changed"
    assert await house.refused(ANN, Kick(3, Occupant(0, "Rusty"))) == "seat_changed"
    await house.done(ANN, Kick(3, Occupant(0, "Dizzy")))
    assert (await house.done(ANN, HandHost(1, Occupant(BEN)))).table.host == BEN
    data = [entry_of(row).data for row in await house.store.log(house.table)][-2:]
    assert data == [{"seat": 3}, {"seat": 1}]


async def test_a_table_moves_to_another_channel_and_frees_its_own(house: TableHarness) -> None:
    await four(house)
    await house.done(ANN, MoveTo(8000))
    moved = await house.service.table_in_channel(8000)
    assert moved is not None
    assert moved.id == house.table
    assert await house.service.table_in_channel(CHANNEL) is None
    here = house.table
    await house.sit_down(DAN, start=False)
    house.table = here
    assert await house.refused(ANN, MoveTo(CHANNEL)) == "occupied"
    assert (await house.view_for(ANN)).table.channel == 8000
    await house.act(ANN, "lay")


async def test_a_table_that_has_moved_is_not_suspended_for_its_old_channel(house: TableHarness) -> None:
    """That the old channel is gone may be heard after the host has moved the table."""
    await house.sit_down(ANN, BEN)
    await house.done(ANN, MoveTo(77))
    answer = await house.send(0, Suspend("gone", CHANNEL))
    assert answer == Refusal("moved_away")
    assert (await house.done(0, Suspend("gone", 77))).table.halt == "suspended"


async def test_a_table_that_goes_on_is_not_suspended_for_what_it_showed_before(house: TableHarness) -> None:
    """That such a drawing was not even tried may be heard after somebody has let the game go on."""
    await four(house)
    shown = (await house.done(0, Suspend("permission"))).table.revision
    going_on = (await house.done(BEN, Resume())).table.revision
    answer = await house.service.send(house.table, Request(0, 0, Suspend("permission"), seen=shown))
    assert answer == Refusal("stale", {"revision": going_on})
    await house.service.send(house.table, Request(0, 0, Suspend("permission"), seen=going_on))
    assert (await house.view_for(None)).table.halt == "suspended"


async def test_anybody_seated_can_move_a_suspended_table(house: TableHarness) -> None:
    """F-29: the channel is gone; the game waits for a new one."""
    await four(house)
    await house.service.send(house.table, Request(0, 0, Suspend("channel deleted")))
    assert (await house.view_for(BEN)).deadline is None
    assert await house.refused(DAN, MoveTo(8000)) == "not_host"
    table = (await house.done(BEN, MoveTo(8000))).table
    assert (table.channel, table.halt) == (8000, "")
    assert (await house.view_for(BEN)).deadline is not None


async def asleep(house: TableHarness) -> int:
    """Seat two people and a computer, let both people stay away, and return the revision."""
    await house.sit_down(ANN, BEN, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    await house.advance(3600)
    table = (await house.view_for(None)).table
    assert table.halt == "asleep"
    return table.revision


async def test_a_sleeping_table_sleeps_on_when_the_bot_is_invited_back(house: TableHarness) -> None:
    """F-32: nobody has come back, so nobody plays the game to its end."""
    revision = await asleep(house)
    await house.done(0, Suspend("removed"))
    table = (await house.done(0, Resume())).table
    assert (table.halt, table.halt_before, table.trouble) == ("asleep", "", "")
    await house.advance(3600)
    view = await house.view_for(ANN)
    assert (view.table.revision, view.deadline) == (revision + 2, None)
    change = await house.act(ANN, "lay")
    assert (change.table.halt, change.table.seats[0].away) == ("", False)


async def test_a_paused_table_is_paused_when_the_bot_is_invited_back(house: TableHarness) -> None:
    """F-32: also when more than one reason to suspend it has come, and after a restart."""
    await four(house)
    await house.advance(20)
    await house.done(BEN, Pause())
    for reason in ("access", "removed"):
        await house.done(0, Suspend(reason))
    again = await house.restart()
    assert (await again.done(0, Resume())).table.halt == "paused"
    assert (await again.view_for(ANN)).deadline is None
    assert await again.send(0, Resume()) == Refusal("not_halted"), "that is for people"
    assert (await again.done(BEN, Resume())).table.halt == ""
    await again.close()


async def test_who_comes_back_to_a_suspended_sleeper_wakes_it(house: TableHarness) -> None:
    await asleep(house)
    await house.done(0, Suspend("removed"))
    assert (await house.done(BEN, Return())).table.halt == "suspended"
    assert (await house.done(0, Resume())).table.halt == ""


async def test_who_takes_a_seat_wakes_a_sleeping_table(house: TableHarness) -> None:
    await asleep(house)
    table = (await house.done(CLEO, Replace(2, name="Cleo"))).table
    assert (table.halt, table.seats[2].user, table.seats[2].away) == ("", CLEO, False)
    assert (await house.view_for(CLEO)).deadline is not None


@pytest.mark.parametrize(("halt", "after"), [("asleep", ""), ("paused", "paused")])
async def test_who_takes_a_seat_wakes_a_suspended_sleeper_and_resumes_nothing(
    house: TableHarness, halt: str, after: str
) -> None:
    await asleep(house)
    if halt == "paused":
        await house.done(ANN, Resume())
        await house.done(ANN, Pause())
    await house.done(0, Suspend("removed"))
    assert (await house.done(CLEO, Replace(2, name="Cleo"))).table.halt == "suspended"
    assert (await house.done(0, Resume())).table.halt == after


async def test_who_moves_a_suspended_sleeper_is_present(house: TableHarness) -> None:
    await asleep(house)
    await house.done(0, Suspend("gone"))
    table = (await house.done(BEN, MoveTo(8000))).table
    assert (table.halt, table.halt_before, table.trouble) == ("", "", "")
    assert [seat.away for seat in table.seats] == [True, False, False]


async def test_a_paused_table_is_paused_where_it_has_moved_to(house: TableHarness) -> None:
    await four(house)
    await house.done(CLEO, Pause())
    await house.done(0, Suspend("gone"))
    assert (await house.done(BEN, MoveTo(8000))).table.halt == "paused"
    assert (await house.view_for(BEN)).deadline is None


@pytest.mark.parametrize("robot", [False, True])
async def test_when_the_last_person_present_leaves_the_others_table_sleeps(
    house: TableHarness, robot: bool
) -> None:
    """No game goes on with computers alone while people have seats in it."""
    await four(house)
    await absent(house, ANN, 0)
    await house.done(CLEO, Leave())
    table = (await house.done(BEN, Leave(robot=robot))).table
    assert (table.phase, table.halt) == ("playing", "asleep")
    await house.advance(3600)
    assert (await house.view_for(ANN)).table.revision == table.revision


async def test_that_the_bot_was_removed_replaces_any_other_reason_for_a_suspension(
    house: TableHarness,
) -> None:
    """A message on its way may be refused just before Discord says that we have been removed."""
    await four(house)
    for reason, known in (("access", "access"), ("removed", "removed"), ("access", "removed")):
        await house.service.send(house.table, Request(0, 0, Suspend(reason)))
        assert (await house.view_for(ANN)).table.trouble == known


async def test_the_name_of_a_lacking_permission_replaces_a_reason_that_does_not_know_it(
    house: TableHarness,
) -> None:
    """A refusal that comes before Discord says which permission was taken does not name it."""
    await four(house)
    named, other = "permission:Send Messages", "permission:View Channel"
    for reason, known in (
        ("permission", "permission"),
        (named, named),
        ("permission", named),
        (other, named),
    ):
        await house.service.send(house.table, Request(0, 0, Suspend(reason)))
        assert (await house.view_for(ANN)).table.trouble == known


async def test_a_kick_of_somebody_present_needs_the_others(house: TableHarness) -> None:
    await four(house)
    poll = (await house.done(ANN, Kick(1))).table.poll
    assert poll is not None
    assert (poll.kind, poll.subject, poll.yes) == ("kick", 1, (0,))
    assert await house.refused(BEN, Vote(False)) == "no_vote"
    assert await house.refused(CLEO, End()) == "poll_on"
    table = (await house.done(CLEO, Vote(True))).table
    assert (table.poll, table.seats[1].dropped) == (None, True)
    assert await house.refused(BEN, Leave()) == "not_seated"


async def test_a_kick_that_finds_no_majority_is_dropped(house: TableHarness) -> None:
    await four(house)
    await house.done(ANN, Kick(1))
    table = (await house.done(CLEO, Vote(False))).table
    assert (table.poll, table.seats[1].dropped) == (None, False)


async def test_a_poll_on_a_kick_outlives_moves_and_a_mind_can_be_changed(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(ANN, Kick(1))
    await house.done(CLEO, Vote(False))
    await house.act(ANN, "lay")
    poll = (await house.view_for(CLEO)).table.poll
    assert poll is not None
    assert poll.no == (2,)
    assert (await house.done(CLEO, Vote(True))).table.seats[1].dropped


async def test_a_vote_for_an_older_question_is_stale(house: TableHarness) -> None:
    await four(house)
    drawn = (await house.view_for(CLEO)).table.revision
    await house.done(ANN, Kick(1))
    assert await house.refused(CLEO, Vote(True), seen=drawn) == "stale"


async def test_computers_and_absent_people_are_kicked_at_once(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(91)
    await house.advance(91)
    assert (await house.view_for(ANN)).table.seats[0].away
    await house.done(ANN, HandHost(1))
    assert (await house.view_for(BEN)).table.seats[0].away
    assert (await house.done(BEN, Kick(0))).table.seats[0].dropped


async def test_a_computer_takes_over_for_somebody_absent_and_a_person_for_a_computer(
    house: TableHarness,
) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(ANN, "luck")
    await house.act(ANN, "answer")
    await house.advance(91)
    await house.advance(91)
    assert (await house.view_for(ANN)).table.seats[1].away
    hand = (await house.view_for(BEN)).game_view.hand
    table = (await house.done(ANN, Replace(1, robot="random"))).table
    assert (table.seats[1].user, table.seats[1].robot) == (0, "random")
    assert table.seats[1].name not in {"Ann", "Ben", "Cleo"}  # a name goes with its person
    assert (await house.view_for(BEN)).seat is None
    table = (await house.done(DAN, Replace(1, "Dan"))).table
    assert (table.seats[1].user, table.seats[1].name, table.seats[1].robot) == (DAN, "Dan", "")
    assert set((await house.view_for(DAN)).game_view.hand) <= set(hand) | set(range(60))
    assert await house.service.tables_of_user(DAN) == [table]


async def test_ending_needs_more_than_half(house: TableHarness) -> None:
    await four(house)
    await house.done(BEN, End())
    table = (await house.done(CLEO, Vote(True))).table
    assert (table.phase, table.winners, table.seed) == ("ended", (), 1)
    assert await house.service.table_in_channel(CHANNEL) is None


async def absent(house: TableHarness, user: int, seat: int) -> None:
    """Let the person miss waits until the caretaker plays."""
    for _ in range(6):
        if (await house.view_for(user)).table.seats[seat].away:
            return
        await house.advance(91)
    raise AssertionError("still there")


async def test_who_asks_is_back_and_those_present_are_asked(house: TableHarness) -> None:
    """A command typed by somebody who was away decides nothing over the head of who is there."""
    await house.sit_down(ANN, BEN)
    await absent(house, ANN, 0)
    table = (await house.done(ANN, End())).table
    assert table.phase == "playing"
    assert table.poll is not None
    assert (table.poll.asked, table.seats[0].away) == ((0, 1), False)
    assert (await house.done(BEN, Vote(True))).table.phase == "ended"


async def test_nobody_votes_who_has_left(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(BEN, End())
    await house.done(BEN, Leave())
    assert (await house.done(CLEO, Vote(True))).table.phase == "playing"
    assert (await house.done(DAN, Vote(True))).table.phase == "ended"


async def test_a_vote_on_somebody_who_leaves_is_over(house: TableHarness) -> None:
    """It must not stand in the way of every other vote."""
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(ANN, Kick(1))
    assert (await house.done(BEN, Leave())).table.poll is None
    assert (await house.done(CLEO, End())).table.poll is not None


def test_a_seat_that_changes_hands_takes_no_vote_along() -> None:
    poll = Poll("end", 5, 0, -1, (0, 1, 2), yes=(0, 1))
    assert poll_without(poll, 1) == Poll("end", 5, 0, -1, (0, 2), yes=(0,))
    assert poll_without(Poll("kick", 5, 0, 1, (0, 2), yes=(0,)), 1) is None
    assert poll_without(Poll("end", 5, 1, -1, (0, 1), yes=(1,)), 1) == Poll("end", 5, -1, -1, (0,))
    assert poll_without(None, 1) is None


async def test_a_vote_that_nobody_is_left_to_decide_is_over(house: TableHarness) -> None:
    """Nobody could answer it any more, and no other one could begin, for the rest of the game."""
    await house.sit_down(ANN, BEN, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    await house.done(ANN, End())
    await house.done(CLEO, Replace(2, name="Cleo"))
    assert (await house.done(ANN, Leave(robot=True))).table.poll is not None
    table = (await house.done(BEN, Leave(robot=True))).table
    assert (table.poll, table.phase, table.host) == (None, "playing", CLEO)
    assert (await house.done(CLEO, End())).table.phase == "ended"


@pytest.mark.parametrize("robot", [False, True])
async def test_a_vote_is_carried_when_the_last_who_has_not_agreed_leaves(
    house: TableHarness, robot: bool
) -> None:
    """Else those who have agreed already would have to press again."""
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(ANN, Kick(1))
    assert (await house.done(CLEO, Leave(robot=robot))).table.poll is not None
    change = await house.done(DAN, Leave(robot=robot))
    assert (change.table.poll, change.table.seats[1].dropped) == (None, True)
    row, entries = await house.store.table(house.table), await house.store.log(house.table)
    view = await house.view_for(ANN)
    assert row is not None
    assert view.game is not None
    again = replay(view.game, entries)[row.revision]
    assert view.game.encode(again) == row.snapshot


async def test_a_vote_is_lost_when_those_who_are_left_cannot_carry_it(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(ANN, End())
    await house.done(BEN, Vote(False))
    assert (await house.done(CLEO, Leave())).table.poll is not None
    table = (await house.done(DAN, Leave(robot=True))).table
    assert (table.poll, table.phase) == (None, "playing")


async def test_a_vote_is_decided_when_somebody_has_gone_away(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.done(BEN, End())
    await absent(house, ANN, 0)
    assert (await house.view_for(None)).table.phase == "ended"


async def test_a_vote_is_over_when_everybody_asked_has_gone_away(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.done(ANN, End())
    await house.advance(3600)
    table = (await house.view_for(None)).table
    assert (table.phase, table.halt, table.poll) == ("playing", "asleep", None)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_move_is_taken_back_when_the_last_who_has_not_agreed_leaves(
    house: TableHarness, restarted: bool
) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    before = await house.view_for(ANN)
    await house.act(ANN, "lay")
    await house.done(ANN, AskUndo())
    await house.done(BEN, Vote(True))
    if restarted:
        house = await house.restart()
    change = await house.done(CLEO, Leave(robot=True))
    assert (change.table.poll, change.table.since) == (None, change.table.revision)
    assert (await house.view_for(ANN)).game_view == before.game_view
    again = await house.restart()
    assert (await again.view_for(ANN)).game_view == before.game_view
    await again.close()


async def test_the_table_goes_on_when_the_last_who_would_wait_leaves(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.advance(61)
    await house.done(BEN, Vote(True))
    change = await house.done(CLEO, Leave(robot=True))
    assert change.table.poll is None
    assert next(event.kind for event in change.events) == "time_up"


async def test_without_anybody_to_ask_the_wait_runs_out_as_it_would_have(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    await house.advance(61)
    due = (await house.view_for(ANN)).deadline
    table = (await house.done(BEN, Leave(robot=True))).table
    assert (table.poll, (await house.view_for(ANN)).deadline) == (None, due)


async def test_nobody_asks_in_the_name_of_who_has_left(house: TableHarness) -> None:
    """The computer in that seat asks nothing, and a person who takes it over does not, either."""
    await house.sit_down(ANN, BEN, CLEO, DAN)
    await house.done(ANN, End())
    poll = (await house.done(ANN, Leave(robot=True))).table.poll
    assert poll is not None
    assert poll.asker == -1
    view = await house.view_for(BEN)
    text = " ".join(block.content for block in public._poll(view.table) if isinstance(block, Text))
    assert "Somebody who has left asks to end this game" in text
    legacy = replace(view.table, poll=replace(poll, asker=0))
    assert public._poll(legacy) == public._poll(view.table)


async def test_who_looks_after_the_channel_ends_a_table_he_does_not_sit_at(house: TableHarness) -> None:
    """An absent host must not block a channel; who plays along asks the others like anybody."""
    await house.sit_down(ANN, BEN, start=False)
    assert await house.refused(BEN, End()) == "not_host"
    assert await house.refused(DAN, End()) == "not_seated"
    assert (await house.done(DAN, End(steward=True))).table.phase == "ended"
    await house.sit_down(ANN, BEN)
    assert (await house.done(BEN, End(steward=True))).table.poll is not None
    assert (await house.done(DAN, End(steward=True))).table.phase == "ended"


async def test_whether_to_wait_is_no_question_while_the_game_stands_still(house: TableHarness) -> None:
    """The vote would block every other one; afterwards people have their time again."""
    await house.sit_down(ANN, BEN)
    await house.advance(61)
    poll = (await house.view_for(BEN)).table.poll
    assert poll is not None
    assert poll.kind == "go_on"
    assert (await house.done(BEN, Pause())).table.poll is None
    await house.done(ANN, Resume())
    await house.advance(50)
    assert (await house.view_for(BEN)).table.poll is None


async def test_somebody_alone_among_computers_ends_at_once(house: TableHarness) -> None:
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    assert (await house.done(ANN, End())).table.phase == "ended"


async def test_a_move_is_taken_back_if_everybody_agrees(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    before = await house.view_for(ANN)
    drawn = (await house.act(ANN, "lay")).table.revision
    await house.done(ANN, AskUndo())
    await house.done(BEN, Vote(True))
    assert (await house.view_for(ANN)).game_view != before.game_view
    change = await house.done(CLEO, Vote(True))
    after = await house.view_for(ANN)
    assert (after.game_view, after.moves, after.events) == (before.game_view, before.moves, before.events)
    assert change.table.since == change.table.revision
    # A button of the time that was taken back must not hit the new one, though the wait looks the same.
    assert await house.refused(ANN, Act(first_choice(after.moves[0])), seen=drawn) == "stale"
    assert await house.refused(ANN, AskUndo()) == "no_undo"


async def test_one_no_keeps_the_move(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(ANN, "lay")
    before = await house.view_for(ANN)
    await house.done(ANN, AskUndo())
    assert (await house.done(BEN, Vote(False))).table.poll is None
    assert (await house.view_for(ANN)).game_view == before.game_view
    await house.done(ANN, AskUndo())


@pytest.mark.parametrize("verb", ["luck", "play"])
async def test_what_has_told_something_new_is_never_taken_back(house: TableHarness, verb: str) -> None:
    await house.sit_down(ANN, BEN)
    await house.act(ANN, verb)
    if verb == "play":
        await house.act(ANN, "pass")
        await house.act(BEN, "pass")
        await house.act(ANN, "answer")
    assert await house.refused(ANN, AskUndo()) == "no_undo"


async def test_only_ones_own_and_only_the_latest_move(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(BEN, "lay")
    assert await house.refused(CLEO, AskUndo()) == "no_undo"
    await house.act(CLEO, "lay")
    assert await house.refused(BEN, AskUndo()) == "no_undo"
    await house.done(CLEO, AskUndo())
    await house.act(ANN, "lay")
    assert (await house.view_for(ANN)).table.poll is None


async def test_the_host_may_ask_for_anybodys_latest_move(house: TableHarness) -> None:
    """H-16: who owns the game settles disputes; even so all have to agree, whose move it was among them."""
    await house.sit_down(ANN, BEN, CLEO)
    before = await house.view_for(BEN)
    await house.act(BEN, "lay")
    await house.done(ANN, AskUndo())
    await house.done(CLEO, Vote(True))
    assert (await house.view_for(BEN)).game_view != before.game_view
    await house.done(BEN, Vote(True))
    assert (await house.view_for(BEN)).game_view == before.game_view
    await house.act(BEN, "lay")
    await house.done(ANN, AskUndo())
    assert (await house.done(BEN, Vote(False))).table.poll is None
    assert (await house.view_for(BEN)).game_view != before.game_view


async def test_taking_back_survives_a_restart(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    before = await house.view_for(ANN)
    await house.act(ANN, "lay")
    again = await house.restart()
    await again.done(ANN, AskUndo())
    third = await again.restart()
    await third.done(BEN, Vote(True))
    assert (await third.view_for(ANN)).game_view == before.game_view
    fourth = await third.restart()
    assert (await fourth.view_for(ANN)).game_view == before.game_view
    assert await fourth.refused(ANN, AskUndo()) == "no_undo"
    await fourth.close()


async def test_a_rematch_keeps_people_game_and_options(house: TableHarness) -> None:
    await four(house)
    await house.done(CLEO, Leave())
    await house.done(BEN, End())
    await house.done(ANN, Vote(True))
    assert await house.refused(CLEO, Rematch()) == "not_seated"
    result = await house.service.send(house.table, Request(900, BEN, Rematch()))
    assert isinstance(result, Done)
    table = result.table
    assert (table.phase, table.host, table.game, table.channel) == ("lobby", ANN, "tiny", CHANNEL)
    assert [(seat.user, seat.robot) for seat in table.seats] == [(ANN, ""), (BEN, ""), (0, "random")]
    again = await house.service.send(house.table, Request(900, BEN, Rematch()))
    assert again == Refusal("already_done", {"revision": 1})
    other = await house.service.send(house.table, Request(901, BEN, Rematch()))
    assert other == Refusal("occupied", {"table": table.id})
    assert await house.service.table_in_channel(CHANNEL) == table
    house.table = table.id
    await house.done(ANN, Start())


@pytest.mark.parametrize("robot", [False, True])
async def test_the_next_host_is_somebody_who_is_there(house: TableHarness, robot: bool) -> None:
    """A host whom the caretaker plays for could not start, hand over or end anything."""
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(ANN, "luck")
    await house.act(ANN, "answer")
    await absent(house, BEN, 1)
    await house.send(ANN, Return())
    assert [seat.away for seat in (await house.view_for(ANN)).table.seats] == [False, True, False]
    assert (await house.done(ANN, Leave(robot=robot))).table.host == CLEO
    assert (await house.done(CLEO, Leave(robot=robot))).table.host == BEN, "where nobody else is left"


@pytest.mark.parametrize("shown", ["hidden", "names"])
async def test_a_rematch_says_of_spectators_what_the_last_game_did(
    house: TableHarness, shown: WatcherDisplay
) -> None:
    await house.sit_down(ANN, BEN)
    await house.done(ANN, SetWatchers(shown))
    await house.done(ANN, End())
    await house.done(BEN, Vote(True))
    result = await house.send(BEN, Rematch())
    assert isinstance(result, Done)
    assert result.table.watchers == shown


async def test_a_rematch_of_an_absent_host_belongs_to_whoever_asks(house: TableHarness) -> None:
    """Else nobody could start it, nor end it."""
    await house.sit_down(ANN, BEN)
    await absent(house, ANN, 0)
    await house.done(BEN, End())
    result = await house.service.send(house.table, Request(900, BEN, Rematch()))
    assert isinstance(result, Done)
    assert result.table.host == BEN


async def test_rules_that_cannot_go_on_suspend_the_table_and_leave_ways_back(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F-44: a rule bug raises; the game is not deleted, and says how to go on."""
    await house.sit_down(ANN, BEN)
    await house.act(ANN, "lay")
    with monkeypatch.context() as patched:
        patched.setattr("tests.bot.tables.tiny.TinyMachine.turn", None)
        patched.setitem(
            __import__("tests.bot.tables.tiny", fromlist=["x"]).TinyMachine.frame_handlers, "turn", None
        )
        await house.advance(91)
    table = (await house.view_for(ANN)).table
    assert table.halt == "suspended"
    assert "was dropped" in caplog.text
    assert table.poll is None
    await house.done(BEN, Resume())
    await house.advance(5)
    assert (await house.view_for(ANN)).table.halt == ""
    await house.act(ANN, "luck")


async def test_a_computer_whose_move_comes_too_late_thinks_again(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody acts while it thinks, in the same wait: that its move is refused then is no fault."""
    choose = ComputerPlayers._choose
    hosts = [BEN]

    async def choose_slowly(self: ComputerPlayers, *arguments: Any) -> Action | None:
        action = await choose(self, *arguments)
        if action is None or not hosts:
            return action
        await house.done(ANN, HandHost(2))
        hosts.pop()
        return action._replace(verb="flee")

    monkeypatch.setattr(ComputerPlayers, "_choose", choose_slowly)
    await house.sit_down(ANN, start=False)
    await house.done(ANN, AddRobot("random"))
    await house.done(BEN, Join("Ben"))
    await house.done(ANN, Start())
    await house.act(ANN, "play")
    await house.advance(10)
    assert hosts == []
    assert "computer at seat" not in caplog.text
    assert "robot_act" in [row.kind for row in await house.store.log(house.table)]
