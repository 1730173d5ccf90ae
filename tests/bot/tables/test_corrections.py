"""Putting the game right: the host proposes, all who are there agree, and the log has it (H-118)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import bot.views.games  # noqa: F401 - enters the screens of all games
from bot.tables.history import entry_of, replay
from bot.tables.intents import AskUndo, Correct, End, Intent, Leave, Pause, SetSpeed, Vote
from bot.views.table import public
from cards.door.events import CorrectionMade
from cards.door.view_types import DoorView
from cards.kernel.moves import CORRECT_VERB, Refusal
from cards.registry import REGISTRY
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, DAN, GUILD, TableHarness

DOOR, PANIC = (REGISTRY.find(name) for name in ("classic", "panic"))


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    assert DOOR is not None
    assert PANIC is not None
    opened = await TableHarness.open(tmp_path / "games.db", games=(DOOR, PANIC))
    yield opened
    await opened.close()


async def levels(harness: TableHarness) -> list[int]:
    view = (await harness.view_for(ANN)).game_view
    assert isinstance(view, DoorView)
    return [person.level for person in view.seats]


async def sit_down(harness: TableHarness, *users: int) -> None:
    """Sit down and finish the set-up, so that somebody's turn is on."""
    await harness.sit_down(*users, game="classic")
    for user in users:
        await harness.act(user, "pass")


async def test_a_level_is_put_right_when_all_agree_and_replays(harness: TableHarness) -> None:
    """H-118, H-16: nothing happens before the last of them says yes; the log says what was done."""
    await sit_down(harness, ANN, BEN, CLEO)
    change = await harness.done(ANN, Correct("level", 1, level=4))
    assert change.table.poll is not None
    assert (change.table.poll.kind, change.table.poll.yes) == ("correct", (0,))
    await harness.done(BEN, Vote(True))
    assert await levels(harness) == [1, 1, 1]
    change = await harness.done(CLEO, Vote(True))
    assert change.table.poll is None
    assert change.events == (CorrectionMade(1, what="level", level=4, before=1),)
    assert await levels(harness) == [1, 4, 1]
    entries = await harness.store.log(harness.table)
    assert [action.verb for action in entry_of(entries[-1]).actions] == [CORRECT_VERB]
    view = await harness.view_for(ANN)
    assert view.game is not None
    row = await harness.store.table(harness.table)
    assert row is not None
    again = replay(view.game, entries)[row.revision]
    assert view.game.encode(again) == row.snapshot
    assert await harness.refused(ANN, AskUndo()) == "no_undo"
    again_open = await harness.restart()
    assert await levels(again_open) == [1, 4, 1]
    await again_open.close()


async def test_the_question_survives_a_restart(harness: TableHarness) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 1, level=4))
    await harness.done(BEN, Vote(True))
    again = await harness.restart()
    await again.done(CLEO, Vote(True))
    assert await levels(again) == [1, 4, 1]
    await again.close()


async def test_one_no_leaves_all_as_it_is(harness: TableHarness) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("turn", 2))
    assert (await harness.done(CLEO, Vote(False))).table.poll is None
    assert await levels(harness) == [1, 1, 1]


async def test_a_proposal_outlives_moves(harness: TableHarness) -> None:
    """People play on while the others think about it."""
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 1, level=4))
    pending = await harness.pending()
    change = await harness.act((ANN, BEN, CLEO)[pending.awaited[0]], "kick")
    assert change.table.poll is not None
    await harness.done(BEN, Vote(True))
    await harness.done(CLEO, Vote(True))
    assert (await levels(harness))[1] == 4


async def test_what_cannot_be_done_at_the_moment_waits_for_a_better_one(harness: TableHarness) -> None:
    """The last vote is refused with the reason and can be cast again; the question stays open."""
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("turn", 1))
    await harness.done(BEN, Vote(True))
    for _ in range(20):
        view = await harness.view_for(None)
        if view.pending is None or view.pending.name not in ("arrange", "trouble", "after"):
            break
        user = (ANN, BEN, CLEO)[view.pending.awaited[0]]
        verbs = {move.verb for move in (await harness.view_for(user)).moves}
        await harness.act(user, next(verb for verb in ("kick", "loot", "end_turn") if verb in verbs))
    assert await harness.refused(CLEO, Vote(True)) in ("in_combat", "not_now", "decision_pending")
    assert (await harness.view_for(None)).table.poll is not None


async def test_a_correction_of_a_seat_that_is_gone_is_over(harness: TableHarness) -> None:
    """The deciding vote would be refused for good, and no other question could be asked."""
    await sit_down(harness, ANN, BEN, CLEO, DAN)
    await harness.done(ANN, Correct("level", 2, level=3))
    assert (await harness.done(CLEO, Leave())).table.poll is None
    assert (await harness.done(ANN, End())).table.poll is not None


async def test_a_correction_of_a_seat_that_was_handed_over_is_made(harness: TableHarness) -> None:
    """It puts the game right for the new player, too; the one who has left need not agree any more."""
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 2, level=3))
    await harness.done(BEN, Vote(True))
    change = await harness.done(CLEO, Leave(robot=True))
    assert (change.table.poll, change.table.since) == (None, change.table.revision)
    assert await levels(harness) == [1, 1, 3]


async def test_what_is_agreed_by_a_departure_and_cannot_be_done_stays_open(harness: TableHarness) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 1, level=4))
    await harness.done(BEN, Vote(True))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cards.door.game.correct", lambda _engine, _action: Refusal("decision_pending"))
        poll = (await harness.done(CLEO, Leave(robot=True))).table.poll
        assert poll is not None
        await harness.done(ANN, SetSpeed("relaxed"))
        await harness.settle()
        assert await harness.refused(ANN, Vote(True)) == "decision_pending"
    assert (await harness.done(ANN, Vote(True))).table.poll is None
    assert (await levels(harness))[1] == 4


WRONG: list[tuple[int, Intent, str]] = [
    (BEN, Correct("level", 1, level=4), "not_host"),
    (DAN, Correct("level", 1, level=4), "not_host"),
    (ANN, Correct("level", 7, level=4), "no_seat"),
    (ANN, Correct("level", 1, level=10), "level_would_win"),
    (ANN, Correct("level", 1), "bad_choice"),
    (ANN, Correct("weather", 1), "bad_choice"),
    (ANN, Correct("card", 1, card="Net Troll", place="hand"), "not_in_play"),
]


@pytest.mark.parametrize(("user", "intent", "code"), WRONG, ids=str)
async def test_nobody_is_asked_about_what_cannot_be(
    harness: TableHarness, user: int, intent: Intent, code: str
) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    assert await harness.refused(user, intent) == code
    assert (await harness.view_for(ANN)).table.poll is None


async def test_not_while_the_game_stands_still_or_another_question_is_open(harness: TableHarness) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 1, level=4))
    assert await harness.refused(ANN, Correct("level", 2, level=4)) == "poll_on"
    await harness.done(BEN, Vote(False))
    await harness.done(BEN, Pause())
    assert await harness.refused(ANN, Correct("level", 1, level=4)) == "halted"


async def test_the_castle_game_has_no_corrections(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, game="panic", channel=CHANNEL + 1, guild=GUILD)
    assert await harness.refused(ANN, Correct("level", 1, level=4)) == "not_now"


async def test_the_question_says_what_the_host_wants(harness: TableHarness) -> None:
    await sit_down(harness, ANN, BEN, CLEO)
    await harness.done(ANN, Correct("level", 1, level=4))
    view = await harness.view_for(None)
    assert "**Ben** is at Level 4" in public.game_screen(view).as_text()
