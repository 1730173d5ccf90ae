"""A lesson at a table: the script, what the learner does instead, the way back, and a kill in the middle."""

from pathlib import Path

import pytest

from bot.tables.choices import Choice
from bot.tables.intents import Act, AskUndo, BackToTurn, Create, SetGame, SkipTip
from bot.tables.results import Change
from cards.games import lessons
from cards.games.door import MODULES
from cards.kernel.moves import PASS_VERB, Action
from cards.lessons.progress import LEARNER, Guide
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, GUILD, TableHarness

LESSON = "lesson_classic"


async def open_lesson(path: Path | None = None, lesson: str = LESSON) -> TableHarness:
    harness = await TableHarness.open(path, games=(MODULES, lessons.MODULES))
    await harness.sit_down(ANN, channel=ANN, guild=0, game=lesson)
    return harness


async def guide(harness: TableHarness) -> Guide:
    """Let the computers act, and return what the learner is told then."""
    await harness.advance(30)
    told = (await harness.view_for(ANN)).lesson
    assert told is not None
    return told


async def press(harness: TableHarness, action: Action) -> Change:
    return await harness.done(ANN, Act(Choice(action.verb, action.card, action.ability, action.picks)))


async def follow_tips(harness: TableHarness, until: str = "") -> Guide:
    """Do as the tips say until one says this, or until the end."""
    while (told := await guide(harness)).action is not None:
        if until and until in told.tip:
            return told
        await press(harness, told.action)
    return told


async def test_who_follows_the_tips_wins(tmp_path: Path) -> None:
    harness = await open_lesson(tmp_path / "lesson.db")
    await follow_tips(harness, until="One point up")
    harness = await harness.restart(killed=True)
    told = await follow_tips(harness)
    view = await harness.view_for(ANN)
    assert (view.table.phase, view.table.winners, told.number) == ("ended", (0,), told.presses)
    await harness.close()


@pytest.mark.parametrize(
    ("lesson", "killed_at"),
    [
        ("lesson_wild_west", "In the saddle you need"),
        ("lesson_apocalypse", "Wax closes one"),
        ("lesson_rick_and_morty", "A Morty needs"),
        ("lesson_panic", "Pixel wants the 4 points"),
    ],
)
async def test_the_shorter_lessons_are_won_over_a_kill(tmp_path: Path, lesson: str, killed_at: str) -> None:
    harness = await open_lesson(tmp_path / "lesson.db", lesson)
    assert killed_at in (await follow_tips(harness, until=killed_at)).tip
    harness = await harness.restart(killed=True)
    await follow_tips(harness)
    view = await harness.view_for(ANN)
    assert (view.table.phase, view.table.winners) == ("ended", (0,))
    await harness.close()


async def test_a_lesson_has_no_clock_and_its_learner_is_not_asked_for_needless_passes() -> None:
    harness = await open_lesson()
    await follow_tips(harness, until="Your turn again")  # a curse window has opened and closed meanwhile
    view = await harness.view_for(ANN)
    assert view.deadline is None
    await harness.advance(100_000)
    assert (await harness.view_for(ANN)).table.revision == view.table.revision
    await harness.close()


async def test_what_is_not_in_the_script_is_allowed_and_the_turn_can_begin_again() -> None:
    harness = await open_lesson()
    told = await follow_tips(harness, until="6 : 10")
    runs = (await harness.moves(ANN, "run_away"))[0]
    await harness.done(ANN, Act(Choice.of(runs)))
    left = await guide(harness)
    assert (left.adrift, left.tip) == (True, "")
    assert left.detour.startswith("Running without")
    await harness.done(ANN, BackToTurn())
    again = await guide(harness)
    assert again.tip.startswith("Your turn again")
    assert (await follow_tips(harness, until="6 : 10")) == told
    await follow_tips(harness)
    assert (await harness.view_for(ANN)).table.winners == (0,)
    await harness.close()


