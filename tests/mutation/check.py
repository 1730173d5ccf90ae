"""Break the door games' rules in memory, one way at a time, and see whether the scenarios notice.

`python -m tests.mutation.check` draws some hundred mutants, the same ones each time, and prints those that
no scenario notices. Each of them wants a scenario, or an entry in `answers.toml` that says why nobody can
notice it. What counts as a rule is in `scope.py`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, Protocol

from cards.scenario import Case, files, read_file, run_case
from tests.mutation.memory import Memory, digest_of
from tests.mutation.mutants import Mutant, broken_code, mutants_of

ROOT = Path(__file__).resolve().parents[2]
DOOR = ROOT / "cards" / "door"
WORDS = ROOT / "cards" / "language" / "words"
SCENARIOS = ROOT / "tests" / "scenarios"
ANSWERS = Path(__file__).parent / "answers.toml"
MEMORY = ROOT / "build" / "mutants.json"

RULE_FILES = (
    "abilities",
    "arrivals",
    "asking",
    "characters",
    "charity",
    "combat",
    "companions",
    "corrections",
    "curses",
    "death",
    "engine",
    "escape",
    "facts",
    "fights",
    "foes",
    "gear",
    "help",
    "legal",
    "overflow",
    "party",
    "people",
    "piles",
    "places",
    "plays",
    "reactions",
    "reward",
    "score",
    "state_based_actions",
    "trade",
    "truce",
    "turn",
    "waits",
    "waste",
    "winning",
)
"""The modules of cards/door that hold the rules. The others show, store or remember; `arrange` sets up
scenarios, and `redeal` swaps hidden cards for those who search, so no rule is broken with them."""

DRAWN_MUTANTS = 370
"""How many mutants are drawn for the check."""

HUNG_AFTER_S = 5
"""Processor seconds after which a situation counts as noticing the mutant: it never ends."""

IN_FORCE = "!"
"""What a process tells when its mutant is in force; a dot follows for each situation."""

MUTANTS_PER_SAVE = 20
"""After how many mutants the memory is saved, for runs that are broken off."""

Line = tuple[str, int]


def population() -> Iterator[Mutant]:
    """Yield every way to break a rule."""
    for name in RULE_FILES:
        yield from mutants_of(DOOR / f"{name}.py")
    for path in sorted(WORDS.glob("[!_]*.py")):
        yield from mutants_of(path)


def drawn(count: int) -> list[Mutant]:
    """Return so many mutants, spread over all rules, always the same ones for the same code."""
    return sorted(population(), key=lambda each: each.order)[:count]


def answers() -> dict[str, str]:
    """Return the mutants that nobody can notice, with the reason."""
    return tomllib.loads(ANSWERS.read_text(encoding="utf-8")) if ANSWERS.exists() else {}


def door_cases() -> list[Case]:
    """Return the situations of all games but Panic, whose rules are not broken here."""
    return [case for path in files([SCENARIOS]) for case in read_file(path) if case.data["game"] != "panic"]


class Reach:
    """Which situations come by which lines of the rules."""

    def __init__(self, cases: Sequence[Case], watched: Iterable[Path], memory: Memory, jobs: int = 1) -> None:
        self._files = {str(path): path.name for path in watched}
        self._caches = cached_functions()
        self._by_line: dict[Line, list[str]] = defaultdict(list)
        digests = {digest_of(case): case for case in cases}
        unknown = [each for each in digests if not self._is_known(memory.lines(each))]
        parts = [unknown[start::jobs] for start in range(jobs)]
        with ThreadPoolExecutor(jobs) as pool:
            for found in pool.map(self._traced, [[(each, digests[each]) for each in part] for part in parts]):
                for digest, lines in found.items():
                    memory.note_lines(digest, lines)
        for digest in digests:
            for name, numbers in (memory.lines(digest) or {}).items():
                for number in numbers:
                    self._by_line[name, number].append(digest)

    def cases_by(self, mutant: Mutant) -> list[str]:
        """Return the situations that come by what the mutant breaks, in a fixed shuffle."""
        lines = range(mutant.first_line, mutant.last_line + 1)
        return sorted({digest for line in lines for digest in self._by_line[mutant.file.name, line]})

    def _is_known(self, lines: dict[str, list[int]] | None) -> bool:
        return lines is not None and set(self._files.values()) <= set(lines)

    def _traced(self, cases: Sequence[tuple[str, Case]]) -> dict[str, dict[str, list[int]]]:
        """Trace some situations in a process of its own."""
        found, _ = in_child(
            lambda mouth: tell(mouth, json.dumps({each: self._lines_of(case) for each, case in cases}))
        )
        return dict(json.loads(found))

    def _lines_of(self, case: Case) -> dict[str, list[int]]:
        found: dict[str, set[int]] = {name: set() for name in self._files.values()}

        def trace_lines(frame: FrameType, event: str, _: object) -> Any:
            if event == "line":
                found[self._files[frame.f_code.co_filename]].add(frame.f_lineno)
            return trace_lines

        def trace_calls(frame: FrameType, _event: str, _: object) -> Any:
            return trace_lines if frame.f_code.co_filename in self._files else None

        for cache in self._caches:
            cache.cache_clear()
        before = sys.gettrace()
        sys.settrace(trace_calls)
        try:
            run_case(case)
        finally:
            sys.settrace(before)
        return {name: sorted(lines) for name, lines in found.items()}


class CachedFunction(Protocol):
    """A function that remembers what it has returned once."""

    __module__: str

    def cache_clear(self) -> None:
        """Forget all of it."""


def living_objects() -> list[Any]:
    """Return all objects that the collector knows, also those that a test of the bot's start has frozen."""
    gc.unfreeze()
    return gc.get_objects()


