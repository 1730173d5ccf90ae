"""docs/scenarios.md keeps up with the forms: every key and verb is explained, and its example passes."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from cards.door.rules import RULE_TABLES
from cards.scenario import TOP_KEYS, read_file, run_case
from cards.scenario_reference import scenario_words
from cards.scenarios.door_form import DoorDeal, DoorExpect, DoorFight, DoorSeat, DoorSituation
from cards.scenarios.form import EventPattern, MovePattern, ScenarioStep

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
FORMS: tuple[type[BaseModel], ...] = (
    DoorSituation,
    DoorSeat,
    ScenarioStep,
    DoorExpect,
    DoorDeal,
    MovePattern,
    EventPattern,
)


@pytest.mark.parametrize("form", FORMS)
def test_every_key_is_explained(form: type[BaseModel]) -> None:
    """What a file can say is in the page, word for word."""
    keys = {field.alias or name for name, field in form.model_fields.items()}
    assert {key for key in keys if f"`{key}`" not in PAGE} == set()


def test_a_fight_and_the_file_itself_are_explained() -> None:
    """The keys of a combat stand in its example, those of a file in a table."""
    assert {key for key in DoorFight.model_fields if f"{key} = " not in PAGE} == set()
    assert {key for key in TOP_KEYS if f"`{key}`" not in PAGE and f"[[{key}]]" not in PAGE} == set()


def test_every_verb_is_explained() -> None:
    """Everything that can be done at the table can be written as a step."""
    assert {verb for verb in RULE_TABLES.verb_handlers if f"`{verb}`" not in PAGE} == set()


def test_the_example_passes(tmp_path: Path) -> None:
    """The first scenario of the page does what the page says."""
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    (case,) = read_file(path)
    assert run_case(case) == []


def test_the_words_of_every_sort_are_listed() -> None:
    """Refusals, questions, windows and events of both games; ``make fix`` writes them."""
    words = scenario_words()
    for word in ("in_combat", "keep_big", "victory", "helper_joined", "wander"):
        assert f"\n- `{word}`: " in words
