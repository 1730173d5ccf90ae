"""Spectators' screens are drawn once in a turn at most, when it is worth most."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.attention import MAX_SPARE_EDITS, WatchPace
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views import screens

TABLE = Table(1, 70, 60, 5, "classic", "playing")


def moment(turn: int, *, fight: bool = False, halt: Any = "") -> TableView:
    return TableView(
        replace(TABLE, halt=halt),
        None,
        game_view=SimpleNamespace(turn=turn, fight=fight, combat=fight or None),
    )


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> WatchPace:
    def open_fight(view: TableView) -> bool:
        return view.game_view.fight

    monkeypatch.setattr(screens, "open_fight", open_fight)
    return WatchPace(3.0)


def drawn(pace: WatchPace, *moments: TableView) -> list[bool]:
    return [pace.policy(each) is not None for each in moments]


def test_a_fight_is_shown_when_it_opens(pace: WatchPace) -> None:
    begun, fight, stab = moment(1), moment(1, fight=True), moment(1, fight=True)
    assert drawn(pace, begun, fight, stab, moment(1)) == [False, True, False, False]
    assert drawn(pace, moment(2), moment(2, fight=True), moment(2)) == [False, True, False]


def test_a_turn_without_a_fight_is_shown_when_it_is_over(pace: WatchPace) -> None:
    assert drawn(pace, moment(1), moment(2), moment(2), moment(3)) == [False, True, False, True]


def test_what_a_quick_turn_leaves_over_shows_how_a_fight_ended(pace: WatchPace) -> None:
    """Computers' turns pass before anybody has looked; the edits that they save come later."""
    drawn(pace, moment(1, fight=True), moment(2, fight=True))
    assert drawn(pace, moment(3, fight=True)) == [True]
    assert drawn(pace, moment(3)) == [True]


def test_a_table_that_stands_still_and_one_that_ends_are_shown(pace: WatchPace) -> None:
    assert drawn(pace, moment(1), moment(1, halt="paused"), moment(1)) == [False, True, False]
    ended = moment(2)
    assert drawn(pace, replace(ended, table=replace(TABLE, phase="ended"))) == [True]


def test_nobody_s_edits_are_saved_up(pace: WatchPace) -> None:
    for turn in range(9):
        assert pace.policy(moment(turn), watched=False) is None
    assert drawn(pace, moment(8, fight=True), moment(8), moment(8, fight=True)) == [True, False, False]


@pytest.mark.parametrize("seed", range(20))
def test_no_more_edits_than_turns(pace: WatchPace, seed: int) -> None:
    rng = Random(seed)
    turn, edits = 0, 0
    for _ in range(400):
        turn += rng.random() < 0.2
        edits += pace.policy(moment(turn, fight=rng.random() < 0.5)) is not None
    assert 0 < edits <= turn + 1
    assert edits > turn / 2
    assert MAX_SPARE_EDITS < 10
