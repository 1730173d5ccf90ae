"""The mutation check: rules that are broken on purpose are noticed by the scenarios."""

import ast
from pathlib import Path

import pytest

from cards.scenario import Case, read_file
from tests.mutation.check import (
    DOOR,
    DRAWN_MUTANTS,
    ROOT,
    Rules,
    answers,
    door_cases,
    drawn,
    noticed_by,
    population,
    unnoticed,
)
from tests.mutation.memory import Memory
from tests.mutation.mutants import broken_code, mutants_of

LEAST_SHARE_PERCENT = 95
LEAST_COUNTED_MUTANTS = 300

SMALL_FUNCTION = """
LIMIT: Final = 5

def share(table, frame, seat, other):
    assert seat >= 0
    if seat == other or not people.is_living(table, other):
        return
    table.emit(Shared(seat))
    piles.give(table, seat, other)
    frame.step = 0
    frame.left = max(LIMIT - 1, 0)
"""

NAMES = {
    "sample.LIMIT: one less: 5",
    "sample.LIMIT: one more: 5",
    "sample.share: condition always holds: if seat == other or not people.is_living(table, other): return",
    "sample.share: condition never holds: if seat == other or not people.is_living(table, other): return",
    "sample.share: goes on: return in if seat == other or not people.is_living(table, other): return",
    "sample.share: next person as argument 2: piles.give(table, seat, other)",
    "sample.share: next person as argument 2: people.is_living(table, other)",
    "sample.share: next person as argument 3: piles.give(table, seat, other)",
    "sample.share: not dropped: not people.is_living(table, other)",
    "sample.share: one less: 0 in max(LIMIT - 1, 0)",
    "sample.share: one less: 1 in LIMIT - 1",
    "sample.share: one more: 0 in max(LIMIT - 1, 0)",
    "sample.share: one more: 1 in LIMIT - 1",
    "sample.share: opposite: seat == other",
    "sample.share: other function: max in max(LIMIT - 1, 0)",
    "sample.share: other operator: LIMIT - 1",
    "sample.share: part 1 dropped: seat == other or not people.is_living(table, other)",
    "sample.share: part 2 dropped: seat == other or not people.is_living(table, other)",
    "sample.share: reset forgotten: frame.step = 0",
    "sample.share: statement dropped: frame.left = max(LIMIT - 1, 0)",
}


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Return a file with a small rule."""
    path = tmp_path / "sample.py"
    path.write_text(SMALL_FUNCTION, encoding="utf-8")
    return path


def test_mutants_of_a_small_function(sample: Path) -> None:
    """Every rule of the function can be broken; what only verifies or tells is left alone."""
    names = {mutant.name.replace(" in frame.step = 0", "") for mutant in mutants_of(sample)}
    assert {name for name in names if "0 in frame.step" not in name} >= NAMES
    assert not [name for name in names if "assert" in name or "emit" in name or "seat >= 0" in name]


def test_names_outlive_other_code(sample: Path) -> None:
    """A mutant keeps its name and its place in the draw when lines are added above it."""
    before = {mutant.name: mutant.order for mutant in mutants_of(sample)}
    moved = SMALL_FUNCTION.replace("    assert", "    piles.shuffle(table)\n    assert")
    sample.write_text("OTHER = 1\n" + moved, encoding="utf-8")
    after = {mutant.name: mutant.order for mutant in mutants_of(sample)}
    assert before.items() < after.items()


def test_broken_code_differs_in_one_place(sample: Path) -> None:
    """The code of each mutant compiles and differs from the whole one and from all others."""
    whole = ast.unparse(ast.parse(SMALL_FUNCTION))
    codes = [broken_code(mutant) for mutant in mutants_of(sample) if mutant.constant is None]
    assert whole
    assert len({(code.co_code, code.co_consts, code.co_names) for code in codes}) == len(codes)


def test_each_mutant_has_its_own_name() -> None:
    """No two ways to break the rules share a name, so that each can be answered."""
    names = [mutant.name for mutant in population()]
    assert len(set(names)) == len(names)


def test_the_draw_is_large_and_of_all_kinds() -> None:
    """The draw has enough mutants that count, of every kind and of every larger file of the rules."""
    mutants = drawn(DRAWN_MUTANTS)
    assert len([mutant for mutant in mutants if mutant.name not in answers()]) >= LEAST_COUNTED_MUTANTS
    kinds = {mutant.kind for mutant in mutants}
    assert kinds >= {
        "condition always holds",
        "filter dropped",
        "goes on",
        "next person as argument 2",
        "off by one",
        "reset forgotten",
        "wrong person",
    }
    assert {mutant.file.stem for mutant in mutants} >= {"combat", "escape", "facts", "help", "plays", "trade"}


def test_answers_are_about_mutants_that_there_are() -> None:
    """Every answer names a mutant of today's code and gives a reason."""
    names = {mutant.name for mutant in population()}
    assert sorted(name for name in answers() if name not in names) == []
    assert all(reason.endswith(".") for reason in answers().values())


QUICK_FUNCTIONS = ("keep_promise", "settle_items", "_begin", "_end", "_begin_flight")
QUICK_FILES = ("combat", "help", "reward", "turn")
QUICK_SCENARIOS = ("course_of_play", "leaving", "promises_kept", "turn")
QUICK_MUTANTS = 12
"""How many mutants the quick check breaks."""


@pytest.fixture(scope="module")
def few_cases() -> list[Case]:
    """Return the situations of some files."""
    return [
        case for name in QUICK_SCENARIOS for case in read_file(ROOT / "tests" / "scenarios" / f"{name}.toml")
    ]


def test_broken_rules_are_noticed(few_cases: list[Case]) -> None:
    """Even a few scenarios notice most mutants of the functions that they are about, of many kinds."""
    mutants = [mutant for name in QUICK_FILES for mutant in mutants_of(DOOR / f"{name}.py")]
    concerned = [each for each in mutants if each.function in QUICK_FUNCTIONS and each.name not in answers()]
    broken = sorted(concerned, key=lambda each: each.order)[:QUICK_MUTANTS]
    rules = Rules()
    noticed = [each for each in broken if noticed_by(rules.breaking(each), few_cases) is not None]
    assert len(noticed) >= QUICK_MUTANTS * 2 / 3
    assert len({each.kind for each in noticed}) >= 4


def test_the_whole_rules_are_not_noticed(few_cases: list[Case]) -> None:
    """A mutant that changes nothing that anybody can notice is not noticed."""
    found = {mutant.name: mutant for mutant in population()}
    answered = found[next(name for name in sorted(answers()) if name in found)]
    assert noticed_by(Rules().breaking(answered), few_cases) is None


@pytest.mark.soak
def test_scenarios_notice_broken_rules() -> None:
    """The scenarios notice at least 95 of 100 rules that are broken, one at a time."""
    known = answers()
    mutants = [mutant for mutant in drawn(DRAWN_MUTANTS) if mutant.name not in known]
    memory = Memory(ROOT / "build" / "mutants.json", ROOT / "cards")
    missed = unnoticed(mutants, door_cases(), memory, jobs=2)
    share = 100 * (len(mutants) - len(missed)) / len(mutants)
    assert len(mutants) >= LEAST_COUNTED_MUTANTS
    assert share >= LEAST_SHARE_PERCENT, "\n".join(mutant.name for mutant in missed)
