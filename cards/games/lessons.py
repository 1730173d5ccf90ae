"""The lessons as games: each is found by its name and offered in no menu."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cards.door.deck_building import decks_of
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.game_module import GameModule
from cards.games import panic
from cards.games.door import decode_packs, door_module
from cards.kernel.game import Game, Opening, Setup
from cards.lessons.lesson import Lesson
from cards.panic.game import PanicGame
from cards.scenarios.door_form import DoorSituation
from cards.scenarios.door_table import door_table
from cards.scenarios.panic_form import PanicSituation
from cards.scenarios.panic_table import panic_table
from cards.scenarios.table import ScenarioTable

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
    plain = panic.MODULE if isinstance(situation, PanicSituation) else door_module(situation.game)
    assert plain.scenario is not None
    readers, options = plain.scenario.readers, plain.scenario.options.model_validate(situation.options)
    today = _lay_out(situation, None)
    lesson = Lesson(situation, today, readers)

    def make(setup: Setup, definitions: bytes | None) -> Game[Any, Any]:
        if definitions is None:
            return _rehearsed(today.game, setup, lesson.opening)
        table = _lay_out(situation, definitions)
        return _rehearsed(table.game, setup, Lesson(situation, table, readers).opening)

    def definitions(setup: Setup) -> bytes:
        return plain.definitions(replace(setup, game=situation.game))

    return replace(
        plain,
        name=name,
        title=f"Lesson: {plain.title}",
        has_sexes=False,
        default_options=options.model_dump(mode="json"),
        make=make,
        definitions=definitions,
        lesson=lesson,
    )


def _lay_out(situation: DoorSituation | PanicSituation, definitions: bytes | None) -> ScenarioTable:
    """Lay out a lesson with today's cards, or with those kept with its game."""
    if isinstance(situation, PanicSituation):
        return panic_table(situation, None if definitions is None else panic.decode_box(definitions))
    options = DoorOptions.model_validate(situation.options)
    decks = None if definitions is None else decks_of(list(decode_packs(definitions)), options)
    return door_table(situation, decks)


def _rehearsed(game: Game[Any, Any], setup: Setup, opening: Opening) -> Game[Any, Any]:
    if isinstance(game, PanicGame):
        return PanicGame(setup, game.contents, opening)
    assert isinstance(game, DoorGame)
    return DoorGame(setup, game.decks, opening)


def read_situation(lesson: str) -> DoorSituation | PanicSituation:
    """Return the first situation of a lesson's file, which is the lesson itself."""
    data = tomllib.loads((LESSONS_DIR / f"{lesson}.toml").read_text(encoding="utf-8"))
    common = {key: data[key] for key in ("game", "options") if key in data}
    form = PanicSituation if data["game"] == panic.NAME else DoorSituation
    return form.model_validate({**common, **data["situation"][0]})


MODULES = LessonModules()
