"""What a refusal says is true of the state (`refusals.py`), and nothing refused has changed anything."""

from collections import Counter

import pytest

from cards.door.screen_terms import REFUSALS
from tests.referee.refusals import TRUE_IF, ask_at_table

ELSEWHERE = {"has_left", "no_such_seat", "not_at_table", "too_late"}
"""Codes that nobody at a crowded table can get."""


def _ask(numbers: range) -> Counter[str]:
    codes: Counter[str] = Counter()
    for number in numbers:
        found, said = ask_at_table(number, rounds=6, questions=15)
        assert found == [], f"table {number}"
        codes += said
    return codes


def test_every_code_has_its_meaning() -> None:
    """A new code wants a line in the table: what must hold where it is said."""
    assert TRUE_IF.keys() | ELSEWHERE == REFUSALS.keys()


def test_refusals_are_true() -> None:
    """Random attempts at crowded tables, most of them illegal."""
    assert len(_ask(range(60))) > 20


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 3_000, 250))
def test_refusals_are_true_at_many_tables(first: int) -> None:
    """The long form."""
    assert len(_ask(range(first, first + 250))) > 25
