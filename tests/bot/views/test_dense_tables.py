"""Screens of crowded tables: every power with every Item, Curse and monster keeps Discord's limits."""

from collections.abc import Iterator

import pytest

from bot.tables.results import TableView
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.layout import Screen
from bot.views.press import moves
from bot.views.press.moves import CompleteChoice
from bot.views.table import private
from tests.bot.views.games import view_of
from tests.bot.views.test_screens import all_screens
from tests.referee.dense import DenseTable

TABLES, MANY_TABLES = 12, 3_000


def steps_of(view: TableView) -> Iterator[Screen]:
    """Draw each question of every move, its first answer chosen each time, and the last look before it."""
    for move in view.moves:
        choice = custom_ids.Choice.of(move)
        found = moves.advance(move, PartialChoice(choice))
        while isinstance(found, moves.OpenSlot):
            yield private.step_screen(view, found)
            least = max(found.slot.least, 1)
            if not found.slot.accepts(found.slot.options[:least]):
                break
            choice = found.step.choice.with_picks(*found.slot.options[:least])
            found = moves.advance(move, PartialChoice(choice))
        if isinstance(found, CompleteChoice):
            yield private.sure_screen(view, move, found)


def check(numbers: range) -> None:
    """Draw everything that anybody can open at crowded tables."""
    for number in numbers:
        table = DenseTable(number)
        table.lay_out()
        for seat in (None, *range(table.state.seats)):
            view = view_of(table.game, table.state, seat)
            for screen in (*all_screens(view), *steps_of(view)):
                assert limits.faults(screen) == [], f"table {number}, seat {seat}: {screen.as_text()}"


def test_every_screen_of_a_crowded_table_keeps_the_limits() -> None:
    check(range(TABLES))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, MANY_TABLES, 100))
def test_every_screen_of_many_crowded_tables_keeps_the_limits(first: int) -> None:
    check(range(first, first + 100))
