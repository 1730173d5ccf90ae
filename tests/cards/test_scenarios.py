"""Every situation of tests/scenarios as a test of its own, and that the runner fails as it should."""

import json
from argparse import ArgumentParser
from pathlib import Path

import pytest

from cards import scenario
from cards.scenario import Case, files, read_file, run_case

HOME = Path(__file__).parent.parent / "scenarios"
CASES = [case for path in files([HOME]) for case in read_file(path)]


def _name(case: Case) -> str:
    return f"{Path(case.file).stem}: {case.name}"


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_situation(case: Case) -> None:
    """What the situation expects comes true."""
    failures = run_case(case)
    assert not failures, "\n".join(map(str, failures))


def test_names_are_unique() -> None:
    """A message that names file and situation leads to one place."""
    names = [_name(case) for case in CASES]
    assert len(set(names)) == len(names)


HEAD_TOML = """
[[situation]]
name = "Ada kicks"
rules = ["R-081"]
door_deck = ["Net Troll"]
seats = [{ name = "Ada", level = 4 }]
"""
ILLEGAL_STEP_TOML = (
    '{ who = "Ada", do = "run_away", expect = { illegal = [{ who = "Ada", do = "play", %s }] } }'
)
STEPS_TOML = '\nsteps = [\n{ who = "Ada", do = "kick", expect = { monsters = 10 } },\n%s\n]\n'


def _run(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *flags: str) -> tuple[int, str]:
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    parser = ArgumentParser()
    scenario.add_arguments(parser)
    code = scenario.main(parser.parse_args([str(path), *flags]))
    return code, capsys.readouterr().out


def test_a_wrong_expectation_names_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message has file, situation, step, what was expected and what was found; the exit code is 1."""
    step = '{ who = "Ada", do = "run_away", expect = { party = 5, stage = "defeat" } },'
    code, out = _run(tmp_path, capsys, HEAD_TOML + STEPS_TOML % step)
    assert code == 1
    for part in ("some.toml", "Ada kicks", "step 2 (Ada: run_away)", "party: expected 5, found 4"):
        assert part in out
    assert "stage" not in out


def test_the_json_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scripts get one object with passed, failed and failures."""
    code, out = _run(tmp_path, capsys, HEAD_TOML + STEPS_TOML % '{ who = "Ada", do = "claim" },', "--json")
    result = json.loads(out)
    assert (code, result["passed"], result["failed"]) == (1, 0, 1)
    failure = result["failures"][0]
    assert (failure["step"], failure["expected"], failure["found"]) == (2, "accepted", "not_ahead")


def test_a_passing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All well: exit code 0 and a count."""
    assert _run(tmp_path, capsys, HEAD_TOML + STEPS_TOML % "") == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("level = 4", "lvl = 4"), "seats.0.lvl"),
        (("[[situation]]", "[[situations]]"), "unknown keys situations"),
        (("monsters = 10", "monster = 10"), "steps.0.expect.monster"),
        (("Net Troll", "Gnat Troll"), "no card 'Gnat Troll'"),
        (('who = "Ada"', 'who = "Eda"'), "nobody is called 'Eda'"),
        (('"R-081"', '"Rule 81"'), "rules.0"),
        (
            ('name = "Ada", level', 'name = "Ada", hand = ["Elf", "Elf", "Elf", "Elf"], level'),
            "no card 'Elf'",
        ),
        (('name = "Ada kicks"', 'name = "Ada kicks"\ngame = "chess"'), "no game 'chess'"),
        (('name = "Ada kicks"', 'name = "Ada kicks"\noptions = { epic = 3 }'), "bad_option"),
        (
            (
                'name = "Ada kicks"',
                'name = "Ada kicks"\ncards = [{ id = "x", kind = "item", name = "X", hat = 1 }]',
            ),
            "hat",
        ),
        (('name = "Ada", level = 4 }', 'name = "Ada", level = 4 }, { name = "Ada" }'), "same name"),
    ],
)
def test_a_misspelt_scenario_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], message: str
) -> None:
    """Unknown keys, names and figures are said with their place, never ignored."""
    code, out = _run(tmp_path, capsys, (HEAD_TOML + STEPS_TOML % "").replace(*change))
    assert code == 1
    assert message in out


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ('{ who = "Ada", do = "ask_help", with = { treasures = "1" } }', "slot seats has to be filled"),
        ('{ who = "Ada", do = "run_away", with = { monster = "Net Troll" } }', "no slot monster"),
        ('{ who = ["Ada"], do = "run_away" }', "only a pass"),
        ('{ who = "Ada" }', "needs `do` or `answer`"),
        ('{ who = "Ada", do = "kik" }', "nothing is called 'kik'"),
        ('{ who = "Ada", do = "run_away", expect = { illegal = [{ who = "Ada", do = "kik" }] } }', "'kik'"),
        (ILLEGAL_STEP_TOML % 'card = "Elff"', "'Elff'"),
        (ILLEGAL_STEP_TOML % 'with = { target = "Bem" }', "'Bem'"),
        ('{ who = "Ada", do = "run_away", expect = { can = { Ada = ["claim"] } } }', "can: expected"),
        ('{ who = "Ada", do = "run_away", expect = { legal = [{ who = "Ada", do = "claim" }] } }', "legal"),
        ('{ who = "Ada", do = "run_away", expect = { events = ["died"] } }', "gave_up Ada"),
        ('{ who = "Ada", do = "run_away", expect = { no_events = ["gave_up"] } }', "no_events"),
        ('{ who = "Ada", do = "run_away", expect = { window = "victory" } }', "found defeat"),
        ('{ who = "Ada", do = "run_away", expect = { zone = { "Net Troll" = "door_discard" } } }', "combat"),
        ('{ who = "Ada", do = "run_away", expect = { refused = "ahead" } }', "found accepted"),
    ],
)
def test_a_step_that_cannot_be_or_is_not_as_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], step: str, message: str
) -> None:
    """The message says what is wrong with a step."""
    code, out = _run(tmp_path, capsys, HEAD_TOML + STEPS_TOML % step)
    assert code == 1
    assert message in out


def test_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken file is a failure, not a crash."""
    code, out = _run(tmp_path, capsys, "this is not TOML")
    assert code == 1
    assert "cannot be read" in out
