"""A running game: whose click counts, and for which moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.tables.choices import Choice
from bot.tables.history import entry_of, replay
from bot.tables.intents import Act, Intent, Join, Leave, Request, SetSex
from bot.tables.results import Change, Listener
from cards.kernel.moves import DROP_VERB, TIME_UP_VERB, Refusal
from cards.registry import module_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness, first_choice
from tests.bot.tables.tiny import TinyView


async def test_a_move_is_saved_and_told_in_that_order(harness: TableHarness) -> None:
    """Save, then show: at the time a listener hears of a change, the disk has it."""
    await harness.sit_down(ANN, BEN)
    on_disk: list[int] = []

    class Watcher(Listener):
        async def table_changed(self, change: Change) -> None:
            row = await harness.store.table(change.table.id)
            assert row is not None
            on_disk.append(row.revision)
            assert (await harness.view_for(None)).table == change.table

    harness.service.add_listener(Watcher())
    change = await harness.act(ANN, "lay")
    assert on_disk == [change.table.revision]
    assert harness.notes.changes[-1] == change


async def test_a_double_press_counts_once(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    move = (await harness.moves(ANN, "lay"))[0]
    request = Request(500, ANN, Act(first_choice(move)))
    results = await asyncio.gather(*(harness.service.send(harness.table, request) for _ in range(5)))
    (done,) = [result for result in results if isinstance(result, Change)]
    others = [result for result in results if isinstance(result, Refusal)]
    assert others == [Refusal("already_done", {"revision": done.table.revision})] * 4


async def test_a_refused_press_stays_refused_when_it_comes_again(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    choice = first_choice((await harness.moves(BEN, "lay"))[0])
    wrong = Act(Choice("play", choice.card))
    assert await harness.refused(BEN, wrong, interaction_id=500) == "not_now"
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    assert await harness.refused(BEN, wrong, interaction_id=500) == "not_now"
    await harness.done(BEN, wrong, interaction_id=501)


async def test_two_who_interrupt_together_are_served_one_after_the_other(harness: TableHarness) -> None:
    """The second cancel was drawn for a moment that the first one ended: it is refused and costs nothing."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    views = {user: await harness.view_for(user) for user in (BEN, CLEO)}
    wishes = [
        harness.send(user, Act(first_choice(view.moves[1])), seen=view.table.revision)
        for user, view in views.items()
    ]
    results = await asyncio.gather(*wishes)
    assert isinstance(results[0], Change)
    assert results[1] == Refusal("stale", {"revision": results[0].table.revision})
    view: TinyView = (await harness.view_for(CLEO)).game_view
    assert view.hands == (3, 3, 4)


