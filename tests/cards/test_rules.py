"""Every rule, ruling and worked case of an edition has a situation or a test that names it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cards.scenario import files, read_file

HERE = Path(__file__).parent
TESTS = HERE.parent
EDITIONS = ("classic", "wild_west", "apocalypse", "rick_and_morty")
"""The editions whose rules must all be tested."""

IDS_BY_EDITION: dict[str, dict[str, str]] = tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))
WANTED_IDS = sorted({id_ for edition in ("every", *EDITIONS) for id_ in IDS_BY_EDITION[edition]})
IDS_IN_SCENARIOS = {
    rule for path in files([TESTS / "scenarios"]) for case in read_file(path) for rule in case.rules
}
IDS_IN_TESTS = {
    id_
    for path in TESTS.rglob("test_*.py")
    if path != Path(__file__)
    for id_ in re.findall(r"\b[RHF]-[A-Z]?\d{2,3}\b", path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("id_", WANTED_IDS)
def test_the_rule_has_a_test(id_: str) -> None:
    """A situation lists the id under its rules, or a test says it."""
    assert id_ in IDS_IN_SCENARIOS | IDS_IN_TESTS, f"{id_} ({_about(id_)}) has no test"


def _about(id_: str) -> str:
    return next(ids[id_] for ids in IDS_BY_EDITION.values() if id_ in ids)


def test_an_id_has_one_place() -> None:
    """No id is listed for two editions; what concerns several is listed for every one."""
    ids = [id_ for edition in IDS_BY_EDITION.values() for id_ in edition]
    assert len(ids) == len(set(ids))
