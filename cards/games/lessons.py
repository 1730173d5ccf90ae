"""The lessons as games: each is found by its name and offered in no menu."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cards.door.deck_building import decks_of
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.game_module import GameModule
from cards.games.door import SCENARIO, decode_packs, door_module, encode_packs
from cards.kernel.game import Setup
from cards.lessons.lesson import Lesson
from cards.scenarios.door_form import DoorSituation
from cards.scenarios.door_table import door_table

LESSONS_DIR = Path(__file__).parents[1] / "lessons"
LESSON_PREFIX = "lesson_"


class LessonModules:
    """A game for each lesson, found when it is asked for."""

    def names(self) -> list[str]:
        """Return nothing: lessons begin with a press of their own."""
        return []

    def find(self, name: str) -> GameModule | None:
        """Return the lesson of that name."""
        path = LESSONS_DIR / f"{name.removeprefix(LESSON_PREFIX)}.toml"
        return _module(name) if name.startswith(LESSON_PREFIX) and path in LESSONS_DIR.iterdir() else None


@cache
def _module(name: str) -> GameModule:
    situation = read_situation(name.removeprefix(LESSON_PREFIX))
    plain, table = door_module(situation.game), door_table(situation)
    lesson = Lesson(situation, table, SCENARIO.readers)

    def make(setup: Setup, definitions: bytes | None) -> DoorGame:
        if definitions is None:
            return DoorGame(setup, table.game.decks, lesson.opening)
        decks = decks_of(list(decode_packs(definitions)), DoorOptions.model_validate(dict(setup.options)))
        return DoorGame(setup, decks, _opening(situation, decks))

    def definitions(setup: Setup) -> bytes:
        return encode_packs(situation.game)

    return replace(
        plain,
        name=name,
        title=f"Lesson: {plain.title}",
        has_sexes=False,
        default_options=DoorOptions.model_validate(situation.options).model_dump(mode="json"),
        make=make,
        definitions=definitions,
        lesson=lesson,
    )


def _opening(situation: DoorSituation, decks: Decks) -> Any:
    """Return how the lesson begins with the cards of an earlier release."""
    return Lesson(situation, door_table(situation, decks), SCENARIO.readers).opening


def read_situation(lesson: str) -> DoorSituation:
    """Return the first situation of a lesson's file, which is the lesson itself."""
    data = tomllib.loads((LESSONS_DIR / f"{lesson}.toml").read_text(encoding="utf-8"))
    common = {key: data[key] for key in ("game", "options") if key in data}
    return DoorSituation.model_validate({**common, **data["situation"][0]})


MODULES = LessonModules()
