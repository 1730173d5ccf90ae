"""The rules index, docs/rules.toml, and the project agree: no unknown id, no rule without a test."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT, files, text_of

SECTIONS = ("every", "classic", "wild_west", "apocalypse", "rick_and_morty", "panic")
ID = re.compile(r"\b(?:[RPH]-\d{2,3}|F-(?:\d{3}|[AP]\d{2}))\b")
"""Rules, rulings and worked cases."""
MOST_OPEN_ENTRIES = 0
"""How many rules may wait to be made true. Lower it with every one that holds; never raise it."""

INDEX_PATH = ROOT / "docs" / "rules.toml"
INDEX: dict[str, dict[str, Any]] = tomllib.loads(INDEX_PATH.read_text(encoding="utf-8"))
ENTRIES = {id_: entry for section in INDEX.values() for id_, entry in section.items()}
OPEN = {id_: entry["open"] for id_, entry in ENTRIES.items() if not isinstance(entry, str)}


def statement(entry: str | dict[str, str]) -> str:
    """Return the rule that an entry states."""
    return entry if isinstance(entry, str) else entry["says"]


def named_by_tests(source: str) -> set[str]:
    """Return the ids in the lines of test functions; what a module says about itself tests nothing."""
    lines = source.splitlines()
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            first = min(part.lineno for part in (node, *node.decorator_list))
            found.update(ID.findall("\n".join(lines[first - 1 : node.end_lineno])))
    return found


def named_by_scenarios(source: str) -> set[str]:
    """Return the ids under ``rules`` of the situations in a file."""
    return {id_ for case in tomllib.loads(source).get("situation", ()) for id_ in case["rules"]}


@cache
def ids_with_tests() -> set[str]:
    """Return all ids that a test or a scenario names."""
    found: set[str] = set()
    for path in files(".py", ".toml"):
        if not path.is_relative_to(ROOT / "tests") or path == Path(__file__):
            continue
        read = named_by_tests if path.suffix == ".py" else named_by_scenarios
        found |= read(path.read_text(encoding="utf-8"))
    return found


def used() -> Iterator[tuple[str, Path]]:
    """Yield every id that any file of the project mentions, with the file."""
    for path in files():
        text = text_of(path)
        if text is not None and path != INDEX_PATH:
            yield from ((id_, path.relative_to(ROOT)) for id_ in set(ID.findall(text)))


@pytest.mark.parametrize("id_", sorted(ENTRIES.keys() - OPEN.keys()))
def test_a_rule_has_a_test(id_: str) -> None:
    """A scenario lists the id under its rules, or a test function says it."""
    assert id_ in ids_with_tests(), f"no test names {id_}: {statement(ENTRIES[id_])}"


def test_every_id_is_in_the_index() -> None:
    """Code, docs, packs and tests name no rule that cannot be looked up."""
    unknown = sorted(f"{id_} in {path}" for id_, path in used() if id_ not in ENTRIES)
    assert not unknown, "docs/rules.toml does not have\n" + "\n".join(unknown)


def test_open_rules_become_fewer() -> None:
    """What does not hold yet is counted, and drops ``open`` as soon as a test names it."""
    listed = "".join(f"\n{id_}: {why}" for id_, why in sorted(OPEN.items()))
    print(f"{len(OPEN)} open rules:{listed}")  # noqa: T201 - shown by pytest -rP
    assert not OPEN.keys() & ids_with_tests(), (
        f"tested by now, so not open: {sorted(OPEN.keys() & ids_with_tests())}"
    )
    assert len(OPEN) <= MOST_OPEN_ENTRIES, f"more open rules than before:{listed}"
    assert len(OPEN) >= MOST_OPEN_ENTRIES, f"lower MOST_OPEN_ENTRIES to {len(OPEN)}"


def test_an_id_has_one_place() -> None:
    """No id stands in two sections; what concerns all door-kicking sets stands under ``every``."""
    assert tuple(INDEX) == SECTIONS
    assert len(ENTRIES) == sum(len(section) for section in INDEX.values())


def test_an_entry_is_a_statement() -> None:
    """One line, a sentence; an open one also says what happens instead."""
    sentence = re.compile(r"[A-Z0-9\"+-].{3,}[.]")
    for id_, entry in ENTRIES.items():
        assert ID.fullmatch(id_), id_
        assert isinstance(entry, str) or entry.keys() == {"says", "open"}, id_
        assert sentence.fullmatch(statement(entry)), id_
        assert sentence.fullmatch(OPEN.get(id_, "It holds.")), id_


def test_only_tests_count() -> None:
    """An id counts in a test's name, decorators, docstring or body, not elsewhere in the module."""
    source = """'R-001'
X = "R-002"  # R-003
@mark("R-004")
def test_it():
    'R-005, R-1234'
    y = "F-A01 F-18"
"""
    helper = 'def helper():\n    """R-006"""\n'
    assert named_by_tests(source + helper) == {"R-004", "R-005", "F-A01"}
    assert named_by_scenarios('about = "R-001"\n[[situation]]\nname = "R-002"\nrules = ["R-003"]') == {
        "R-003"
    }
