"""Who may sit down in a game that is on, and what becomes of the name of who sat there before."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.repair import repair
from bot.tables.intents import AddRobot, End, Kick, Leave, Rematch, Replace, SetOptions, Start, Vote
from bot.tables.results import Change
from bot.tables.table import Former
from bot.views.base.layout import Text
from bot.views.table import lobby, public, story
from cards.registry import GameRegistry, module_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness
from tests.bot.tables.test_forgetting import verify_nowhere
from tests.bot.tables.tiny import TINY_MODULE

TAKE = Replace(3, "Dan")


async def four(harness: TableHarness) -> str:
    """Seat Ann, Ben, Cleo and a computer, and start; return the computer's name."""
    await harness.sit_down(ANN, BEN, CLEO, start=False)
    await harness.done(ANN, AddRobot("random"))
    return (await harness.done(ANN, Start())).table.seats[3].name


async def test_an_onlooker_asks_for_a_seat_and_the_host_alone_can_say_yes(harness: TableHarness) -> None:
    name = await four(harness)
    table = (await harness.done(DAN, TAKE)).table
    assert table.poll is not None
    assert (table.poll.kind, table.poll.subject, table.poll.asked) == ("seat", 3, (0, 1, 2))
    assert table.seat_of(DAN) is None
    assert (await harness.view_for(DAN)).game_view.hand == ()
    (asked, _) = public._poll(table)
    assert isinstance(asked, Text)
    assert f"**Dan** asks to play on for **{name}**" in asked.content
    table = (await harness.done(ANN, Vote(True))).table
    assert (table.poll, table.seat_of(DAN)) == (None, 3)


@pytest.mark.parametrize("game", ["classic", "panic"])
async def test_by_house_rule_a_computers_seat_is_free_for_whoever_comes(game: str) -> None:
    """The lobby says so before anybody sits down."""
    module = module_of(game)
    harness = await TableHarness.open(games=(module,))
    await harness.sit_down(ANN, BEN, CLEO, start=False, game=game)
    await harness.done(ANN, AddRobot())
    await harness.done(ANN, SetOptions({"free_seats": True}))
    assert "House rules: Free seats" in lobby.lobby_screen(await harness.view_for(None), module).as_text()
    name = (await harness.done(ANN, Start())).table.seats[3].name
    table = (await harness.done(DAN, TAKE)).table
    assert (table.poll, table.seat_of(DAN)) == (None, 3)
    view = await harness.view_for(ANN)
    assert any(f"**Dan** plays on for **{name}**" in str(line) for line in story.with_table_news(view, []))
    await harness.close()


async def test_the_others_agree_by_majority_or_refuse(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(DAN, TAKE)
    await harness.done(BEN, Vote(True))
    assert (await harness.done(CLEO, Vote(True))).table.seat_of(DAN) == 3
    await harness.done(DAN, Leave(robot=True))
    await harness.done(105, Replace(3, "Eve"))
    await harness.done(BEN, Vote(False))
    table = (await harness.done(CLEO, Vote(False))).table
    assert (table.poll, table.seat_of(105)) == (None, None)


async def test_an_onlooker_that_asks_stops_no_other_vote(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(DAN, TAKE)
    assert await harness.refused(105, Replace(3, "Eve")) == "poll_on"
    poll = (await harness.done(BEN, End())).table.poll
    assert poll is not None
    assert poll.kind == "end"
    assert await harness.refused(DAN, TAKE) == "poll_on"


async def test_a_seat_that_goes_takes_its_question_along(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(DAN, TAKE)
    assert (await harness.done(ANN, Kick(3))).table.poll is None


async def test_moves_do_not_answer_the_question(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(DAN, TAKE)
    await harness.act(ANN, "lay")
    assert (await harness.done(ANN, Vote(True))).table.seat_of(DAN) == 3


async def test_who_had_the_seat_gets_it_back_unasked(harness: TableHarness) -> None:
    await four(harness)
    await harness.done(CLEO, Leave(robot=True))
    assert (await harness.view_for(ANN)).table.computer_seats(CLEO) == [2, 3]
    await harness.done(CLEO, Replace(3, "Cleo"))
    table = (await harness.done(CLEO, Replace(2, "Cleo"))).table
    assert (table.seat_of(CLEO), table.poll) == (2, None), "and asks for no other seat any more"


async def test_where_nobody_is_there_to_answer_the_seat_is_free(harness: TableHarness) -> None:
    await four(harness)
    await harness.advance(36000)
    table = (await harness.done(DAN, TAKE)).table
    assert (table.seat_of(DAN), table.halt) == (3, "")


async def test_what_was_done_keeps_its_doer(harness: TableHarness) -> None:
    await four(harness)
    table = (await harness.done(CLEO, Leave(robot=True))).table
    left = table.revision
    table = (await harness.done(DAN, Replace(2, "Dan"))).table
    table = (await harness.done(ANN, Vote(True))).table
    names = [table.as_of(at).seats[2].name for at in (left - 1, left, table.revision - 1, table.revision)]
    robot = table.former[1].name
    assert names == ["Cleo", robot, robot, "Dan"]


@pytest.mark.parametrize("taken", [False, True])
async def test_who_asked_for_a_seat_or_had_one_can_be_forgotten(tmp_path: Path, *, taken: bool) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await four(harness)
    await harness.done(DAN, TAKE)
    if taken:
        await harness.done(ANN, Vote(True))
        await harness.done(DAN, Leave(robot=True))
    assert await harness.service.tables_of_user(DAN) == []
    assert await harness.service.tables_knowing(DAN) == [harness.table]
    assert await harness.service.forget_user(DAN)
    table = (await harness.view_for(ANN)).table
    assert table.poll is None
    assert [one.name for one in table.former[1:]] == ["Somebody"] * taken
    await harness.close()
    assert b"Dan" not in (tmp_path / "games.db").read_bytes()
    await verify_nowhere(tmp_path / "games.db", DAN)


async def test_who_asked_for_a_seat_is_found_again_by_a_repair(tmp_path: Path) -> None:
    """Nothing but the list of who sat where leads to them."""
    path = tmp_path / "games.db"
    harness = await TableHarness.open(path)
    await four(harness)
    await harness.done(CLEO, Leave(robot=True))
    await harness.done(DAN, TAKE)
    await harness.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        before = connection.execute("SELECT * FROM sitters ORDER BY user").fetchall()
        connection.execute("DELETE FROM sitters")
    repair(path, GameRegistry((TINY_MODULE,)))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM sitters ORDER BY user").fetchall() == before
    assert {CLEO, DAN} <= {user for row in before for user in row}


async def test_play_again_asks_all_who_sat_there(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await four(harness)
    await harness.done(CLEO, Leave(robot=True))
    await harness.done(BEN, End())
    await harness.done(ANN, Vote(True))
    result = await harness.send(ANN, Rematch())
    assert isinstance(result, Change)
    harness.table = result.table.id
    assert {one.user for one in result.table.former} == {BEN, CLEO}
    screen = lobby.lobby_screen(await harness.view_for(ANN), TINY_MODULE)
    assert sorted(screen.mentioned_users) == [BEN, CLEO]
    assert f"<@{CLEO}>" in screen.as_text()
    assert await harness.service.forget_user(CLEO)
    assert Former(-1, 0, "Somebody") in (await harness.view_for(ANN)).table.former
    await harness.close()
    await verify_nowhere(tmp_path / "games.db", CLEO)
