"""Every rule of the castle-defense game has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

RULE_NUMBERS = {
    *range(1, 11),
    *range(20, 27),
    *range(30, 35),
    *range(40, 63),
    *range(70, 76),
    *range(100, 115),
    *range(120, 127),
    *range(130, 139),
    *range(140, 145),
    *range(150, 157),
    *range(160, 163),
    *range(170, 179),
    *range(180, 188),
    *range(190, 196),
    *range(200, 209),
    *range(210, 215),
    *range(220, 239),
    *range(240, 245),
}
"""The numbers of the P-rules."""

CASE_NUMBERS = {1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31}
"""The numbers of the F-P cases."""

RULING_NUMBERS = {*range(90, 110), 119, 120}

_HERE = Path(__file__).parent
_DOCSTRING = re.compile(r'def test_\w+\([^)]*\) -> None:\s+"""(.*?)"""', re.DOTALL)


def named(prefix: str) -> set[int]:
    """Return the numbers that test docstrings name, ranges included."""
    found: set[int] = set()
    for path in _HERE.glob("test_*.py"):
        for text in _DOCSTRING.findall(path.read_text(encoding="utf-8")):
            found.update(int(number) for number in re.findall(rf"{prefix}(\d+)", text))
            for first, last in re.findall(rf"{prefix}(\d+) to {prefix}(\d+)", text):
                found.update(range(int(first), int(last) + 1))
    return found


def test_every_rule_has_a_test() -> None:
    """Every rule is named by a test."""
    assert sorted(RULE_NUMBERS - named("P-")) == []


def test_every_case_has_a_test() -> None:
    """Every worked case is named by a test."""
    assert sorted(CASE_NUMBERS - named("F-P")) == []
    assert 105 in named("F-")


def test_house_rulings_have_tests() -> None:
    """Every house ruling is named by a test, as far as it can be tested here."""
    assert sorted(RULING_NUMBERS - named("H-")) == []


def test_rules_are_those_of_the_book() -> None:
    """No test names a rule that does not exist."""
    assert sorted(named("P-") - RULE_NUMBERS) == []
