"""`/kickdoor status`: how everybody stands, and what is agreed on."""

from dataclasses import replace

import pytest

from bot.tables.results import TableView
from bot.views.base.layout import Container
from bot.views.base.phone_height import MAX_HEIGHT_PX, blocks_px
from bot.views.table.status import status_screen
from cards.game_module import GameModule
from cards.registry import module_of
from tests.bot.views.games import positions, view_of


def shown(game: str, seats: int = 3, **options: object) -> tuple[TableView, GameModule]:
    kind = module_of(game)
    *_, (made, state, _) = positions(game, seats, 3, 60)
    view = view_of(made, state, 1)
    table = replace(view.table, options={**kind.default_options, **options}, secret_hash="c" * 64)
    return replace(view, table=table), kind


def test_everybody_is_there_with_number_and_level() -> None:
    view, kind = shown("classic")
    said = status_screen(view, kind, None).as_text()
    for number, seat in enumerate(view.game_view.seats):
        assert f"{number + 1} " in said
        assert f"Level {seat.level}, strength {seat.strength}" in said
    assert "Live: 3 minutes a turn" in said
    assert "House rules" not in said


def test_points_are_told_where_there_are_no_levels() -> None:
    view, kind = shown("panic")
    said = status_screen(view, kind, None).as_text()
    for seat in view.game_view.seats:
        assert f"{seat.points} point" in said


def test_house_rules_are_told_with_their_units() -> None:
    view, kind = shown("classic", epic=True, answer_seconds=30, turn_seconds=60)
    said = status_screen(view, kind, None).as_text()
    assert "House rules: Epic game; Time for an answer: 30 seconds" in said
    assert "Live: 1 minute a turn" in said


@pytest.mark.parametrize("game", ["classic", "panic"])
def test_a_full_table_fits_a_phone(game: str) -> None:
    view, kind = shown(game, 6, answer_seconds=30)
    screen = status_screen(view, kind, (1, 2))
    frame = screen.parts[0]
    assert isinstance(frame, Container)
    assert blocks_px(frame.blocks) <= MAX_HEIGHT_PX
