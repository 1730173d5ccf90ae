"""The language promises only what the rules keep: every operation, figure, moment and event is theirs."""

from pathlib import Path
from typing import Any

import pytest

from cards.door.rules import DoorEngine
from cards.language.rules_api import Rules
from cards.language.stats import STATS
from cards.language.terms import Terms
from cards.language.timing import EVENTS, MOMENTS

SOURCES = Path(__file__).resolve().parents[3] / "cards" / "door"
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
ASKED_BY_CARDS_ONLY = {"theft_proof"}
"""Figures that the rules have no use for: conditions of cards ask for them."""


def test_the_rules_offer_every_operation() -> None:
    names = {name for part in Rules.__mro__ for name in vars(part) if not name.startswith("_")}
    assert {name for name in names if not hasattr(DoorEngine, name)} == set()


@pytest.mark.parametrize("terms", [STATS, MOMENTS, EVENTS], ids=["figures", "moments", "events"])
def test_the_rules_know_every_name(terms: Terms[Any]) -> None:
    unknown = {name for name in terms if f'"{name}"' not in CODE}
    assert unknown - ASKED_BY_CARDS_ONLY == set()
