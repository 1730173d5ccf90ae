"""A whole game of each set in a language made by machine: longer by 40 %, and still within all limits."""

from __future__ import annotations

import pytest

from bot.languages import speaking
from bot.views.base import limits
from bot.views.table import story
from tests.bot.views.games import positions, view_of
from tests.bot.views.test_screens import all_screens
from tests.languages.pseudo import Pseudo, unmarked
from tests.languages.sentences import sentences

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")
MOST_STEPS = 2000
LOOK_INTERVAL_STEPS = 40


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_keeps_the_limits_and_asks_only_for_sentences_that_catalogs_have(game: str) -> None:
    language, told = Pseudo(), set[str]()
    with speaking(language):
        for number, (kind, state, events) in enumerate(positions(game, 3, 5, MOST_STEPS)):
            view = view_of(kind, state, None, events)
            told.update(line.text for line in story.tell(view, view.past))
            if number % LOOK_INTERVAL_STEPS == 0 or state.over:
                for seat in (None, 0):
                    for screen in all_screens(view_of(kind, state, seat, events)):
                        assert limits.faults(screen) == [], screen.as_text()
    known = {(each.context, each.one) for each in sentences()}
    asked = {(context, one) for context, one in language.asked if ("", one) not in known and unmarked(one)}
    assert asked - known == set()
    assert {line for line in told if unmarked(line)} == set()
