"""docs/faults.md names tests that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "faults.md"
SUITE = ROOT / "tests" / "faults"

FAULT_COUNT = 57
FAULT_NUMBERS_PATTERN = re.compile(r"Fault ((?:\d+(?:, )?)+)")


def test_every_test_that_the_page_names_is_there() -> None:
    """A file may be named with a test in it; a test alone belongs to the file named before it."""
    page = PAGE.read_text(encoding="utf-8")
    file = Path()
    named = re.findall(r"`([a-z0-9_/]+\.py)?(?:::([a-z0-9_]+))?`", page)
    assert len(named) > 20
    for path, test in named:
        if path:
            found = [
                base / path for base in (ROOT / "tests", ROOT / "tests" / "bot") if (base / path).exists()
            ]
            assert found, path
            file = found[0]
        if test:
            assert f"def {test}(" in file.read_text(encoding="utf-8"), (file.name, test)


def rows() -> dict[int, str]:
    """Return the rows of the table by the number of the fault."""
    page = PAGE.read_text(encoding="utf-8")
    return {int(number): row for number, row in re.findall(r"^\| (\d+) \|(.*)$", page, re.MULTILINE)}


def suite() -> Iterator[tuple[str, str, ast.AsyncFunctionDef | ast.FunctionDef]]:
    """Go through the fault suite: file, name and definition of each test."""
    for path in sorted(SUITE.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef) and node.name.startswith("test_"):
                yield path.name, node.name, node


def numbers(node: ast.AsyncFunctionDef | ast.FunctionDef) -> set[int]:
    """Return the faults that a test says it is about."""
    found = FAULT_NUMBERS_PATTERN.match(ast.get_docstring(node) or "")
    return set() if found is None else {int(number) for number in found[1].split(", ")}


def test_every_fault_has_its_row_and_a_test() -> None:
    assert sorted(rows()) == list(range(1, FAULT_COUNT + 1))
    for number, row in rows().items():
        assert re.search(r"`[a-z0-9_/]+\.py::test_[a-z0-9_]+`", row), f"fault {number} names no test"


def test_every_test_of_the_suite_says_its_fault_and_stands_in_its_row() -> None:
    for file, name, node in suite():
        assert numbers(node), f"{file}::{name} does not say which fault it is about"
        for number in numbers(node):
            assert f"::{name}`" in rows()[number], f"{name} is missing from the row of fault {number}"


def test_every_row_names_a_test_that_says_so() -> None:
    """All but the saves of earlier releases, which need no Discord, have a test in the suite."""
    covered = {number for _, _, node in suite() for number in numbers(node)}
    assert set(range(1, FAULT_COUNT + 1)) - covered == {41}


def test_the_oracle_is_asked_in_every_test_with_a_game() -> None:
    """A test that has a fault case checks the invariants in the end, itself or in a function."""
    for file, name, node in suite():
        text = ast.unparse(node)
        has_case = any(argument.arg == "trial" for argument in node.args.args)
        if has_case or "FaultCase.begin" in text:
            assert ".check_invariants(" in text, f"{file}::{name} never asks the oracle"
