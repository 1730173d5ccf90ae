"""The order of the tests when several processes share them: the files that take long come first.

A file stays with one process, so that what its tests share is made once. What takes long and shares nothing
is dealt out test by test. Tests that mostly wait run beside tests that compute, so that the processors have
something to do all the time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Protocol

WEIGHTS_S = {
    "tests/e2e/test_demo.py": 100,
    "tests/e2e/test_http_workers.py": 50,
    "tests/e2e/test_two_processes.py": 50,
    "tests/e2e/test_game_night.py": 45,
    "tests/faults/test_crashes.py": 45,
    "tests/cards/players/test_games.py": 35,
    "tests/cards/test_scenarios.py": 15,
    "tests/bot/views/table/test_screens.py": 12,
    "tests/cards/language/test_commands.py": 12,
    "tests/cards/players/door/test_cunning.py": 12,
    "tests/faults/test_rest.py": 11,
    "tests/cards/players/panic/test_cunning.py": 10,
    "tests/gallery/test_gallery.py": 9,
    "tests/bot/statistics/test_results.py": 8,
    "tests/bot/views/pictures/test_picture_texts.py": 8,
    "tests/e2e/test_presses.py": 8,
    "tests/mutation/test_mutants.py": 8,
    "tests/packs/test_cards.py": 8,
    "tests/properties/test_memory.py": 8,
    "tests/bot/tables/test_kill.py": 7,
    "tests/e2e/test_process.py": 7,
    "tests/faults/test_machine.py": 7,
    "tests/bot/sandbox/page/test_page.py": 6,
    "tests/bot/views/table/test_recap.py": 6,
    "tests/cards/panic/test_random_games.py": 6,
    "tests/faults/test_places.py": 6,
    "tests/faults/test_presses.py": 6,
    "tests/bot/replays/test_replay.py": 5,
    "tests/bot/tables/test_passing.py": 5,
    "tests/bot/tables/test_peers.py": 5,
    "tests/bot/operations/test_repair.py": 5,
    "tests/bot/views/pictures/test_faces.py": 5,
    "tests/bot/views/door/test_honest_buttons.py": 5,
    "tests/bot/views/test_rule_pages.py": 5,
    "tests/cards/door/test_screen_terms.py": 5,
    "tests/e2e/test_lobby.py": 5,
    "tests/faults/test_connection.py": 5,
    "tests/faults/test_damaged_tables.py": 5,
    "tests/bot/cli/test_demo.py": 4,
    "tests/bot/store/postgres/test_store.py": 4,
    "tests/bot/store/sqlite/test_power_loss.py": 4,
    "tests/bot/views/table/test_highlights.py": 4,
    "tests/bot/views/table/test_watching.py": 4,
    "tests/cards/players/door/test_likely_hands.py": 4,
    "tests/cards/test_compiled.py": 4,
    "tests/e2e/test_stop.py": 4,
    "tests/faults/test_gateway.py": 4,
    "tests/faults/test_people.py": 4,
    "tests/bot/delivery/test_spectators.py": 3,
    "tests/bot/tables/test_damage.py": 3,
    "tests/bot/operations/test_garbage.py": 3,
    "tests/bot/views/test_told.py": 3,
    "tests/e2e/test_messages.py": 3,
    "tests/faults/test_lost_file.py": 3,
    "tests/properties/test_door_games.py": 3,
    "tests/architecture/test_compiled_build.py": 2,
    "tests/architecture/test_floors.py": 2,
    "tests/architecture/test_worker_processes.py": 2,
    "tests/bot/cli/test_statistics.py": 2,
    "tests/bot/replays/test_verify.py": 2,
    "tests/bot/tables/test_clocks.py": 2,
    "tests/bot/tables/test_hostile.py": 2,
    "tests/bot/app/test_games.py": 2,
    "tests/bot/views/pictures/test_large_card.py": 2,
    "tests/bot/views/table/test_story.py": 2,
    "tests/bot/views/base/test_wording.py": 2,
    "tests/cards/players/panic/test_sensible.py": 2,
    "tests/e2e/test_answers.py": 2,
    "tests/e2e/test_bargain.py": 2,
    "tests/e2e/test_open_hand.py": 2,
    "tests/e2e/test_watching.py": 2,
    "tests/packs/test_sixth_edition.py": 2,
}
"""About how many seconds a file takes, or the longest test of one that is dealt out; others take less."""

DEALT_OUT = ("tests/e2e/test_game_night.py", "tests/cards/players/test_games.py")
"""Files of which each test may run anywhere."""


WAITING = frozenset(
    {
        "tests/e2e/test_demo.py",
        "tests/e2e/test_game_night.py",
        "tests/e2e/test_http_workers.py",
        "tests/e2e/test_two_processes.py",
        "tests/faults/test_crashes.py",
    }
)
"""Files that take long and wait for four fifths of that, or more."""

Unit = Sequence[int]
"""Which of the collected tests one process runs in a row."""


class HasId(Protocol):
    """A collected test."""

    @property
    def nodeid(self) -> str: ...


def file_of(nodeid: str) -> str:
    """Return the file of a test."""
    return nodeid.split("::", 1)[0]


def units(tests: Sequence[HasId]) -> list[Unit]:
    """Return what one process runs in a row, by place in the list; the slow files come first."""

    def unit_of(place: int) -> str:
        file = file_of(tests[place].nodeid)
        return tests[place].nodeid if file in DEALT_OUT else file

    found = [list(places) for _, places in groupby(range(len(tests)), unit_of)]
    return sorted(found, key=lambda places: -WEIGHTS_S.get(file_of(tests[places[0]].nodeid), 0))


class Agenda:
    """The units that nobody has begun.

    At most ``waiting_limit`` of those that wait run at once while there are others.
    """

    def __init__(self, tests: Sequence[HasId], waiting_limit: int) -> None:
        self._tests = tests
        self._waiting_limit = waiting_limit
        self._waiting: deque[Unit] = deque()
        self._computing: deque[Unit] = deque()
        for unit in units(tests):
            self._queue_of(unit).append(unit)

    def __len__(self) -> int:
        return len(self._waiting) + len(self._computing)

    def take(self, running: Iterable[Unit]) -> Unit:
        """Remove and return what to run beside the units that are running; nothing if none is left."""
        waiting_count = sum(self._waits(unit) for unit in running)
        first, second = self._computing, self._waiting
        if waiting_count < self._waiting_limit:
            first, second = second, first
        return first.popleft() if first else second.popleft() if second else ()

    def put_back(self, unit: Unit) -> None:
        """Let a unit, or the rest of it, be the next of its kind."""
        self._queue_of(unit).appendleft(unit)

    def _waits(self, unit: Unit) -> bool:
        return bool(unit) and file_of(self._tests[unit[0]].nodeid) in WAITING

    def _queue_of(self, unit: Unit) -> deque[Unit]:
        return self._waiting if self._waits(unit) else self._computing
