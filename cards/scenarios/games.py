"""The games of which there can be scenarios, each with its form, its table and what can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from cards.door.options import DoorOptions
from cards.panic.options import PanicOptions
from cards.scenarios.compare import Reader
from cards.scenarios.door_form import DoorSituation
from cards.scenarios.door_readers import DOOR_READERS
from cards.scenarios.door_table import DoorScenarioTable
from cards.scenarios.door_words import DOOR_WORDS
from cards.scenarios.form import Situation
from cards.scenarios.panic_form import PanicSituation
from cards.scenarios.panic_readers import PANIC_READERS
from cards.scenarios.panic_table import PanicScenarioTable
from cards.scenarios.panic_words import PANIC_WORDS
from cards.scenarios.table import ScenarioTable
from cards.scenarios.words import GameWords

PANIC_GAME: Final = "panic"


@dataclass(frozen=True, slots=True)
class ScenarioGame:
    """How scenarios of a game are read and played."""

    title: str
    form: type[Situation[Any]]
    lay_out: Callable[[Any], ScenarioTable]
    """Takes a situation of this form. Raises ScenarioError or SetupError."""
    readers: Mapping[str, Reader]
    words: GameWords
    options: type[BaseModel]


DOOR: Final = ScenarioGame(
    "The door-kicking games", DoorSituation, DoorScenarioTable, DOOR_READERS, DOOR_WORDS, DoorOptions
)
PANIC: Final = ScenarioGame(
    "The castle-defence game", PanicSituation, PanicScenarioTable, PANIC_READERS, PANIC_WORDS, PanicOptions
)
GAMES: Final = (DOOR, PANIC)


def game_called(name: object) -> ScenarioGame:
    """Return the game of this name; every other name than "panic" is one of door packs."""
    return PANIC if name == PANIC_GAME else DOOR
