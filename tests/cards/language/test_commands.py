"""The command `kickdoor packs`: what it prints and how it exits."""

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bot.__main__ import main as kickdoor
from cards.language import commands, packs
from cards.language.card_kinds import CardKind
from cards.language.commands import EXIT_FAULTY, EXIT_OK, EXIT_UNKNOWN
from cards.language.packs import PACKS_DIR, pack_names, read_folder
from cards.language.schema import TERM_LISTS, pack_schema, reference, schema_text
from cards.language.terms import Terms
from tests.cards.language.table import CARDS, HEADER

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """Return the schema of packs; nobody changes it."""
    return pack_schema()


@pytest.fixture(scope="module")
def described() -> str:
    """Return the reference of the language."""
    return reference()


def run(*arguments: str) -> int:
    parser = ArgumentParser()
    commands.add_arguments(parser)
    return commands.main(parser.parse_args(arguments))


def test_list_names_every_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == EXIT_OK
    printed = capsys.readouterr().out
    assert [line.split()[0] for line in printed.splitlines()] == pack_names()
    assert "168 cards" in printed


def test_list_tells_of_a_pack_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "classic").symlink_to(packs.PACKS_DIR / "classic")
    (tmp_path / "oddity").mkdir()
    (tmp_path / "oddity" / "pack.toml").write_text("cards = 5\n")
    for module in (packs, commands):
        monkeypatch.setattr(module, "PACKS_DIR", tmp_path)
    assert run("list") == EXIT_FAULTY
    listed = capsys.readouterr().out
    assert "168 cards" in listed
    assert f"cannot be used; `kickdoor packs check {tmp_path / 'oddity'}` says why" in listed


def test_show_prints_cards_as_players_read_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "classic") == EXIT_OK
    printed = capsys.readouterr().out
    assert "Net Troll  [Monster, door]" in printed
    assert "    Level 10, Treasures 3" in printed
    assert "Warrior  [Class, door]  x3" in printed
    assert "    Bonus: +3, Slot: 2 Hands" in printed


def test_show_of_a_file_and_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mini.json"
    path.write_text(json.dumps({"pack": HEADER, "cards": CARDS}))
    assert run("show", str(path)) == EXIT_OK
    assert "Ghoul  [Monster, door]" in capsys.readouterr().out
    assert run("show", "no-such-pack") == EXIT_UNKNOWN
    assert "`kickdoor packs list`" in capsys.readouterr().out


def test_check_of_a_sound_pack(capsys: pytest.CaptureFixture[str]) -> None:
    """A name, a folder, and any file of a folder stand for the whole pack."""
    assert run("check", "classic") == EXIT_OK
    assert run("check", str(PACKS_DIR / "classic")) == EXIT_OK
    assert run("check", str(PACKS_DIR / "classic" / "1_monsters.toml")) == EXIT_OK
    assert capsys.readouterr().out.count("168 cards, no faults") == 3


def test_check_prefers_a_folder_that_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who changes a copy of a pack checks the copy."""
    (tmp_path / "classic").mkdir()
    (tmp_path / "classic" / "pack.toml").write_text("cards = 5\n")
    monkeypatch.chdir(tmp_path)
    assert run("check", "classic") == EXIT_FAULTY
    assert capsys.readouterr().out.startswith("classic: ")


def test_check_names_every_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[pack]\nid = "bad"\ntitle = "Bad"\n[[cards]]\nid = "rat"\nkind = "monster"\n')
    assert run("check", str(path)) == EXIT_FAULTY
    printed = capsys.readouterr().out.splitlines()
    assert [line.removeprefix(f"{path}: ") for line in printed] == [
        "cards[0].name (rat): this field is missing",
        "cards[0].level (rat): this field is missing",
        "cards[0].bad (rat): this field is missing",
        "3 faults",
    ]
    path.write_text("[pack")
    assert run("check", str(path)) == EXIT_FAULTY
    assert capsys.readouterr().out.endswith("1 fault\n")


def test_words_prints_the_reference(capsys: pytest.CaptureFixture[str], described: str) -> None:
    assert run("words") == EXIT_OK
    assert capsys.readouterr().out == described


@pytest.mark.parametrize("terms", [terms for terms in TERM_LISTS if terms.title], ids=lambda terms: terms.key)
def test_every_name_of_a_closed_list_is_explained(terms: Terms[Any], described: str) -> None:
    section = described.partition(f"\n## {terms.title}\n")[2].partition("\n## ")[0]
    assert re.findall(r"^- `(\w+)`: \S", section, re.MULTILINE) == list(terms)


@pytest.mark.parametrize("terms", TERM_LISTS, ids=lambda terms: terms.key)
def test_a_closed_list_stands_in_the_schema_once(terms: Terms[Any], schema: dict[str, Any]) -> None:
    shared = dict(schema["$defs"])
    assert shared.pop(f"{terms.key}Name") == {"enum": list(terms), "type": "string"}
    assert json.dumps(list(terms)) not in json.dumps(shared)


def test_a_name_stands_in_a_list_once() -> None:
    twice = [CardKind("hat", "Hat"), CardKind("hat", "Bonnet")]
    with pytest.raises(ValueError, match="`hat` stands twice among Hats"):
        Terms("Hat", "hat", "Hats", twice)


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema") == EXIT_OK
    assert capsys.readouterr().out == schema_text()


@pytest.fixture(scope="module")
def validator(schema: dict[str, Any]) -> jsonschema.Draft202012Validator:
    """Return what checks a pack against the schema, which is a sound one itself."""
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", pack_names())
def test_the_schema_accepts_every_pack(name: str, validator: jsonschema.Draft202012Validator) -> None:
    data = json.loads(json.dumps(read_folder(PACKS_DIR / name)))
    assert list(validator.iter_errors(data)) == []


@pytest.mark.parametrize(
    "change", [{"level": "1"}, {"hitpoints": 3}, {"bad": [{"do": "discrad"}]}, {"kind": "dragon"}]
)
def test_the_schema_refuses_what_the_models_refuse(
    change: dict[str, object], validator: jsonschema.Draft202012Validator
) -> None:
    rat = {"id": "rat", "kind": "monster", "name": "Rat", "level": 1, "bad": [{"do": "level"}]}
    assert validator.is_valid({"pack": HEADER, "cards": [rat]})
    assert not validator.is_valid({"pack": HEADER, "cards": [{**rat, **change}]})


def test_whoever_has_read_enough_may_stop() -> None:
    """`kickdoor packs schema | head` ends without a word; the schema is more than a pipe holds."""
    command = [sys.executable, "-m", "bot", "packs", "schema"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=DOCS.parent
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == EXIT_OK


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert kickdoor(["packs", "list"]) == EXIT_OK
    assert "classic" in capsys.readouterr().out