def cached_functions() -> list[CachedFunction]:
    """Return the functions of the rules that remember what they have returned once."""
    kinds = ("_lru_cache_wrapper", "WindowTable")
    found: list[Any] = [each for each in living_objects() if type(each).__name__ in kinds]
    return [each for each in found if each.__module__.startswith("cards.door")]


class Rules:
    """The living functions and named numbers of the rules, wherever they are kept, to be broken."""

    def __init__(self) -> None:
        self._functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self._caches = cached_functions()
        homes = (str(DOOR), str(WORDS))
        for each in living_objects():
            if type(each) is FunctionType and each.__code__.co_filename.startswith(homes):
                self._functions[each.__code__.co_filename, each.__code__.co_qualname].append(each)

    def breaking(self, mutant: Mutant) -> Breakage:
        """Return what puts a mutant in force."""
        if mutant.constant is not None:
            return Breakage(mutant, [], None, self._caches)
        living = self._functions[str(mutant.file), mutant.function]
        return Breakage(mutant, living, broken_code(mutant), self._caches)


@dataclass(frozen=True, slots=True)
class Breakage:
    """A mutant ready to be put in force, in a process that ends with it."""

    mutant: Mutant
    living: Sequence[FunctionType]
    code: Any
    caches: Sequence[CachedFunction]

    def apply(self) -> None:
        """Break the rule from now on, and forget what was computed with the whole one."""
        for cache in self.caches:
            cache.cache_clear()
        for function in self.living:
            function.__code__ = self.code
        if self.mutant.constant is None:
            return
        for module in list(sys.modules.values()):
            if module.__name__.startswith("cards.door") and hasattr(module, self.mutant.function):
                setattr(module, self.mutant.function, self.mutant.constant)


def noticed_by(breakage: Breakage, cases: Sequence[Case]) -> Case | None:
    """Return the first situation that fails, or does not come to an end, while the mutant is in force.

    It is in force in a process of its own, so whatever it breaks ends with it.
    """
    told, status = in_child(lambda mouth: _run_broken(breakage, cases, mouth))
    assert told.startswith(IN_FORCE.encode()), f"cannot be put in force: {breakage.mutant.name}"
    return None if status == 0 else cases[told.count(b".") - 1]


