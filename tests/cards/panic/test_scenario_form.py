"""Faults in scenario files of the castle-defense game are reported."""

from pathlib import Path
from typing import Any

import pytest

from cards.panic.screen_terms import VERBS
from cards.scenario import Case, read_file, run_case
from cards.scenarios.form import Expect, Situation
from cards.scenarios.panic_form import PanicExpect, PanicMonster, PanicSeat, PanicSituation

BASE_SITUATION: dict[str, Any] = {
    "game": "panic",
    "rules": ["P-001"],
    "seats": [{"name": "Ada"}, {"name": "Bob"}],
}


def fault(tmp_path: Path, **data: Any) -> str:
    """Return the one fault that is found in such a situation."""
    case = Case(str(tmp_path / "some.toml"), "it", BASE_SITUATION | {"name": "it"} | data)
    (failure,) = run_case(case)
    return str(failure)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"seats": [{"name": "Ada"}, {"name": "Ada"}]}, "two seats have the same name"),
        ({"turn": "Zoe"}, "nobody is called 'Zoe'"),
        ({"seats": [{"name": "Ada", "hand": ["Spoon"]}]}, "no Spoon is left"),
        ({"monsters": [{"name": "Hoard!", "ring": "knight", "arc": 1}]}, "Hoard! is no monster"),
        ({"monsters": [{"name": "Bullrog", "ring": "moat", "arc": 1}]}, "ring"),
        ({"walls": [7]}, "walls"),
        ({"options": {"swap": 3}}, "bad_option"),
        ({"expect": {"wals": [1]}}, "wals"),
        ({"expect": {"at": {"Spoon": "knight 1"}}}, "there is no card 'Spoon'"),
        ({"expect": {"towers": [1]}}, "towers: expected [1], found [1, 2, 3, 4, 5, 6]"),
        ({"expect": {"at": {"Bullrog": "knight 1"}}}, "at: expected {Bullrog = knight 1}"),
        ({"expect": {"health": {"Bullrog": 3}}}, "found {Bullrog = 0}"),
        ({"steps": [{"who": "Ada", "do": "accept", "card": "Red Hero", "other": "Bob"}]}, "not_now"),
        ({"steps": [{"who": "Ada", "do": "power", "ability": "sift"}]}, "not_now"),
        ({"steps": [{"who": "Ada", "do": "play", "card": "Wishing Ring", "ability": "lift"}]}, "not_now"),
        ({"expect": {"turn": "Bob", "phase": 3}}, "turn: expected Bob, found Ada"),
    ],
)
def test_faults(tmp_path: Path, data: dict[str, Any], words: str) -> None:
    """Each fault is named in words."""
    assert words in fault(tmp_path, **data)


PAGE = (Path(__file__).parents[3] / "docs" / "panic.md").read_text(encoding="utf-8")


def test_every_key_is_explained() -> None:
    """docs/panic.md explains what only this game has, docs/scenarios.md the rest."""
    known = {
        *Situation.model_fields,
        *Expect.model_fields,
        "name",
        "seats",
        "turn",
        "dice",
        "expect",
        "steps",
    }
    for form in (PanicSituation, PanicSeat, PanicMonster, PanicExpect):
        assert [key for key in form.model_fields if key not in known and f"`{key}`" not in PAGE] == []
    assert [verb for verb in VERBS if verb not in ("pass", "answer") and f"`{verb}`" not in PAGE] == []


def test_the_example_passes(tmp_path: Path) -> None:
    """The examples of the page pass."""
    path = tmp_path / "example.toml"
    path.write_text(PAGE.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    (case,) = read_file(path)
    assert run_case(case) == []
