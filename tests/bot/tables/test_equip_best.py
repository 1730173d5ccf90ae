"""Laying out the best at once: as many moves as that takes, in one revision, from one's own view."""

from __future__ import annotations

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
async def house(tmp_path: Path) -> AsyncIterator[TableHarness]:
    assert DOOR is not None
    opened = await TableHarness.open(tmp_path / "games.db", games=(DOOR,), seed=SEED)
    await opened.sit_down(ANN, BEN, CLEO, DAN, game="classic")
    yield opened
    await opened.close()


async def strength(house: TableHarness, seat: int) -> int:
    view = (await house.view_for(None)).game_view
    assert isinstance(view, DoorView)
    return view.seats[seat].strength


async def test_the_button_does_what_it_says_and_the_log_replays(house: TableHarness) -> None:
    view = await house.view_for(ANN)
    told, cards = suggestions.best_gear(view)
    assert (told, len(cards)) == ("Play the best: ⚔ 1 → 6, Level 1 → 2, Wizard", 5)
    assert told in screens.hand_screen(view).as_text()
    change = await house.done(ANN, EquipBest())
    assert await strength(house, 0) == 6
    assert change.table.revision == view.table.revision + 1
    after = await house.view_for(ANN)
    assert suggestions.best_gear(after) == ("", frozenset())
    assert await house.refused(ANN, EquipBest()) == "nothing_better"
    rows = await house.store.log(house.table)
    assert [action.card for action in entry_of(rows[-1]).actions] != []
    assert {action.card for action in entry_of(rows[-1]).actions} == cards
    row = await house.store.table(house.table)
    assert row is not None
    assert after.game is not None
    assert after.game.encode(replay(after.game, rows)[row.revision]) == row.snapshot
    assert await house.refused(ANN, AskUndo()) == "no_undo"


async def test_a_double_press_equips_once_and_a_restart_keeps_it(house: TableHarness) -> None:
    await house.done(ANN, EquipBest(), interaction_id=900)
    assert await house.refused(ANN, EquipBest(), interaction_id=900) == "already_done"
    again = await house.restart()
    assert await strength(again, 0) == 6
    assert await strength(again, 1) == 1
    await again.done(BEN, EquipBest())
    assert await strength(again, 1) > 1
    await again.close()


async def test_only_who_sits_here_and_only_while_the_game_is_on(house: TableHarness) -> None:
    assert await house.refused(404, EquipBest()) == "not_seated"
    await house.done(ANN, Pause())
    assert await house.refused(CLEO, EquipBest()) == "halted"
    await house.done(DAN, Leave())
    assert await house.refused(DAN, EquipBest()) == "not_seated"


async def test_who_lets_the_set_up_run_out_begins_with_their_gear_on(house: TableHarness) -> None:
    """Two have laid out and are ready; the log replays, and the time that follows is the usual."""
    await house.act(CLEO, "pass")
    await house.act(DAN, "pass")
    bare = await strength(house, 2)
    await house.advance(181)
    await house.done(DAN, Vote(True))
    await house.done(CLEO, Vote(True))
    view = await house.view_for(None)
    assert view.pending is not None
    assert view.pending.name == "arrange"
    assert await strength(house, 0) == 5
    assert await strength(house, 1) > 1
    assert await strength(house, 2) == bare, "who was ready meant it"
    assert [view.table.seats[seat].missed for seat in range(4)] == [1, 1, 0, 0]
    rows = await house.store.log(house.table)
    row = await house.store.table(house.table)
    assert row is not None
    assert view.game is not None
    assert view.game.encode(replay(view.game, rows)[row.revision]) == row.snapshot
    again = await house.restart()
    assert await strength(again, 0) == 5
    await again.close()
