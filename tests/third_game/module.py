"""Last Stone as a module, and how scenarios of it are written."""

from typing import Annotated

from pydantic import Field

from cards.game_module import GameModule, model_faults
from cards.kernel.game import Setup
from cards.scenarios.compare import COMMON_READERS
from cards.scenarios.form import Expect, GameWords, ScenarioForm, Situation, event_meanings
from cards.scenarios.scenario_game import ScenarioGame
from cards.scenarios.table import ScenarioTable
from tests.third_game.player import CountingPlayer
from tests.third_game.rules import HEAP_ZONE, STONE_EVENT_KINDS, StoneGame, StoneOptions

NAME = "last_stone"


class StoneSeat(ScenarioForm):
    name: str


class StoneExpect(Expect):
    heap: int | None = None


class StoneSituation(Situation[StoneExpect]):
    seats: Annotated[list[StoneSeat], Field(min_length=2, max_length=4)]


class StoneTable(ScenarioTable):
    words = GameWords(
        verbs=frozenset({"take"}),
        events=event_meanings(STONE_EVENT_KINDS),
        questions={},
        windows={"take": "Take one to three stones."},
        refusals={"not_now": "It is not that seat's turn.", "bad_choice": "So many cannot be taken."},
        phases=(),
        stages=(),
        slots={"take": ("count",)},
        other_verbs=frozenset(),
        slot_words=frozenset(),
    )

    def __init__(self, situation: StoneSituation) -> None:
        names = [seat.name for seat in situation.seats]
        game = StoneGame(Setup(NAME, len(names), situation.seed, situation.options))
        super().__init__(game, game.start()[0], names, ())

    def owner(self, card: int) -> int:
        return self.state.zones.place[card] - 1


SCENARIO = ScenarioGame(
    title="Last Stone",
    form=StoneSituation,
    lay_out=StoneTable,
    readers={**COMMON_READERS, "heap": lambda table, _: len(table.state.zones.lists[HEAP_ZONE])},
    words=StoneTable.words,
    options=StoneOptions,
)

MODULE = GameModule(
    name=NAME,
    title="Last Stone",
    blurb="One heap. Take up to three; do not leave the last one to others.",
    screens=NAME,
    min_seats=2,
    max_seats=4,
    default_options=StoneOptions.model_validate({}).model_dump(mode="json"),
    option_faults=lambda options: model_faults(StoneOptions, options),
    make=lambda setup, _: StoneGame(setup),
    definitions=lambda _: b"stones",
    cards=lambda: tuple(StoneGame(Setup(NAME, 2, 0)).face(stone) for stone in range(15)),
    players={"counting": CountingPlayer},
    caretaker=CountingPlayer,
    scenario=SCENARIO,
)
