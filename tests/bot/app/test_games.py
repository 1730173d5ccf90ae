"""The real games on the real tables."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import games as games_module
from bot.app.games import game_registry
from bot.operations.exit_codes import UnusableError
from bot.tables.choices import Choice
from bot.tables.intents import Act, AddRobot, End, Rematch, SetGame, SetOptions, Start, Vote
from bot.tables.results import Change
from cards.game_module import GameModule
from cards.games import door
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.language import packs
from cards.players.random_player import RandomPlayer
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


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


def test_no_game_but_those_listed() -> None:
    found = game_registry()
    assert found.find("") is None
    assert found.find("classic+panic") is None
    assert found.find("classic+classic") is None
    assert found.find("../classic") is None
    for name in found.names():
        kind = kind_of(name)
        assert kind.option_faults(kind.default_options) == []
        assert kind.option_faults({**kind.default_options, "cheat": True}) != []


def test_a_set_that_is_named_again_makes_no_other_game() -> None:
    """Only the order counts: what is played comes first, what is mixed in after it."""
    found = game_registry()
    again = "+".join(["classic"] * 700 + ["apocalypse", "classic"])
    assert found.find(again) is kind_of("classic+apocalypse")
    assert kind_of(again).name == "classic+apocalypse"
    assert kind_of("apocalypse+classic").name == "apocalypse+classic"


def test_spellings_of_games_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = door.DoorModules()
    for count in range(2, 40):
        assert modules.find("+".join(["classic"] * count + ["apocalypse"])) is not None
    assert len(modules._modules) == 1
    monkeypatch.setattr(door, "MAX_REMEMBERED_GAMES", 2)
    for name in ("classic", "apocalypse", "wild_west", "classic"):
        assert modules.find(name) is not None
    assert len(modules._modules) == 2


TWICE, ONCE = "classic+classic+apocalypse", "classic+apocalypse"


async def test_a_table_is_saved_with_the_one_name_of_its_game() -> None:
    """However often somebody names a set, when they open the table or later."""
    harness = await TableHarness.open(games=(door.MODULES,))
    await harness.sit_down(ANN, game=TWICE, start=False)
    assert (await harness.view_for(ANN)).table.game == ONCE
    assert (await harness.done(ANN, SetGame("classic"))).table.game == "classic"
    assert (await harness.done(ANN, SetGame(TWICE))).table.game == ONCE
    assert await harness.refused(ANN, SetGame("classic+classic")) == "no_mix"
    await harness.close()


@pytest.mark.parametrize("started", [False, True])
async def test_tables_saved_with_a_set_named_twice_are_loaded(
    started: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier release saved whatever was typed. Such a lobby gets the right name when it starts."""
    harness = await TableHarness.open(tmp_path / "a.db", games=(door.MODULES,))
    with monkeypatch.context() as earlier:
        find = door.DoorModules.find

        def find_as_typed(modules: door.DoorModules, name: str) -> GameModule | None:
            found = find(modules, name)
            return found and replace(found, name=name)

        earlier.setattr(door.DoorModules, "find", find_as_typed)
        await harness.sit_down(ANN, BEN, CLEO, game=TWICE, start=started)
    harness = await harness.restart()
    assert (await harness.view_for(ANN)).table.game == TWICE
    if started:
        await harness.done(ANN, End())
        await harness.done(BEN, Vote(True))
        assert (await harness.done(ANN, Rematch())).table.game == ONCE
    else:
        assert (await harness.done(ANN, Start())).table.game == ONCE
    await harness.close()


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
    harness = await TableHarness.open(games=(kind_of("classic"),))
    await harness.sit_down(ANN, start=False, game="classic")
    for _ in range(5):
        await harness.done(ANN, AddRobot("random"))
    assert await harness.refused(ANN, AddRobot("random")) == "full"
    await harness.done(ANN, SetOptions({"allow_many": True}))
    await harness.done(ANN, AddRobot("random"))
    table = (await harness.done(ANN, Start())).table
    assert (len(table.seats), all(seat.sex for seat in table.seats)) == (7, True)
    await harness.close()


@pytest.mark.parametrize(("game", "robots"), [("classic", 2), ("panic", 1)])
async def test_a_person_and_computers_play_a_real_game_to_its_end(game: str, robots: int) -> None:
    """Every action goes through the queue and the disk; the person's moves come from what the seat sees."""
    harness = await TableHarness.open(games=(kind_of(game),), seed=3)
    await harness.sit_down(ANN, start=False, game=game)
    for _ in range(robots):
        await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    dice, player = Dice(9), RandomPlayer()
    for _ in range(20_000):
        await harness.settle()
        view = await harness.view_for(ANN)
        if view.pending is None:
            break
        if 0 in view.pending.awaited:
            action = player.choose(view.game_view, list(view.moves), 0, dice)
            choice = Choice(action.verb, action.card, action.ability, action.picks)
            assert isinstance(await harness.send(ANN, Act(choice), seen=view.table.revision), Change)
        else:
            await harness.advance(60)
    assert view.table.phase == "ended"
    await harness.close()


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
