"""The command `kickdoor scenario`: rules tests as data, in files that docs/scenarios.md explains."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cards.kernel.game import SetupError
from cards.language.typeguards import is_list, is_object
from cards.registry import REGISTRY
from cards.scenarios.check import unknown_words
from cards.scenarios.compare import Mismatch, mismatches, written
from cards.scenarios.form import ScenarioError, ScenarioFile, ScenarioStep, form_faults, listed
from cards.scenarios.scenario_game import OwnCards, ScenarioGame
from cards.scenarios.table import ScenarioTable
from cards.simulate import check_invariants

TOP_KEYS = frozenset(ScenarioFile.model_fields)
BAD_OPTION = "bad_option"
"""The code of a setup with an unknown option, or with an invalid value for one."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that was not met, or a scenario that cannot be played.

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
        place = f"{self.file}: {self.situation}: {step}" if self.situation else self.file
        if not self.expected:
            return f"{place}: {self.what}: {self.found}"
        return f"{place}: {self.what}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Case:
    """A situation as read from a file, not checked yet. ``shared`` are the cards of the file."""

    file: str
    name: str
    data: dict[str, Any]
    shared: tuple[dict[str, Any], ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.data.get("rules", ()))


@dataclass(slots=True)
class Report:
    """The result of a run. ``failed`` counts situations, and files that cannot be read."""

    passed_names: list[str] = field(default_factory=list[str])
    failures: list[Failure] = field(default_factory=list[Failure])
    failed: int = 0

    @property
    def passed(self) -> int:
        return len(self.passed_names)

    def as_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        return {
            "passed": self.passed,
            "failed": self.failed,
            "passed_names": self.passed_names,
            "failures": [asdict(failure) for failure in self.failures],
        }


# reading


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the scenario files: the named ones, and all TOML files below the named folders."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def read_file(path: Path) -> list[Case]:
    """Return the situations of a file. Raises ScenarioError if it is not a scenario file."""
    data = _parsed(path)
    unknown = sorted(set(data) - TOP_KEYS)
    if unknown:
        raise ScenarioError(f"unknown keys {listed(unknown)}; a file may have {listed(sorted(TOP_KEYS))}")
    whole = _checked(data)
    included = [card for name in whole.include for card in _included(path.parent / name)]
    defaults: dict[str, Any] = {"game": REGISTRY.default_name}
    defaults |= {key: data[key] for key in ("game", "options") if key in data}
    cases: list[Case] = []
    for number, situation in enumerate(whole.situation, 1):
        merged: dict[str, Any] = {**defaults, **situation}
        options = situation.get("options", {})
        if is_object(options):
            merged["options"] = {**whole.options, **options}
        name = str(situation.get("name", f"situation {number}"))
        cases.append(Case(str(path), name, merged, (*included, *whole.cards)))
    _check_unused_cards(cases, whole.cards)
    return cases


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ScenarioError(str(reason)) from error


def _checked(data: dict[str, Any]) -> ScenarioFile:
    try:
        return ScenarioFile.model_validate(data)
    except ValidationError as error:
        raise ScenarioError("; ".join(form_faults(ScenarioFile, error))) from error


def _included(path: Path) -> list[dict[str, Any]]:
    try:
        return _checked({"cards": _parsed(path).get("cards", [])}).cards
    except ScenarioError as error:
        raise ScenarioError(f"the included {path.name}: {error}") from error


def _check_unused_cards(cases: Sequence[Case], cards: Sequence[dict[str, Any]]) -> None:
    """Raise ScenarioError for a card of the file that no situation names and no game of the file can read.

    A card that a situation names is checked with that situation, against its game.
    """
    readers = {game: own for case in cases if (own := own_cards_of(game := case.data["game"])) is not None}
    used = [
        card
        for case in cases
        if (own := readers.get(case.data["game"])) is not None
        for card in own.used_cards(case.data, cards)
    ]
    unused = [card for card in cards if card not in used]
    for card in unused if readers else ():
        faults = [own.card_faults(game, card) for game, own in readers.items()]
        if all(faults):
            raise ScenarioError(f"the file's cards: {faults[0]}")


def own_cards_of(game: object) -> OwnCards | None:
    """Return how cards are written in files for a game; None for a game that has no such cards."""
    module = REGISTRY.find(game) if isinstance(game, str) else None
    return None if module is None or module.scenario is None else module.scenario.own_cards


def scenario_game(game: object) -> ScenarioGame:
    """Return how scenarios of a game are played. Raises ScenarioError for a game that has none."""
    module = REGISTRY.find(game) if isinstance(game, str) else None
    if module is None:
        raise ScenarioError(f"there is no game {game!r}; the games: {listed(REGISTRY.names())}")
    if module.scenario is None:
        raise ScenarioError(f"the game {game!r} has no scenarios")
    return module.scenario


# running


