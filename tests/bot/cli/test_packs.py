"""`kickdoor packs` knows the castle-defense game as well."""

from __future__ import annotations

import pytest

from bot.__main__ import main


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


def test_others_are_shown_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    """A pack that there is not is named, with exit code 2."""
    assert main(["packs", "show", "spoons"]) == 2
    assert "spoons" in capsys.readouterr().out
