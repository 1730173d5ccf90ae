"""docs/faults.md is what the fault tests say, and each of them asks the oracle."""

import ast

import pytest

from tests.architecture.tree import ROOT
from tests.faults import page


def test_the_page_is_the_one_of_the_tests() -> None:
    current = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8") == page.fault_page()
    assert current, "docs/faults.md is out of date: `make fix` writes it again"


@pytest.mark.parametrize("docstring", ["The disk is full.", "Fault: the disk is full.", "Fault: a; b"])
def test_a_test_that_does_not_say_what_people_see_is_named(
    docstring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (node,) = ast.parse(f'def test_it():\n    """{docstring}"""').body
    monkeypatch.setattr(page, "suite", lambda: iter([("test_x.py", node)]))
    with pytest.raises(ValueError, match=r"test_x\.py::test_it"):
        page.fault_page()


def test_the_oracle_is_asked_in_every_test_with_a_game() -> None:
    """A test that has a fault case checks the invariants in the end, itself or in a function."""
    for file, node in page.suite():
        text = ast.unparse(node)
        has_case = any(argument.arg == "trial" for argument in node.args.args)
        if has_case or "FaultCase.begin" in text:
            assert ".check_invariants(" in text, f"{file}::{node.name} never asks the oracle"