def run_case(case: Case) -> list[Failure]:
    """Play a situation to its end or its first failing step, and return what is wrong with it."""
    return _Run(case).failures()


class _Run:
    """One situation being played; knows the step for messages."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.number = 0
        self.action = ""

    def failures(self) -> list[Failure]:
        """Play the situation. An exception of the game is a failure of this situation only."""
        try:
            return self._played(scenario_game(self.case.data.get("game", REGISTRY.default_name)))
        except ScenarioError as error:
            return [self._failure("cannot be played", "", str(error))]
        except Exception as error:
            return [self._failure("fault of the game", "", _described(error))]

    def _played(self, game: ScenarioGame) -> list[Failure]:
        try:
            return self._mismatches(game)
        except ValidationError as error:
            return [self._failure("cannot be read", "", fault) for fault in form_faults(game.form, error)]
        except SetupError as error:
            return [self._failure("cannot be set up", "", _set_up_fault(game, error))]

    def _mismatches(self, game: ScenarioGame) -> list[Failure]:
        situation = game.form.model_validate(self._data(game))
        table = game.lay_out(situation)
        unknown = unknown_words(situation, table)
        if unknown:
            return [
                self._failure("cannot be played", "", word.text, word.step, word.label) for word in unknown
            ]
        wrong = mismatches(table, game.readers, situation.expect, None)
        for step in situation.steps:
            if wrong:
                break
            self.number, self.action = self.number + 1, step.label()
            wrong = take(game, table, step, len(self.case.name) + self.number)
        return [self._failure(each.what, written(each.expected), written(each.found)) for each in wrong]

    def _data(self, game: ScenarioGame) -> dict[str, Any]:
        data = {"game": REGISTRY.default_name} | self.case.data
        if game.own_cards is None or not is_list(data.get("cards", [])):
            return data  # its form tells what is wrong
        return data | {"cards": game.own_cards.cards_for(data, self.case.shared)}

    def _failure(
        self, what: str, expected: str, found: str, step: int | None = None, action: str | None = None
    ) -> Failure:
        number = self.number if step is None else step
        label = self.action if action is None else action
        return Failure(self.case.file, self.case.name, number, label, what, expected, found)


def _set_up_fault(game: ScenarioGame, error: SetupError) -> str:
    text = f"{error.code} {error.data}"
    return f"{text}; options: {listed(game.options.model_fields)}" if error.code == BAD_OPTION else text


def take(game: ScenarioGame, table: ScenarioTable, step: ScenarioStep[Any], viewer: int) -> list[Mismatch]:
    """Take a step and return what is not as expected; the state must stay sound in any case.

    ``viewer`` changes with the steps: it picks the seat whose view must not depend on hidden cards.
    """
    refusal = table.do(step)
    wrong = mismatches(table, game.readers, step.expect, refusal)
    for fault in check_invariants(table.game, table.state, viewer):
        raise ScenarioError(f"the state is broken: {fault}")
    return wrong


def _described(error: Exception) -> str:
    """Return an exception in one line, with the place in the source where it was raised."""
    text = f"{type(error).__name__}: {error}".strip(": ")
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else text


def run(paths: Sequence[Path], only: Sequence[str] = ()) -> Report:
    """Run all files, or those of their situations that ``only`` names."""
    report = Report()
    cases: list[Case] = []
    for path in files(paths):
        try:
            cases += read_file(path)
        except ScenarioError as error:
            report.failures.append(Failure(str(path), "", 0, "", "cannot be read", "", str(error)))
            report.failed += 1
    for case in selected(cases, only):
        wrong = run_case(case)
        report.failures += wrong
        if wrong:
            report.failed += 1
        else:
            report.passed_names.append(case.name)
    return report


def selected(cases: Sequence[Case], only: Sequence[str]) -> list[Case]:
    """Return the situations that a word of ``only`` names; all of them without a word.

    A word that is the whole name of a situation selects situations of that name; any other word selects all
    situations with the word in their name, in upper or lower case.
    """
    if not only:
        return list(cases)
    names = {case.name for case in cases}
    exact = {word for word in only if word in names}
    parts = [word.casefold() for word in only if word not in exact]
    return [
        case for case in cases if case.name in exact or any(part in case.name.casefold() for part in parts)
    ]


# the command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="run the situations of this name, or else all with NAME in their name; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def main(options: argparse.Namespace) -> int:
    """Run the command; exit code 1 if a situation failed, or if there was none."""
    report = run(options.paths, options.only)
    if options.json:
        sys.stdout.write(json.dumps(report.as_json()) + "\n")
    else:
        for failure in report.failures:
            sys.stdout.write(f"{failure}\n")
        if not report.passed and not report.failed:
            called = f" called {' or '.join(map(repr, options.only))}" if options.only else ""
            sys.stdout.write(f"there is no situation{called}\n")
        sys.stdout.write(f"{report.passed} passed, {report.failed} failed\n")
    return 0 if report.passed and not report.failed else 1