async def test_a_pass_elsewhere_spoils_no_click(harness: TableHarness) -> None:
    """The wait is the same, so a button drawn before a neighbor's pass still counts."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    drawn = (await harness.view_for(CLEO)).table.revision
    await harness.act(BEN, "pass")
    await harness.act(ANN, "pass")
    change = await harness.act(CLEO, "cancel", seen=drawn)
    assert change.table.since == change.table.revision


async def test_a_pass_for_an_older_window_never_passes_the_reopened_one(harness: TableHarness) -> None:
    """F-18: the meaning changed under the thumb."""
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "play")
    drawn = (await harness.view_for(ANN)).table.revision
    await harness.act(BEN, "cancel")
    assert await harness.refused(ANN, Act(Choice("pass")), seen=drawn) == "stale"
    pending = await harness.pending()
    assert pending.awaited == (0, 1, 2)


async def test_an_answer_to_an_older_question_is_stale_even_if_it_would_fit(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "luck")
    view = await harness.view_for(ANN)
    await harness.act(ANN, "answer")
    assert await harness.refused(ANN, Act(first_choice(view.moves[0])), seen=view.table.revision) == "stale"


@pytest.mark.parametrize(
    ("user", "choice", "code"),
    [
        (DAN, Choice("pass"), "not_seated"),
        (BEN, Choice("luck"), "not_now"),
        (BEN, Choice("fly"), "not_now"),
        (ANN, Choice("play", 59_000), "not_now"),
        (ANN, Choice("pass", picks=((1,),)), "bad_choice"),
        (ANN, Choice(TIME_UP_VERB, ability=1), "forged"),
        (ANN, Choice(DROP_VERB, ability=1), "forged"),
        (ANN, Choice("answer", picks=((1,),)), "not_now"),
    ],
)
async def test_foreign_and_forged_clicks_change_nothing(
    harness: TableHarness, user: int, choice: Choice, code: str
) -> None:
    await harness.sit_down(ANN, BEN)
    assert await harness.refused(user, Act(choice)) == code


@pytest.mark.parametrize("seen", [-1, 99])
async def test_a_revision_that_never_was_is_forged(harness: TableHarness, seen: int) -> None:
    await harness.sit_down(ANN, BEN)
    assert await harness.refused(ANN, Act(Choice("pass")), seen=seen) == "forged"


async def test_a_card_of_somebody_elses_hand_cannot_be_played(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    view: TinyView = (await harness.view_for(BEN)).game_view
    assert await harness.refused(ANN, Act(Choice("play", view.hand[0]))) == "not_now"


PLAYING_REFUSALS: list[tuple[int, Intent, str]] = [
    (DAN, Join("Dan"), "wrong_phase"),
    (DAN, Leave(), "not_seated"),
]


@pytest.mark.parametrize(("user", "intent", "code"), PLAYING_REFUSALS)
async def test_what_a_running_game_refuses(
    harness: TableHarness, user: int, intent: Intent, code: str
) -> None:
    await harness.sit_down(ANN, BEN)
    assert await harness.refused(user, intent) == code


async def test_nobody_sees_anothers_cards(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    ann, ben, nobody = [await harness.view_for(user) for user in (ANN, BEN, None)]
    assert len(ann.game_view.hand) == 5
    assert nobody.game_view.hand == ()
    for view in (ben, nobody):
        shown = {card for event in view.events for card in event.to_record().cards}
        assert not shown & set(ann.game_view.hand)
    assert (nobody.moves, nobody.seat) == ((), None)


async def test_a_mistake_in_the_rules_is_dropped_and_play_goes_on(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    await harness.sit_down(ANN, BEN)
    assert await harness.refused(ANN, Act(Choice("explode"))) == "fault"
    assert f"report {harness.table}-3" in caplog.text
    await harness.act(ANN, "lay")


async def test_a_failing_listener_harms_nothing(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Listener):
        async def table_changed(self, change: Change) -> None:
            raise RuntimeError("no screen")

    harness.service.add_listener(Broken())
    await harness.sit_down(ANN, BEN)
    await harness.act(ANN, "lay")
    assert "a listener failed" in caplog.text


async def test_a_caller_who_gives_up_does_not_stop_the_move(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    move = (await harness.moves(ANN, "lay"))[0]
    task = asyncio.create_task(harness.send(ANN, Act(first_choice(move))))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await harness.settle()
    assert (await harness.view_for(ANN)).game_view.laid[0] == (move.card,)


async def test_too_many_at_once_are_turned_away(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    results = await asyncio.gather(*(harness.send(DAN, Act(Choice("pass"))) for _ in range(100)))
    codes = [result.code for result in results if isinstance(result, Refusal)]
    assert set(codes) == {"not_seated", "busy"}


async def test_who_leaves_a_running_game_is_dropped_and_the_last_one_wins(harness: TableHarness) -> None:
    """H-17: the leaver's cards go and their seat is closed; below two the game ends."""
    await harness.sit_down(ANN, BEN, CLEO)
    table = (await harness.done(ANN, Leave())).table
    assert (table.host, table.seats[0].dropped, table.phase) == (BEN, True, "playing")
    assert await harness.service.tables_of_user(ANN) == []
    table = (await harness.done(CLEO, Leave())).table
    assert (table.phase, table.winners) == ("ended", (1,))


async def play_on(harness: TableHarness, users: dict[int, int]) -> Any:
    """Play to the end: luck on one's own turn, everybody passes, first cards back."""
    for _ in range(500):
        view = await harness.view_for(None)
        if view.pending is None:
            return view
        user = users[view.pending.awaited[0]]
        moves = {move.verb: move for move in (await harness.view_for(user)).moves}
        verb = next(verb for verb in ("answer", "luck", "pass") if verb in moves)
        await harness.act(user, verb)
    raise AssertionError("no end")


async def test_a_game_is_played_to_its_end_and_shows_its_seed(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    view = await play_on(harness, {0: ANN, 1: BEN, 2: CLEO})
    table = view.table
    assert (table.phase, table.seed) == ("ended", 1)
    assert table.winners
    assert view.game_view.scores[table.winners[0]] >= 10
    assert await harness.refused(ANN, Act(Choice("pass"))) == "wrong_phase"
    assert harness.service.maintenance.directory.tables() == []
    harness.table = table.id
    assert (await harness.view_for(ANN)).table == table


async def test_who_plays_whom_may_be_said_until_the_first_act(tmp_path: Path) -> None:
    """R-034: a host may start before everybody has chosen; it is no correction, and it replays."""
    harness = await TableHarness.open(tmp_path / "games.db", games=(module_of("classic"),), seed=2)
    await harness.sit_down(ANN, BEN, CLEO, game="classic")
    for sex in ("female", "male", "female"):
        await harness.done(BEN, SetSex(sex))
        assert (await harness.view_for(ANN)).game_view.seats[1].sex == sex
    await harness.act(BEN, "pass")
    assert await harness.refused(BEN, SetSex("male")) == "wrong_phase"
    rows, row = await harness.store.log(harness.table), await harness.store.table(harness.table)
    view = await harness.view_for(ANN)
    assert view.game is not None
    assert row is not None
    assert view.game.encode(replay(view.game, rows)[row.revision]) == row.snapshot
    assert not any(entry_of(line).corrects for line in rows)
    await harness.close()
