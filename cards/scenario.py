"""The command `kickdoor scenario`: rules tests as data, in files that docs/scenarios.md explains."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cards.kernel.game import SetupError
from cards.scenarios.door import DoorSituation, DoorTable
from cards.scenarios.form import Expect, Step
from cards.scenarios.panic import PanicScenarioTable, PanicSituation
from cards.scenarios.table import Table, Wrong, told
from cards.simulate import check_invariants

SHARED_KEYS = ("game", "options", "cards")
"""Keys that a file may give once for all its situations."""
TOP_KEYS = {"about", "include", "situation", *SHARED_KEYS}


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that did not come true, or a scenario that cannot be played.

    ``step`` counts from 1; 0 is the situation before its first step.
    """

    file: str
    situation: str
    step: int
    action: str
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        step = f"step {self.step} ({self.action})" if self.step else "before the first step"
        place = f"{self.file}: {self.situation or 'the file'}: {step}" if self.situation else self.file
        if not self.expected:
            return f"{place}: {self.what}: {self.found}"
        return f"{place}: {self.what}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Case:
    """A situation as read from a file, not checked yet."""

    file: str
    name: str
    data: dict[str, Any]

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.data.get("rules", ()))


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the scenario files: the named ones, and all TOML files below the named folders."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def read_file(path: Path) -> list[Case]:
    """Return the situations of a file. Raises Wrong if it is none."""
    data = _parsed(path)
    unknown = sorted(set(data) - TOP_KEYS)
    if unknown:
        raise Wrong(f"unknown keys {', '.join(unknown)}; a file may have {', '.join(sorted(TOP_KEYS))}")
    cards = [
        card for name in data.get("include", []) for card in _parsed(path.parent / name).get("cards", [])
    ]
    cards += data.get("cards", [])
    cases: list[Case] = []
    for number, situation in enumerate(data.get("situation", []), 1):
        whole = {key: data[key] for key in SHARED_KEYS if key in data} | situation
        whole["cards"] = [*situation.get("cards", []), *cards]
        whole["options"] = data.get("options", {}) | situation.get("options", {})
        cases.append(Case(str(path), str(situation.get("name", f"situation {number}")), whole))
    return cases


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Wrong(f"cannot be read: {error}") from error


def run_case(case: Case) -> list[Failure]:
    """Play a situation to its end or its first failing step, and return what is wrong with it."""
    number, action = 0, ""

    def failure(what: str, expected: str, found: str) -> Failure:
        return Failure(case.file, case.name, number, action, what, expected, found)

    try:
        situation, table = lay_out(case)
        wrong = table.mismatches(situation.expect, None)
        for step in situation.steps:
            if wrong:
                break
            number, action = number + 1, step.told()
            wrong = take(table, step, step.expect, len(case.name) + number)
        return [failure(each.what, told(each.expected), told(each.found)) for each in wrong]
    except ValidationError as error:
        return [failure("cannot be read", "", fault) for fault in _faults(error)]
    except Wrong as error:
        return [failure("cannot be played", "", str(error))]
    except SetupError as error:
        return [failure("cannot be set up", "", f"{error.code} {error.data}")]


def lay_out(case: Case) -> tuple[DoorSituation | PanicSituation, Table]:
    """Return the situation as its game reads it, and the table as it is laid out."""
    if case.data.get("game") == "panic":
        siege = PanicSituation.model_validate(case.data)
        return siege, PanicScenarioTable(siege)
    situation = DoorSituation.model_validate(case.data)
    return situation, DoorTable(situation)


def take(table: Table, step: Step, expect: Expect, viewer: int) -> list[Any]:
    """Take a step and return what is not as expected; the state has to stay sound whatever is expected.

    ``viewer`` turns with the steps: whose sight is tried for secrets that it must not depend on.
    """
    refusal = table.do(step)
    wrong: list[Any] = list(table.mismatches(expect, refusal))
    for fault in check_invariants(table.game, table.state, viewer):
        raise Wrong(f"the state is broken: {fault}")
    return wrong


def _faults(error: ValidationError) -> list[str]:
    return [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]


def run(paths: Sequence[Path]) -> tuple[int, list[Failure], int]:
    """Run all files. Returns how many situations passed, what failed, and how many situations failed."""
    passed = failed = 0
    failures: list[Failure] = []
    for path in files(paths):
        try:
            cases = read_file(path)
        except Wrong as error:
            failures.append(Failure(str(path), "", 0, "", "cannot be read", "", str(error)))
            failed += 1
            continue
        for case in cases:
            wrong = run_case(case)
            failures += wrong
            failed += bool(wrong)
            passed += not wrong
    return passed, failures, failed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def main(options: argparse.Namespace) -> int:
    """Run the command; exit code 1 if a situation failed, or if there was none."""
    passed, failures, failed = run(options.paths)
    if options.json:
        result = {"passed": passed, "failed": failed, "failures": [asdict(failure) for failure in failures]}
        sys.stdout.write(json.dumps(result) + "\n")
    else:
        for failure in failures:
            sys.stdout.write(f"{failure}\n")
        sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 0 if passed and not failed else 1
