"""The lobby: who may come, go and choose."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.games import game_registry
from bot.tables.choices import Choice
from bot.tables.intents import (
    Act,
    AddRobot,
    Create,
    End,
    HandHost,
    Intent,
    Join,
    Kick,
    Leave,
    Pause,
    Request,
    RobotAct,
    SetGame,
    SetOptions,
    SetSex,
    SetSpeed,
    Start,
    Suspend,
    TimeUp,
)
from bot.tables.results import Change, TableView
from cards.kernel.moves import Action, Refusal
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


async def test_whoever_opens_a_table_hosts_it_and_sits_first(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    table = (await harness.view_for(ANN)).table
    assert (table.host, table.phase, table.seats[0].name) == (ANN, "lobby", "Ann")
    assert await harness.service.table_in_channel(CHANNEL) == table
    assert await harness.service.tables_of_user(ANN) == [table]
    assert await harness.service.tables_of_user(BEN) == []
    assert await harness.service.table_in_channel(1) is None


async def test_a_channel_has_one_live_table(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    again = await harness.service.create(
        harness.next_interaction_id(), BEN, Create(CHANNEL, GUILD, "Ben", "tiny")
    )
    assert again == Refusal("occupied", {"table": harness.table})


async def test_two_who_open_a_table_together_get_one(harness: TableHarness) -> None:
    wishes = [
        harness.service.create(50 + n, user, Create(5, 6, "x", "tiny"))
        for n, user in enumerate((ANN, BEN, CLEO))
    ]
    results = await asyncio.gather(*wishes)
    (won,) = [result for result in results if isinstance(result, Change)]
    refusals = [result for result in results if isinstance(result, Refusal)]
    assert refusals == [Refusal("occupied", {"table": won.table.id})] * 2


async def test_the_same_press_opens_one_table(harness: TableHarness) -> None:
    wish = Create(5, 6, "Ann", "tiny")
    assert isinstance(await harness.service.create(77, ANN, wish), Change)
    assert await harness.service.create(77, ANN, wish) == Refusal("already_done", {"revision": 1})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"name": "\u200b \n"}, "bad_name"),
        ({"speed": "warp"}, "bad_speed"),
        ({"sex": "both"}, "bad_sex"),
    ],
)
async def test_what_cannot_be_opened(harness: TableHarness, change: dict[str, str], code: str) -> None:
    wish = Create(**{"channel": 5, "guild": 6, "name": "Ann", "game": "tiny", **change})  # type: ignore[arg-type]
    result = await harness.service.create(1, ANN, wish)
    assert isinstance(result, Refusal)
    assert result.code == code
    assert await harness.service.table_in_channel(5) is None


async def test_six_who_want_the_last_seat_together(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO, start=False)
    results = await asyncio.gather(*(harness.send(user, Join(f"U{user}")) for user in range(200, 206)))
    assert sum(isinstance(result, Change) for result in results) == 1
    assert [result for result in results if isinstance(result, Refusal)] == [Refusal("full", {"most": 4})] * 5
    assert len((await harness.view_for(None)).table.seats) == 4


async def test_names_are_cleaned(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    change = await harness.done(BEN, Join("  B\u202een\n\tthe   Great " + "x" * 50))
    assert change.table.seats[1].name == "Ben the Great " + "x" * 18


LOBBY_REFUSALS: list[tuple[int, Intent, str]] = [
    (ANN, Join("Ann"), "seated"),
    (CLEO, Join(""), "bad_name"),
    (CLEO, Join("Cleo", "other"), "bad_sex"),
    (CLEO, Leave(), "not_seated"),
    (CLEO, SetSex("male"), "not_seated"),
    (BEN, SetSex("none"), "bad_sex"),
    (BEN, SetGame("tiny"), "not_host"),
    (ANN, SetGame("chess"), "no_game"),
    (BEN, SetOptions({"seconds": 10}), "not_host"),
    (ANN, SetOptions({"seconds": "x"}), "bad_options"),
    (ANN, SetOptions({"other": 1}), "bad_options"),
    (ANN, SetOptions({"other": None}), "bad_options"),
    (ANN, SetSpeed("warp"), "bad_speed"),  # type: ignore[arg-type]
    (BEN, SetSpeed("post"), "not_host"),
    (BEN, AddRobot("random"), "not_host"),
    (ANN, AddRobot("genius"), "no_robot"),
    (BEN, Kick(0), "not_host"),
    (ANN, Kick(0), "own_seat"),
    (ANN, Kick(2), "no_seat"),
    (ANN, Kick(-1), "no_seat"),
    (BEN, Start(), "not_host"),
    (BEN, End(), "not_host"),
    (CLEO, End(), "not_seated"),
    (ANN, Pause(), "wrong_phase"),
    (ANN, Act(Choice("pass")), "wrong_phase"),
    (ANN, RobotAct(Action(0, "pass")), "forged"),
    (ANN, TimeUp(1), "forged"),
    (ANN, Suspend("x"), "forged"),
]


@pytest.mark.parametrize(("user", "intent", "code"), LOBBY_REFUSALS)
async def test_what_the_lobby_refuses(harness: TableHarness, user: int, intent: Intent, code: str) -> None:
    await harness.sit_down(ANN, BEN, start=False)
    assert await harness.refused(user, intent) == code


async def test_the_host_sets_the_table_up(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, start=False)
    await harness.done(ANN, SetOptions({"seconds": 10}))
    await harness.done(ANN, SetSpeed("relaxed"))
    await harness.done(BEN, SetSex("female"))
    await harness.done(ANN, AddRobot("random"))
    table = (await harness.done(ANN, AddRobot())).table
    assert (table.options, table.speed, table.seats[1].sex) == ({"seconds": 10}, "relaxed", "female")
    assert [seat.robot for seat in table.seats] == ["", "", "random", "random"]
    assert len({seat.name for seat in table.seats}) == 4
    assert await harness.refused(ANN, AddRobot("random")) == "full"
    await harness.done(ANN, Kick(2))
    assert len((await harness.done(ANN, Kick(1))).table.seats) == 2
    assert (await harness.done(ANN, SetGame("tiny"))).table.options == {"seconds": 10}


async def test_another_game_keeps_the_house_rules_that_it_knows_too() -> None:
    """Who has set the time for a decision has set it for the evening; what does not fit goes."""
    classic, panic = (game_registry().find(name) for name in ("classic", "panic"))
    assert classic is not None
    assert panic is not None
    harness = await TableHarness.open(games=(classic, panic))
    await harness.sit_down(ANN, BEN, game="classic", start=False)
    changed = {"turn_seconds": 600, "halfling": "older"}
    await harness.done(ANN, SetOptions(changed))
    options = (await harness.done(ANN, SetGame("panic"))).table.options
    assert options["turn_seconds"] == 600
    assert "halfling" not in options
    await harness.done(ANN, SetOptions({"turn_seconds": 3600}))
    assert (await harness.done(ANN, SetGame("classic"))).table.options["turn_seconds"] == 180
    await harness.close()


async def test_a_game_of_its_own_takes_the_place_of_what_was_ticked() -> None:
    """The menu keeps the old tick: who adds a game that mixes with nothing means that game."""
    harness = await TableHarness.open(games=(TINY_MODULE, replace(TINY_MODULE, name="castle")))
    try:
        await harness.sit_down(ANN, start=False)
        assert (await harness.done(ANN, SetGame("tiny+castle"))).table.game == "castle"
        assert (await harness.done(ANN, SetGame("tiny+castle"))).table.game == "tiny"
        assert await harness.refused(ANN, SetGame("tiny+chess")) == "no_mix"
        assert await harness.refused(ANN, SetGame("castle+chess+tiny")) == "no_mix"
    finally:
        await harness.close()


async def test_a_start_counts_for_the_rules_that_were_on_the_screen(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, start=False)
    drawn = (await harness.view_for(ANN)).table.revision
    await harness.done(CLEO, Join("Cleo"))
    await harness.done(ANN, SetOptions({"seconds": 10}))
    assert await harness.refused(ANN, Start(), seen=drawn) == "stale"
    drawn = (await harness.view_for(ANN)).table.revision
    await harness.done(DAN, Join("Dan"))
    assert (await harness.done(ANN, Start(), seen=drawn)).table.phase == "playing"


async def test_a_game_needs_enough_people(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    assert await harness.refused(ANN, Start()) == "too_few"


async def test_computers_take_the_seats_that_are_missing_if_the_host_likes(harness: TableHarness) -> None:
    """No more than the game needs, with names of their own; who sits there keeps their seat."""
    await harness.sit_down(ANN, start=False)
    assert await harness.refused(BEN, Start(robots=True)) == "not_host"
    table = (await harness.done(ANN, Start(robots=True))).table
    assert [(seat.user, seat.robot) for seat in table.seats] == [(ANN, ""), (0, "random")]
    assert table.phase == "playing"


async def test_nobody_is_added_where_enough_sit(harness: TableHarness) -> None:
    """Somebody may join while the host presses *Start with a computer*."""
    await harness.sit_down(ANN, BEN, start=False)
    table = (await harness.done(ANN, Start(robots=True))).table
    assert [seat.user for seat in table.seats] == [ANN, BEN]


async def test_the_seed_is_committed_to_and_kept_secret(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    table = (await harness.view_for(None)).table
    assert (len(table.commitment), table.seed, table.digest) == (64, -1, "tiny-1")


async def test_when_the_host_leaves_the_next_person_hosts(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(BEN, Join("Ben"))
    table = (await harness.done(ANN, Leave())).table
    assert (table.host, [seat.name for seat in table.seats][1]) == (BEN, "Ben")
    table = (await harness.done(BEN, Leave())).table
    assert table.phase == "ended"
    assert await harness.service.table_in_channel(CHANNEL) is None
    assert (await harness.service.last_table_in_channel(CHANNEL)) == table


async def test_a_closed_lobby_frees_the_channel(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.done(ANN, End())
    assert await harness.refused(BEN, Join("Ben")) == "wrong_phase"
    await harness.sit_down(BEN, start=False)


async def test_tables_that_never_were(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    for number in (0, -5, 99, 1 << 60, 1 << 80):
        assert await harness.service.send(number, Request(1, ANN, Join("x"))) == Refusal("no_table")
        assert await harness.service.view_for(number, ANN) == Refusal("no_table")


async def test_onlookers_and_people_see_the_lobby_alike(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    assert await harness.view_for(None) == TableView((await harness.view_for(ANN)).table, None)


async def test_a_lobby_that_could_not_be_shown_starts_afresh(harness: TableHarness) -> None:
    """Whether the channel is fixed shows when the game is to be shown there."""
    await harness.sit_down(ANN, BEN, start=False)
    await harness.service.send(harness.table, Request(0, 0, Suspend("permission:Send Messages")))
    table = (await harness.done(ANN, Start())).table
    assert (table.phase, table.halt, table.trouble) == ("playing", "", "")


async def test_the_lobbys_button_to_leave_does_not_leave_a_running_game(harness: TableHarness) -> None:
    """Somebody who presses it while the host starts would lose the seat for good."""
    await harness.sit_down(ANN, BEN, CLEO, start=False)
    drawn = (await harness.view_for(BEN)).table.revision
    await harness.done(ANN, Start())
    assert await harness.refused(BEN, Leave(), seen=drawn) == "stale"
    assert (await harness.done(BEN, Leave())).table.seats[1].dropped


async def test_a_silent_host_holds_up_nobody_who_sits_there(harness: TableHarness) -> None:
    """Ten minutes are enough; every word of the host begins them again, others' words do not."""
    await harness.sit_down(ANN, BEN, start=False)
    await harness.advance(9 * 60)
    await harness.done(ANN, SetSpeed("post"))
    await harness.advance(9 * 60)
    assert await harness.refused(BEN, Start()) == "not_host"
    await harness.done(CLEO, Join("Cleo"))
    await harness.advance(61)
    assert await harness.refused(DAN, Start()) == "not_host"
    assert (await harness.done(CLEO, HandHost(2))).table.host == CLEO
    assert await harness.refused(BEN, Start()) == "not_host"
    await harness.advance(601)
    begun = (await harness.done(BEN, Start())).table
    assert (begun.phase, begun.host) == ("playing", CLEO)


async def test_an_abandoned_lobby_is_anybodys_to_close(harness: TableHarness) -> None:
    await harness.sit_down(ANN, start=False)
    await harness.advance(3590)
    assert await harness.refused(DAN, End()) == "not_seated"
    await harness.advance(11)
    assert (await harness.done(DAN, End())).table.phase == "ended"


async def test_a_lobby_closes_itself_after_a_day(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted from the last thing that anybody did there, also across a restart. A day is short here."""
    monkeypatch.setattr("bot.tables.timing.LOBBY_MS", 600_000)
    await harness.sit_down(ANN, start=False)
    await harness.advance(500)
    await harness.done(BEN, Join("Ben"))
    await harness.advance(300)
    again = await harness.restart()
    assert (await again.view_for(None)).table.live
    await again.advance(301)
    table = (await again.view_for(None)).table
    assert (table.phase, table.trouble) == ("ended", "idle")
    assert await again.service.table_in_channel(table.channel) is None
    await again.close()
