"""Break the door games' rules in memory, one way at a time, and see whether the scenarios notice.

`python -m tests.mutation.check` draws some hundred mutants, the same ones each time, and prints those that
no scenario notices. Each of them wants a scenario, or an entry in `answers.toml` that says why nobody can
notice it.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from cards.scenario import Case, files, read_file, run_case
from tests.mutation.mutants import Mutant, broken_code, mutants_of

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
ANSWERS = Path(__file__).parent / "answers.toml"

RULE_FILES = (
    "abilities",
    "arrange",
    "characters",
    "charity",
    "combat",
    "combat_operations",
    "companions",
    "curses",
    "death",
    "engine",
    "escape",
    "facts",
    "gear",
    "help",
    "overflow",
    "plays",
    "promises",
    "redeal",
    "reward",
    "trade",
    "turn",
)
"""The modules of cards/door that hold the rules; the others show, store or remember."""

HUNG_AFTER_S = 60
"""Seconds after which the situations of a mutant count as noticing it: it never ends."""

Line = tuple[str, int]


def drawn(count: int) -> list[Mutant]:
    """Return so many mutants, spread over all rules, always the same ones for the same code."""
    found = [each for name in RULE_FILES for each in mutants_of(ROOT / "cards" / "door" / f"{name}.py")]
    return sorted(found, key=lambda each: each.order)[:count]


def answers() -> dict[str, str]:
    """Return the mutants that nobody can notice, with the reason."""
    return tomllib.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {}


def door_cases() -> list[Case]:
    """Return the situations of all games but Panic, whose rules are not broken here."""
    return [case for path in files([SCENARIOS]) for case in read_file(path) if case.data["game"] != "panic"]


class Reach:
    """Which situations come by which lines of the rules."""

    def __init__(self, cases: Sequence[Case], watched: Iterable[Path]) -> None:
        self._cases = cases
        self._files = {str(path) for path in watched}
        self._by_line: dict[Line, list[int]] = defaultdict(list)
        for index, case in enumerate(cases):
            for line in self._lines_of(case):
                self._by_line[line].append(index)

    def cases_by(self, mutant: Mutant) -> list[Case]:
        """Return the situations that come by what the mutant breaks, those that come by little else first."""
        lines = range(mutant.first_line, mutant.last_line + 1)
        found = {index for line in lines for index in self._by_line.get((str(mutant.file), line), ())}
        return [self._cases[index] for index in sorted(found)]

    def _lines_of(self, case: Case) -> set[Line]:
        found: set[Line] = set()

        def trace_lines(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                found.add((frame.f_code.co_filename, frame.f_lineno))
            return trace_lines

        def trace_calls(frame: FrameType, _event: str, _: object) -> Any:
            return trace_lines if frame.f_code.co_filename in self._files else None

        sys.settrace(trace_calls)
        try:
            run_case(case)
        finally:
            sys.settrace(None)
        return found


def functions_by_code() -> dict[tuple[str, str], list[FunctionType]]:
    """Return all living functions of the rules by file and name, wherever they are kept."""
    found: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    home = str(ROOT / "cards" / "door")
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(home):
            found[each.__code__.co_filename, each.__code__.co_qualname].append(each)
    return found


def is_noticed(mutant: Mutant, cases: Sequence[Case], living: Sequence[FunctionType]) -> bool:
    """Return True if a situation fails, or none comes to an end, while the mutant is in force.

    It is in force in a process of its own, so whatever it breaks ends with it.
    """
    code = broken_code(mutant)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(HUNG_AFTER_S)
        os._exit(_outcome(code, cases, living))
    _, status = os.waitpid(child, 0)
    return status != 0


def _outcome(code: CodeType, cases: Sequence[Case], living: Sequence[FunctionType]) -> int:
    """Return 1 if a situation fails with this code in the place of the functions' own, else 0."""
    try:
        for function in living:
            function.__code__ = code
        return int(any(run_case(case) for case in cases))
    except BaseException:
        return 1


def unnoticed(mutants: Sequence[Mutant], cases: Sequence[Case], verbose: bool = False) -> list[Mutant]:
    """Return the mutants that no situation notices."""
    assert not [failure for case in cases for failure in run_case(case)], "the scenarios fail unbroken"
    reach = Reach(cases, {mutant.file for mutant in mutants})
    living = functions_by_code()
    missed: list[Mutant] = []
    for number, mutant in enumerate(mutants, 1):
        concerned = reach.cases_by(mutant)
        if not is_noticed(mutant, concerned, living[str(mutant.file), mutant.function]):
            missed.append(mutant)
            if verbose:
                line = f"{mutant.file.name}:{mutant.first_line}"
                print(f"{number}: {mutant.name}   ({line}, {len(concerned)} situations)", flush=True)
    return missed


def main() -> int:
    """Check so many mutants; return 1 if fewer than the share that is asked for are noticed."""
    parser = argparse.ArgumentParser(prog="tests.mutation.check", description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="how many mutants (default 400)")
    parser.add_argument("--share", type=float, default=95, help="percent to be noticed (default 95)")
    parser.add_argument("--only", default="", help="only mutants with this in their name")
    arguments = parser.parse_args()
    known = answers()
    mutants = [each for each in drawn(arguments.count) if arguments.only in each.name]
    missed = unnoticed([each for each in mutants if each.name not in known], door_cases(), verbose=True)
    noticed = len(mutants) - len(missed) - sum(each.name in known for each in mutants)
    counted = len(mutants) - sum(each.name in known for each in mutants)
    share = 100 * noticed / max(1, counted)
    print(f"{noticed} of {counted} mutants noticed ({share:.1f} %), {len(mutants) - counted} answered")
    return int(share < arguments.share)


if __name__ == "__main__":
    sys.exit(main())
