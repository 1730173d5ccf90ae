"""The language promises only what the rules keep: every operation, figure, moment and event is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from cards.door.rules import DoorEngine
from cards.language import enums
from cards.language.rules_api import Rules

SOURCES = Path(__file__).resolve().parents[3] / "cards" / "door"
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
ASKED_BY_CARDS_ONLY = {"theft_proof"}
"""Figures that the rules have no use for: conditions of cards ask for them."""


def test_the_rules_offer_every_operation() -> None:
    names = {name for part in Rules.__mro__ for name in vars(part) if not name.startswith("_")}
    assert {name for name in names if not hasattr(DoorEngine, name)} == set()


@pytest.mark.parametrize(
    "names", [enums.Stat, enums.Moment, enums.EventName], ids=["figures", "moments", "events"]
)
def test_the_rules_know_every_name(names: object) -> None:
    unknown = {name for name in get_args(names) if f'"{name}"' not in CODE}
    assert unknown - ASKED_BY_CARDS_ONLY == set()
