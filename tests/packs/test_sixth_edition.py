"""A sixth edition is a folder of data: ten cards, its own Class and options, no Python."""

import json
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.app.games import game_registry
from cards import scenario, simulate
from cards.games.door import encode_packs
from cards.kernel.game import Setup
from cards.language import commands, packs
from cards.language.packs import combine_packs, load_pack
from cards.registry import REGISTRY

HERE = Path(__file__).parent
CIRCUS = HERE / "circus"


@pytest.fixture
def circus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of packs with the new one in it; copying the folder is all that installs it."""
    home = tmp_path / "packs"
    shutil.copytree(packs.PACKS_DIR, home)
    shutil.copytree(CIRCUS, home / "circus")
    monkeypatch.setattr(packs, "PACKS_DIR", home)
    load_pack.cache_clear()
    yield home / "circus"
    load_pack.cache_clear()
    encode_packs.cache_clear()


def run(module: Any, *words: str) -> int:
    parser = ArgumentParser()
    module.add_arguments(parser)
    return int(module.main(parser.parse_args(words)))


def test_it_is_data_only() -> None:
    """Its folder contains the header with its options and ten different cards, and no code."""
    assert sorted(path.name for path in CIRCUS.iterdir()) == ["cards.toml", "pack.toml"]
    pack = packs.build_pack(packs.read_folder(CIRCUS))
    assert len(pack.definitions) == 10
    assert [made.trait for made in pack.definitions if made.kind == "class"] == ["acrobat"]
    assert pack.edition != load_pack("classic").edition


def test_it_is_checked_and_listed(circus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(commands, "check", str(circus)) == 0
    assert "Circus, 127 cards, no faults" in capsys.readouterr().out
    assert run(commands, "list") == 0
    assert "circus" in [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert REGISTRY.names()[0] == "classic"
    assert "circus" in REGISTRY.names()


def test_its_mishaps_and_assistants_are_called_so(circus: Path) -> None:
    pack = load_pack(circus.name)
    assert pack.find("banana-skin").face.kind == "Mishap"
    assert pack.find("lovely-assistant").face.kind == "Assistant"


@pytest.mark.parametrize("game", ["circus", "classic+circus", "circus+wild_west"])
def test_random_games_of_it_are_clean(game: str, circus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alone and joined to others, it keeps every invariant after every action (R-720, R-722)."""
    words = [
        "--game",
        game,
        "--players",
        "4",
        "--games",
        "2",
        "--seed",
        "6",
        "--jobs",
        "1",
        "--check",
        "--json",
    ]
    assert run(simulate, *words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["finished"], told["violations"]) == (2, [])


def test_its_rules_hold(circus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Situations that name its cards: the new Class works, and so does what the edition decides."""
    code = run(scenario, str(HERE / "circus_scenarios"))
    told = capsys.readouterr().out
    assert (code, told) == (0, "3 passed, 0 failed\n")


def test_joined_with_the_classic_set_the_stricter_rule_holds(circus: Path) -> None:
    """H-81: one Big Item, no Treasures for monsters taken out; what one set has, both have."""
    both = combine_packs([load_pack("classic"), load_pack("circus")])
    assert both.edition.big_limit == 1
    assert not both.edition.treasures_for_removed
    assert both.edition.sacrifice
    assert both.edition.joins == ("undead", "clown")


def test_a_table_can_have_it(circus: Path) -> None:
    """Every game, joined or not, is saved with its cards: a running game goes on with them."""
    for name in ("circus", "classic+circus"):
        kind = game_registry().find(name)
        assert kind is not None
        setup = Setup(name, 3, 5)
        assert kind.make(setup, kind.definitions(setup)).digest == kind.make(setup, None).digest
