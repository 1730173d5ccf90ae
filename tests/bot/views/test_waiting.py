"""Whom the table's message says that it waits for: those whom the rules ask, nobody else, in every game."""

import re
from dataclasses import replace

import pytest

from bot.delivery.people import called_user
from bot.tables.results import TableView
from bot.views.games import screens_of
from tests.bot.views.games import positions, view_of

NAME_PATTERN = re.compile(r"Nr(\d)")
SETS = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")


def named(view: TableView) -> set[int]:
    """Return the seats that stand in the place of those who are awaited."""
    line = screens_of(view).board.waiting(view).split("\n")[0]
    who, _, told = line.partition(": ")
    if (" – " in line and not NAME_PATTERN.search(who)) or not told:
        who = line.rpartition(" – ")[2]
    if "everybody" in who:
        return set(range(len(view.table.seats)))
    return {int(number) for number in NAME_PATTERN.findall(who)}


@pytest.mark.parametrize("name", SETS)
def test_who_is_named_is_whom_the_rules_ask(name: str) -> None:
    for seed in range(3):
        for game, state, _ in positions(name, 4, seed, 250):
            view = view_of(game, state, None)
            if view.pending is None:
                continue
            seats = tuple(replace(s, name=f"Nr{n}") for n, s in enumerate(view.table.seats))
            view = replace(view, table=replace(view.table, seats=seats))
            wait = game.view(state, None).wait
            asked = {*view.pending.awaited, *(wait.passed if view.pending.hides_passes else ())}
            line = screens_of(view).board.waiting(view)
            assert named(view) == asked, (line, view.pending)
            called = called_user(view)
            assert not called or view.table.seat_of(called) in named(view)