async def test_the_way_back_survives_a_kill(tmp_path: Path) -> None:
    harness = await open_lesson(tmp_path / "lesson.db")
    await follow_tips(harness, until="A Class lies there")
    await harness.done(ANN, Act(Choice.of((await harness.moves(ANN, "loot"))[0])))
    harness = await harness.restart(killed=True)
    assert (await guide(harness)).adrift
    await harness.done(ANN, BackToTurn())
    assert not (await guide(harness)).adrift
    await follow_tips(harness)
    assert (await harness.view_for(ANN)).table.winners == (0,)
    await harness.close()


async def give_away_others(harness: TableHarness) -> None:
    """Keep the Message, with which Pixel was to stab the learner in turn 4."""
    give = (await harness.moves(ANN, "give_away"))[0]
    view = await harness.view_for(ANN)
    assert view.game is not None
    names = ("Staff of Napalm", "Freshly Exhumed")
    gifts = tuple(card for card in view.game_view.seats[0].hand if view.game.face(card).name in names)
    await harness.done(ANN, Act(Choice.of(give, gifts)))


async def test_the_script_goes_on_as_long_as_it_fits_and_the_way_back_leads_to_where_it_was_left() -> None:
    harness = await open_lesson()
    await follow_tips(harness, until="Two cards must go")
    await give_away_others(harness)
    told = await guide(harness)
    assert (told.adrift, "takes whatever it is" in told.detour) == (False, True)
    assert "could spoil it" in told.tip
    assert (await follow_tips(harness, until="No friends left")).adrift
    await harness.done(ANN, BackToTurn())
    assert (await guide(harness)).tip.startswith("It is your turn")
    await harness.close()


async def test_a_tip_can_be_skipped_and_the_next_one_comes_all_the_same() -> None:
    harness = await open_lesson()
    told = await guide(harness)
    await harness.done(ANN, SkipTip())
    assert (await guide(harness)).tip == ""
    assert told.action is not None
    await press(harness, told.action)
    assert (await guide(harness)).tip.startswith("First to Level 6")
    await harness.close()


async def test_nobody_takes_back_moves_of_a_lesson_one_by_one() -> None:
    harness = await open_lesson()
    told = await guide(harness)
    assert told.action is not None
    await press(harness, told.action)
    assert await harness.refused(ANN, AskUndo()) == "no_undo"
    await harness.close()


async def test_no_server_has_a_lesson() -> None:
    harness = await TableHarness.open(games=(MODULES, lessons.MODULES))
    create = Create(CHANNEL, GUILD, "Ann", LESSON)
    refused = await harness.service.create(harness.next_interaction_id(), ANN, create)
    assert getattr(refused, "code", "") == "no_game"
    await harness.sit_down(ANN, game="classic", start=False)
    assert await harness.refused(ANN, SetGame(LESSON)) == "no_game"
    assert LESSON not in MODULES.names()
    await harness.close()


async def test_a_lesson_comes_along_with_its_learner_alone() -> None:
    harness = await open_lesson()
    assert await harness.service.is_open_to(harness.table, ANN, GUILD)
    assert not await harness.service.is_open_to(harness.table, BEN, GUILD)
    await harness.close()


async def test_who_leaves_the_script_by_a_pass_of_their_own_keeps_their_turn() -> None:
    harness = await open_lesson(lesson="lesson_panic")
    assert "Red Archer" in (await guide(harness)).tip
    await press(harness, Action(LEARNER, PASS_VERB))
    left = await guide(harness)
    assert left.adrift
    assert left.detour.startswith("Five cards")
    assert await harness.moves(ANN, "attack")
    await harness.close()


async def test_a_pass_that_was_to_come_later_leaves_the_script_at_once() -> None:
    """Nothing is passed for who is done before the attacks that the script speaks of."""
    harness = await open_lesson(lesson="lesson_panic")
    await follow_tips(harness, until="Blue Archer reaches")
    await press(harness, Action(LEARNER, PASS_VERB))
    told = (await harness.view_for(ANN)).lesson
    assert told is not None
    assert told.adrift
    await harness.close()
