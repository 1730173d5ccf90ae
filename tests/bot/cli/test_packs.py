"""`kickdoor packs` knows the castle-defense game as well."""

import shutil
from pathlib import Path

import pytest

from bot.__main__ import main
from cards.language.checking import PackError
from cards.language.packs import PACKS_DIR
from cards.panic.pack import read_box


def test_the_list_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Among the packs of the door-kicking games, with the numbers on the box."""
    assert main(["packs", "list"]) == 0
    out = capsys.readouterr().out
    assert "classic" in out
    assert "88 cards and 39 tokens" in out


def test_its_cards_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards, tokens and Characters with their texts and copies."""
    assert main(["packs", "show", "panic"]) == 0
    out = capsys.readouterr().out
    for part in ("Red Knight  [hit, castle]  x3", "Plutonium Dragon", "Huge Rock", "Wizard", "Points 5"):
        assert part in out


def test_it_is_checked_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """A box without a fault; CONTRIBUTING sends whoever changes a card here."""
    assert main(["packs", "check", "panic"]) == 0
    assert "no faults" in capsys.readouterr().out


def test_each_fault_of_its_box_is_told_with_its_place(tmp_path: Path) -> None:
    """A misspelled word and a figure out of bounds, both in one run, each with the card that has it."""
    shutil.copytree(PACKS_DIR / "panic", tmp_path, dirs_exist_ok=True)
    castle = tmp_path / "castle.toml"
    text = castle.read_text(encoding="utf-8").replace('do = "hit"', 'do = "hot"', 1)
    castle.write_text(text.replace("copies = 3", "copies = -3", 1), encoding="utf-8")
    with pytest.raises(PackError) as found:
        read_box(tmp_path)
    places = {(fault.place, fault.card) for fault in found.value.faults}
    assert places == {("castle[0].copies", "red_swordsman"), ("castle[0].effect", "red_swordsman")}


def test_others_are_shown_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    """A pack that there is not is named, with exit code 2."""
    assert main(["packs", "show", "spoons"]) == 2
    assert "spoons" in capsys.readouterr().out
