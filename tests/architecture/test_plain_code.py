"""Code that has been counted wholly runs as it is written; what is still to be reached is counted later."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest
from slipcover import Slipcover, branch

from tests.plain_code import PROBED_MARK, ProbedFunctions

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="counts without probes")

SAMPLE = """
def reached(much):
    if much:
        return [each + 1 for each in (much,)]
    return []

def half(much):
    if much:
        return "much"
    return "little"

class Home:
    @property
    def kept(self):
        outer = 3
        return (lambda: outer)()

alike = (lambda: 1, lambda: 2)
"""


def test_only_what_was_reached_wholly_loses_its_probes(tmp_path: Path) -> None:
    """A branch that nobody has taken is still counted when somebody takes it; twins on one line stay."""
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    counter = Slipcover(branch=True, immediate=True)
    names: dict[str, Any] = {}
    exec(counter.instrument(compile(branch.preinstrument(ast.parse(SAMPLE)), file, "exec")), names)
    probed = ProbedFunctions()
    assert (names["reached"](1), names["reached"](0), names["half"](1)) == ([2], [], "much")
    assert (names["Home"]().kept, [each() for each in names["alike"]]) == (3, [1, 2])
    probed.settle()
    functions = [names["reached"], names["half"], names["Home"].kept.fget, *names["alike"]]
    left = [function for function in functions if PROBED_MARK in function.__code__.co_consts]
    assert left == [names["half"], *names["alike"]]
    assert (names["reached"](1), names["reached"](0), names["Home"]().kept) == ([2], [], 3)
    [counted] = counter.get_coverage()["files"].values()
    assert (counted["missing_lines"], counted["missing_branches"]) == ([10], [(8, 10)])
    assert names["half"](0) == "little"
    [counted] = counter.get_coverage()["files"].values()
    assert (counted["missing_lines"], counted["missing_branches"]) == ([], [])
