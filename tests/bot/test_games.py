"""The real games on the real tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import games as games_module
from bot.exit_codes import UnusableError
from bot.games import game_registry
from bot.tables.choices import Choice
from bot.tables.intents import Act, AddRobot, SetOptions, Start
from bot.tables.results import Done
from cards.game_module import GameModule
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.language import packs
from cards.players.random_player import RandomPlayer
from tests.bot.tables.table_harness import ANN, TableHarness


def kind_of(name: str) -> GameModule:
    kind = game_registry().find(name)
    assert kind is not None
    return kind


@pytest.mark.parametrize("name", game_registry().names())
def test_kept_definitions_make_the_same_game(name: str) -> None:
    kind, setup = kind_of(name), Setup(name, 3, 5)
    today, kept = kind.make(setup, None), kind.make(setup, kind.definitions(setup))
    assert today.digest == kept.digest
    assert today.encode(today.start()[0]) == kept.encode(kept.start()[0])


def test_no_game_but_those_on_the_shelf() -> None:
    found = game_registry()
    assert found.find("") is None
    assert found.find("classic+panic") is None
    assert found.find("classic+classic") is None
    assert found.find("../classic") is None
    for name in found.names():
        kind = kind_of(name)
        assert kind.option_faults(kind.default_options) == []
        assert kind.option_faults({**kind.default_options, "cheat": True}) != []


def test_a_faulty_pack_keeps_the_bot_from_starting_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An admin who laid an edition beside the others hears which one is wrong, and how to find out more."""
    (tmp_path / "oddity").mkdir()
    (tmp_path / "oddity" / "pack.toml").write_text('[pack]\nname = "oddity"\n')
    for module in (packs, games_module):
        monkeypatch.setattr(module, "PACKS_DIR", tmp_path)
    with pytest.raises(UnusableError) as told:
        game_registry()
    assert f"The card set in {tmp_path / 'oddity'} cannot be used:" in str(told.value)
    assert "pack.title: this field is missing" in str(told.value)
    assert f"kickdoor packs check {tmp_path / 'oddity'}" in str(told.value)


@pytest.mark.parametrize("name", game_registry().names())
def test_every_card_can_be_looked_up_once(name: str) -> None:
    faces = kind_of(name).faces()
    assert len({face.id for face in faces}) == len(faces) > 40
    assert all(face.name for face in faces)


async def test_a_house_may_seat_more_than_the_sheets_do() -> None:
    """H-19: up to eight, as an option of the house."""
    house = await TableHarness.open(games=(kind_of("classic"),))
    await house.sit_down(ANN, start=False, game="classic")
    for _ in range(5):
        await house.done(ANN, AddRobot("random"))
    assert await house.refused(ANN, AddRobot("random")) == "full"
    await house.done(ANN, SetOptions({"allow_many": True}))
    await house.done(ANN, AddRobot("random"))
    table = (await house.done(ANN, Start())).table
    assert (len(table.seats), all(seat.sex for seat in table.seats)) == (7, True)
    await house.close()


@pytest.mark.parametrize(("game", "robots"), [("classic", 2), ("panic", 1)])
async def test_a_person_and_computers_play_a_real_game_to_its_end(game: str, robots: int) -> None:
    """Every action goes through the queue and the disk; the person's moves come from what the seat sees."""
    house = await TableHarness.open(games=(kind_of(game),), seed=3)
    await house.sit_down(ANN, start=False, game=game)
    for _ in range(robots):
        await house.done(ANN, AddRobot("random"))
    await house.done(ANN, Start())
    dice, player = Dice(9), RandomPlayer()
    for _ in range(20_000):
        await house.settle()
        view = await house.view_for(ANN)
        if view.pending is None:
            break
        if 0 in view.pending.awaited:
            action = player.choose(view.game_view, list(view.moves), 0, dice)
            choice = Choice(action.verb, action.card, action.ability, action.picks)
            assert isinstance(await house.send(ANN, Act(choice), seen=view.table.revision), Done)
        else:
            await house.advance(60)
    assert view.table.phase == "ended"
    await house.close()


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("classic", True),
        ("wild_west", True),
        ("apocalypse", True),
        ("rick_and_morty", False),
        ("classic+rick_and_morty", False),
    ],
)
def test_nobody_chooses_a_sex_where_roles_are_dealt(game: str, asked: bool) -> None:
    """R-034: chosen in the classic game, everybody's own elsewhere (H-65), the Role's in Rick and Morty."""
    assert kind_of(game).has_sexes is asked
