"""The lobby and its settings in words: times in force, and what a menu of sets does."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.app.games import game_registry
from bot.tables.results import TableView
from bot.tables.table import Table, allowed_s
from bot.views import screens
from bot.views.base import wording
from bot.views.base.game_screens import screens_by_key
from bot.views.base.layout import Block, Container, Screen, Select
from bot.views.base.text import duration
from bot.views.table.settings import settings_screen, value_form
from cards.registry import module_of
from tests.bot.views.games import table_of


def lobby(game: str = "classic", **fields: Any) -> Table:
    options = {**module_of(game).default_options, **fields.pop("options", {})}
    return replace(table_of(game, 3, options=options, **fields), phase="lobby")


def lobby_text(table: Table) -> str:
    view = TableView(table, None, None, None, (), None)
    return screens.table_screen(view, module_of(table.game)).as_text()


def settings_of(table: Table) -> Screen:
    sets = [module_of(name) for name in game_registry().names()]
    mates = [module_of(name) for name in ("apocalypse", "wild_west")]
    return settings_screen(table, module_of(table.game), sets, 0, mates=mates)


def menus(screen: Screen) -> dict[str, Select]:
    blocks: list[Block] = [b for part in screen.parts if isinstance(part, Container) for b in part.blocks]
    return {each.custom_id.rpartition(":")[2]: each for each in blocks if isinstance(each, Select)}


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1, "1 second"),
        (45, "45 seconds"),
        (60, "1 minute"),
        (90, "1.5 minutes"),
        (100, "100 seconds"),
        (180, "3 minutes"),
        (1999, "33 minutes"),
        (28800, "8 hours"),
        (259200, "3 days"),
    ],
)
def test_durations_are_told_in_their_own_unit(seconds: int, told: str) -> None:
    assert duration(seconds) == told


@pytest.mark.parametrize(
    ("speed", "seconds", "told"),
    [
        ("live", 180, "Live: 3 minutes a turn, everybody is here"),
        ("live", 1800, "Live: 30 minutes a turn, everybody is here"),
        ("live", 60, "Live: 1 minute a turn, everybody is here"),
        ("relaxed", 60, "Relaxed: 10 minutes a turn, while you do other things"),
        ("post", 900, "By post: 3 days a turn, a move now and then"),
    ],
)
def test_the_lobby_shows_how_long_a_turn_really_is(speed: Any, seconds: int, told: str) -> None:
    said = lobby_text(lobby(speed=speed, options={"turn_seconds": seconds}))
    assert told in said
    assert "Time for your own steps" not in said


@pytest.mark.parametrize("game", ["classic", "panic"])
def test_a_time_that_a_form_takes_is_the_time_at_live_speed(game: str) -> None:
    """From the least to the most that the form names; a second less or more is refused."""
    kind = module_of(game)
    for key in (key for key in kind.default_options if key.endswith("_seconds")):
        note = wording.option(screens_by_key(kind.screens).words, key)[1]
        found = re.fullmatch(r"(\d+) to ([\d,]+) seconds at live speed", note)
        assert found
        least, most = int(found[1]), int(found[2].replace(",", ""))
        assert (allowed_s("live", least), allowed_s("live", most)) == (least, most)
        assert not kind.option_faults({key: least})
        assert not kind.option_faults({key: most})
        assert kind.option_faults({key: least - 1})
        assert kind.option_faults({key: most + 1})


def test_changed_times_have_units_at_the_speed_of_the_table() -> None:
    options = {"answer_seconds": 30, "victory_seconds": 60}
    said = lobby_text(lobby(options=options))
    assert "Time for an answer: 30 seconds" in said
    assert "Last chance before a kill counts: 1 minute" in said
    table = lobby(speed="relaxed", options=options)
    assert "Time for an answer: 5 minutes" in lobby_text(table)
    assert "Time for an answer: 5 minutes" in settings_of(table).as_text()
    form = value_form(table, module_of("classic"), "answer_seconds")
    assert form.fields[0].note == "15 to 600 seconds at live speed. Now: 30 seconds"


def test_one_menu_switches_the_game_and_another_one_mixes_sets_in() -> None:
    """A phone keeps the tick of Classic when somebody taps Wild West, so that menu takes one of them."""
    found = menus(settings_of(lobby()))
    game = next(menu for key, menu in found.items() if key.endswith("game"))
    assert (game.least, game.most) == (1, 1)
    assert [option.label for option in game.options if option.chosen] == ["Classic"]
    more = next(menu for key, menu in found.items() if key.endswith("more.classic"))
    assert (more.least, more.most) == (0, 2)
    assert [option.label for option in more.options] == ["+ Apocalypse", "+ Wild West"]
    assert not any(option.chosen for option in more.options)


def test_a_mix_is_ticked_in_both_menus() -> None:
    table = lobby("classic+wild_west")
    found = menus(settings_of(table))
    chosen = [option.label for menu in found.values() for option in menu.options if option.chosen]
    assert {"Classic", "+ Wild West"} <= set(chosen)
    assert "+ Apocalypse" not in chosen
