"""Putting the game right: the host proposes, all who are there agree, and the log has it (H-118)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
async def house(tmp_path: Path) -> AsyncIterator[TableHarness]:
    assert DOOR is not None
    assert PANIC is not None
    opened = await TableHarness.open(tmp_path / "games.db", games=(DOOR, PANIC))
    yield opened
    await opened.close()


async def levels(house: TableHarness) -> list[int]:
    view = (await house.view_for(ANN)).game_view
    assert isinstance(view, DoorView)
    return [person.level for person in view.seats]


async def sit_down(house: TableHarness, *users: int) -> None:
    """Sit down and finish the set-up, so that somebody's turn is on."""
    await house.sit_down(*users, game="classic")
    for user in users:
        await house.act(user, "pass")


async def test_a_level_is_put_right_when_all_agree_and_replays(house: TableHarness) -> None:
    """H-118, H-16: nothing happens before the last of them says yes; the log says what was done."""
    await sit_down(house, ANN, BEN, CLEO)
    change = await house.done(ANN, Correct("level", 1, level=4))
    assert change.table.poll is not None
    assert (change.table.poll.kind, change.table.poll.yes) == ("correct", (0,))
    await house.done(BEN, Vote(True))
    assert await levels(house) == [1, 1, 1]
    change = await house.done(CLEO, Vote(True))
    assert change.table.poll is None
    assert change.events == (CorrectionMade(1, what="level", level=4, before=1),)
    assert await levels(house) == [1, 4, 1]
    entries = await house.store.log(house.table)
    assert [action.verb for action in entry_of(entries[-1]).actions] == [CORRECT_VERB]
    view = await house.view_for(ANN)
    assert view.game is not None
    row = await house.store.table(house.table)
    assert row is not None
    again = replay(view.game, entries)[row.revision]
    assert view.game.encode(again) == row.snapshot
    assert await house.refused(ANN, AskUndo()) == "no_undo"
    again_open = await house.restart()
    assert await levels(again_open) == [1, 4, 1]
    await again_open.close()


async def test_the_question_survives_a_restart(house: TableHarness) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 1, level=4))
    await house.done(BEN, Vote(True))
    again = await house.restart()
    await again.done(CLEO, Vote(True))
    assert await levels(again) == [1, 4, 1]
    await again.close()


async def test_one_no_leaves_all_as_it_is(house: TableHarness) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("turn", 2))
    assert (await house.done(CLEO, Vote(False))).table.poll is None
    assert await levels(house) == [1, 1, 1]


async def test_a_proposal_outlives_moves(house: TableHarness) -> None:
    """People play on while the others think about it."""
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 1, level=4))
    pending = (await house.view_for(None)).pending
    assert pending is not None
    change = await house.act((ANN, BEN, CLEO)[pending.awaited[0]], "kick")
    assert change.table.poll is not None
    await house.done(BEN, Vote(True))
    await house.done(CLEO, Vote(True))
    assert (await levels(house))[1] == 4


async def test_what_cannot_be_done_at_the_moment_waits_for_a_better_one(house: TableHarness) -> None:
    """The last vote is refused with the reason and can be cast again; the question stays open."""
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("turn", 1))
    await house.done(BEN, Vote(True))
    for _ in range(20):
        view = await house.view_for(None)
        if view.pending is None or view.pending.name not in ("arrange", "trouble", "after"):
            break
        user = (ANN, BEN, CLEO)[view.pending.awaited[0]]
        verbs = {move.verb for move in (await house.view_for(user)).moves}
        await house.act(user, next(verb for verb in ("kick", "loot", "end_turn") if verb in verbs))
    assert await house.refused(CLEO, Vote(True)) in ("in_combat", "not_now", "decision_pending")
    assert (await house.view_for(None)).table.poll is not None


async def test_a_correction_of_a_seat_that_is_gone_is_over(house: TableHarness) -> None:
    """The deciding vote would be refused for good, and no other question could be asked."""
    await sit_down(house, ANN, BEN, CLEO, DAN)
    await house.done(ANN, Correct("level", 2, level=3))
    assert (await house.done(CLEO, Leave())).table.poll is None
    assert (await house.done(ANN, End())).table.poll is not None


async def test_a_correction_of_a_seat_that_was_handed_over_is_made(house: TableHarness) -> None:
    """It puts the game right for the new player, too; the one who has left need not agree any more."""
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 2, level=3))
    await house.done(BEN, Vote(True))
    change = await house.done(CLEO, Leave(robot=True))
    assert (change.table.poll, change.table.since) == (None, change.table.revision)
    assert await levels(house) == [1, 1, 3]


async def test_what_is_agreed_by_a_departure_and_cannot_be_done_stays_open(house: TableHarness) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 1, level=4))
    await house.done(BEN, Vote(True))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cards.door.game.correct", lambda _engine, _action: Refusal("decision_pending"))
        poll = (await house.done(CLEO, Leave(robot=True))).table.poll
        assert poll is not None
        await house.done(ANN, SetSpeed("relaxed"))
        await house.settle()
        assert await house.refused(ANN, Vote(True)) == "decision_pending"
    assert (await house.done(ANN, Vote(True))).table.poll is None
    assert (await levels(house))[1] == 4


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
    house: TableHarness, user: int, intent: Intent, code: str
) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    assert await house.refused(user, intent) == code
    assert (await house.view_for(ANN)).table.poll is None


async def test_not_while_the_game_stands_still_or_another_question_is_open(house: TableHarness) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 1, level=4))
    assert await house.refused(ANN, Correct("level", 2, level=4)) == "poll_on"
    await house.done(BEN, Vote(False))
    await house.done(BEN, Pause())
    assert await house.refused(ANN, Correct("level", 1, level=4)) == "halted"


async def test_the_castle_game_has_no_corrections(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, game="panic", channel=CHANNEL + 1, guild=GUILD)
    assert await house.refused(ANN, Correct("level", 1, level=4)) == "not_now"


async def test_the_question_says_what_the_host_wants(house: TableHarness) -> None:
    await sit_down(house, ANN, BEN, CLEO)
    await house.done(ANN, Correct("level", 1, level=4))
    view = await house.view_for(None)
    assert "**Ben** is at Level 4" in public.game_screen(view).as_text()
