"""The order of the tests when several processes share them: the files that take long come first.

A file stays with one process, so that what its tests share is made once. What takes long and shares nothing
is dealt out test by test.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol

WEIGHTS_S = {
    "tests/e2e/test_game_night.py": 60,
    "tests/e2e/test_two_processes.py": 30,
    "tests/faults/test_crashes.py": 30,
    "tests/cards/players/test_games.py": 28,
    "tests/e2e/test_demo.py": 20,
    "tests/bot/sandbox/page/test_page.py": 15,
    "tests/faults/test_rest.py": 15,
    "tests/cards/language/test_commands.py": 15,
    "tests/cards/test_scenarios.py": 15,
    "tests/bot/views/test_screens.py": 13,
    "tests/faults/test_machine.py": 12,
    "tests/cards/players/test_cunning.py": 12,
    "tests/faults/test_places.py": 11,
    "tests/properties/test_memory.py": 11,
    "tests/faults/test_restore.py": 10,
    "tests/faults/test_people.py": 10,
    "tests/e2e/test_lobby.py": 10,
    "tests/e2e/test_presses.py": 10,
    "tests/e2e/test_stop.py": 10,
    "tests/cards/players/test_cunning_panic.py": 10,
    "tests/bot/tables/test_peers.py": 10,
    "tests/bot/tables/test_kill.py": 10,
    "tests/mutation/test_mutants.py": 8,
    "tests/faults/test_gateway.py": 8,
    "tests/faults/test_connection.py": 8,
    "tests/e2e/test_answers.py": 8,
    "tests/e2e/test_process.py": 8,
    "tests/bot/store/test_postgres.py": 8,
    "tests/properties/test_door_games.py": 8,
    "tests/third_game/test_third_game.py": 8,
    "tests/bot/views/test_recap.py": 7,
    "tests/e2e/test_messages.py": 6,
    "tests/packs/test_cards.py": 6,
    "tests/bot/commands/test_demo.py": 5,
    "tests/cards/test_compiled.py": 5,
    "tests/cards/panic/test_random_games.py": 5,
    "tests/faults/test_presses.py": 4,
    "tests/cards/players/test_likely_hands.py": 4,
    "tests/architecture/test_floors.py": 3,
    "tests/bot/delivery/test_changes.py": 3,
    "tests/bot/test_games.py": 3,
    "tests/bot/views/test_custom_ids.py": 3,
    "tests/bot/tables/test_hostile.py": 2,
    "tests/bot/views/test_wording.py": 2,
    "tests/cards/players/test_panic.py": 2,
    "tests/e2e/test_forgetting.py": 2,
}
"""About how many seconds a file takes in one process, without coverage; others take less than one."""

DEALT_OUT = ("tests/e2e/test_game_night.py", "tests/cards/players/test_games.py")
"""Files of which each test may run anywhere."""


class HasId(Protocol):
    """A collected test."""

    @property
    def nodeid(self) -> str: ...


def file_of(nodeid: str) -> str:
    """Return the file of a test."""
    return nodeid.split("::", 1)[0]


def units(tests: Sequence[HasId]) -> list[list[int]]:
    """Return what one process runs in a row, by place in the list; the slow files come first."""

    def unit_of(place: int) -> str:
        file = file_of(tests[place].nodeid)
        return tests[place].nodeid if file in DEALT_OUT else file

    found = [list(places) for _, places in groupby(range(len(tests)), unit_of)]
    return sorted(found, key=lambda places: -WEIGHTS_S.get(file_of(tests[places[0]].nodeid), 0))
