"""Laying out the best at once: as many moves as that takes, in one revision, from one's own view."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.history import entry_of, replay
from bot.tables.intents import AskUndo, EquipBest, Leave, Pause, Vote
from bot.views import screens
from bot.views.door import suggestions
from cards.door.view_types import DoorView
from cards.registry import REGISTRY
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, TableHarness

DOOR = REGISTRY.find("classic")
SEED = 2
"""Everybody has something to wear; Ann has three Items."""


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    assert DOOR is not None
    opened = await TableHarness.open(tmp_path / "games.db", games=(DOOR,), seed=SEED)
    await opened.sit_down(ANN, BEN, CLEO, DAN, game="classic")
    yield opened
    await opened.close()


async def strength(harness: TableHarness, seat: int) -> int:
    view = (await harness.view_for(None)).game_view
    assert isinstance(view, DoorView)
    return view.seats[seat].strength


async def test_the_button_does_what_it_says_and_the_log_replays(harness: TableHarness) -> None:
    view = await harness.view_for(ANN)
    told, cards = suggestions.best_gear(view)
    assert (told, len(cards)) == ("Play the best: ⚔ 1 → 6, Level 1 → 2, Wizard", 5)
    assert told in screens.hand_screen(view).as_text()
    change = await harness.done(ANN, EquipBest())
    assert await strength(harness, 0) == 6
    assert change.table.revision == view.table.revision + 1
    after = await harness.view_for(ANN)
    assert suggestions.best_gear(after) == ("", frozenset())
    assert await harness.refused(ANN, EquipBest()) == "nothing_better"
    rows = await harness.store.log(harness.table)
    assert [action.card for action in entry_of(rows[-1]).actions] != []
    assert {action.card for action in entry_of(rows[-1]).actions} == cards
    row = await harness.store.table(harness.table)
    assert row is not None
    assert after.game is not None
    assert after.game.encode(replay(after.game, rows)[row.revision]) == row.snapshot
    assert await harness.refused(ANN, AskUndo()) == "no_undo"


async def test_a_double_press_equips_once_and_a_restart_keeps_it(harness: TableHarness) -> None:
    await harness.done(ANN, EquipBest(), interaction_id=900)
    assert await harness.refused(ANN, EquipBest(), interaction_id=900) == "already_done"
    again = await harness.restart()
    assert await strength(again, 0) == 6
    assert await strength(again, 1) == 1
    await again.done(BEN, EquipBest())
    assert await strength(again, 1) > 1
    await again.close()


async def test_only_who_sits_here_and_only_while_the_game_is_on(harness: TableHarness) -> None:
    assert await harness.refused(404, EquipBest()) == "not_seated"
    await harness.done(ANN, Pause())
    assert await harness.refused(CLEO, EquipBest()) == "halted"
    await harness.done(DAN, Leave())
    assert await harness.refused(DAN, EquipBest()) == "not_seated"


async def test_who_lets_the_set_up_run_out_begins_with_their_gear_on(harness: TableHarness) -> None:
    """Two have laid out and are ready; the log replays, and the time that follows is the usual."""
    await harness.act(CLEO, "pass")
    await harness.act(DAN, "pass")
    bare = await strength(harness, 2)
    await harness.advance(91)
    await harness.done(DAN, Vote(True))
    await harness.done(CLEO, Vote(True))
    view = await harness.view_for(None)
    assert view.pending is not None
    assert view.pending.name == "arrange"
    assert await strength(harness, 0) == 5
    assert await strength(harness, 1) > 1
    assert await strength(harness, 2) == bare, "who was ready meant it"
    assert [view.table.seats[seat].away for seat in range(4)] == [True, True, False, False]
    rows = await harness.store.log(harness.table)
    row = await harness.store.table(harness.table)
    assert row is not None
    assert view.game is not None
    assert view.game.encode(replay(view.game, rows)[row.revision]) == row.snapshot
    again = await harness.restart()
    assert await strength(again, 0) == 5
    await again.close()