def _run_broken(breakage: Breakage, cases: Sequence[Case], mouth: int) -> None:
    """Run the situations, one dot for each that is begun; raise at the first that fails."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    breakage.apply()
    tell(mouth, IN_FORCE)
    for case in cases:
        tell(mouth, ".")
        signal.setitimer(signal.ITIMER_PROF, HUNG_AFTER_S)
        if run_case(case):
            raise AssertionError(case.name)


def in_child(work: Callable[[int], None]) -> tuple[bytes, int]:
    """Do something in a forked process; return what it tells and its status, 0 if it came to its end."""
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ear)
            work(mouth)
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(mouth)
    with os.fdopen(ear, "rb") as heard:
        told = heard.read()
    _, status = os.waitpid(child, 0)
    return told, status


def tell(mouth: int, text: str) -> None:
    """Write a text to the process that listens."""
    left = text.encode()
    while left:
        left = left[os.write(mouth, left) :]


def unnoticed(
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    memory: Memory,
    *,
    jobs: int = 1,
    tell_of: Callable[[str], None] | None = None,
) -> list[Mutant]:
    """Return the mutants that no situation notices."""
    assert not [failure for case in cases for failure in run_case(case)], "the scenarios fail unbroken"
    by_digest = {digest_of(case): case for case in cases}
    reach = Reach(cases, sorted({mutant.file for mutant in population()}), memory, jobs)
    rules = Rules()
    missed: list[Mutant] = []

    def check(mutant: Mutant) -> tuple[Mutant, list[str], Case | None]:
        # A number is read anywhere, so every situation may come by it.
        concerned = reach.cases_by(mutant) if mutant.constant is None else sorted(by_digest)
        silent, hint = memory.silent(mutant.name), memory.hint(mutant.name)
        left = sorted((each for each in concerned if each not in silent), key=lambda each: each != hint)
        return mutant, concerned, noticed_by(rules.breaking(mutant), [by_digest[each] for each in left])

    with ThreadPoolExecutor(jobs) as pool:
        for number, (mutant, concerned, found) in enumerate(pool.map(check, mutants), 1):
            if found is None:
                memory.note_silent(mutant.name, set(concerned))
                missed.append(mutant)
                if tell_of is not None:
                    place = f"{mutant.file.name}:{mutant.first_line}"
                    tell_of(f"{number}: {mutant.name}   ({place}, {len(concerned)} situations)")
            else:
                memory.note_noticed(mutant.name, digest_of(found))
            if number % MUTANTS_PER_SAVE == 0:
                memory.save()
    memory.save()
    return missed


def main() -> int:
    """Check so many mutants; return 1 if fewer than the share that is asked for are noticed."""
    parser = argparse.ArgumentParser(prog="tests.mutation.check", description=__doc__)
    parser.add_argument("--count", type=int, default=DRAWN_MUTANTS, help="how many mutants")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of them at the beginning")
    parser.add_argument("--share", type=float, default=95, help="percent to be noticed (default 95)")
    parser.add_argument("--only", default="", help="only mutants with this in their name")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (default 1)")
    parser.add_argument("--memory", type=Path, default=MEMORY, help="where results are kept between runs")
    arguments = parser.parse_args()
    known = answers()
    mutants = [each for each in drawn(arguments.count)[arguments.skip :] if arguments.only in each.name]
    memory = Memory(arguments.memory, ROOT / "cards")
    counted = [each for each in mutants if each.name not in known]
    missed = unnoticed(counted, door_cases(), memory, jobs=arguments.jobs, tell_of=_print_at_once)
    noticed = len(counted) - len(missed)
    share = 100 * noticed / max(1, len(counted))
    print(
        f"{noticed} of {len(counted)} mutants noticed ({share:.1f} %), {len(mutants) - len(counted)} answered"
    )
    return int(share < arguments.share)


def _print_at_once(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
