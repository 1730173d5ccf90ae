"""Bars on how the sets play: each notices a fault that is planted; the long form plays 200 games a set."""

import argparse
import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from cards.balance import GameOutcome, report
from cards.door.deck_building import decks_of
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.games.door_stats import DoorStats
from cards.kernel.game import Setup
from cards.language.packs import Pack, build_pack, pack_data
from cards.players.random_player import RandomPlayer
from cards.simulate import add_arguments, play_game, run
from tests.cards.bars import faults, trait_faults

SETS = ("classic", "wild_west", "apocalypse", "rick_and_morty")
MIXES = ("classic+apocalypse", "apocalypse+rick_and_morty", "+".join(SETS))


def reported(
    plant: Callable[[dict[str, Any]], None], games: int = 30, *, stacks: str = "parasite"
) -> dict[str, Any]:
    """Play random games of a set with something planted in its data, and return the report."""
    data = copy.deepcopy(pack_data("rick_and_morty"))
    plant(data)
    pack: Pack = build_pack(data)
    pack = dataclasses.replace(pack, edition=pack.edition.model_copy(update={"stacks": (stacks,)}))
    outcomes: list[GameOutcome] = []
    decks = decks_of([pack], DoorOptions.model_validate({"short": True}))
    for seed in range(games):
        game = DoorGame(Setup(pack.id, 3, seed), decks)
        sheet = DoorStats()
        played = play_game(game, [RandomPlayer() for _ in range(3)], seed, watch=sheet.record)
        assert played.finished
        outcomes.append(GameOutcome(sheet, played.turns, played.winners))
    return report(outcomes, DoorGame(Setup(pack.id, 3, 1), decks))


def found_in(balance: dict[str, Any]) -> set[str]:
    return {fault.split()[0] + " " + fault.split()[1] for fault in faults(("rick_and_morty",), balance)}


def nothing(data: dict[str, Any]) -> None:
    """Plant nothing."""


def twin(data: dict[str, Any]) -> None:
    """Plant a card that says under another name what Tinkles says."""
    card = next(card for card in data["cards"] if card["id"] == "tinkles")
    data["cards"].append({**card, "id": "sparkles", "name": "Sparkles"})


def tyrant(data: dict[str, Any]) -> None:
    """Plant a card that wins the game."""
    use = {"when": ["own_turn"], "then": [{"do": "level", "n": 9, "may_win": True}]}
    crown = {
        "id": "crown",
        "kind": "special",
        "back": "treasure",
        "name": "Crown",
        "copies": 12,
        "play": [use],
    }
    data["cards"].append({**crown, "flavour": "It is mine."})


def test_planted_faults_are_found() -> None:
    """H-151: a twin, a mechanic that never shows, a card that decides every game."""
    sound = found_in(reported(nothing))
    assert not any(fault.startswith(("twins", "tyrant", "dead: stacking")) for fault in sound)
    assert "twins: Sparkles," in found_in(reported(twin, 1))
    assert "dead: stacking" in found_in(reported(nothing, 8, stacks="toaster"))
    assert "tyrant: crown" in found_in(reported(tyrant))


def test_the_bars_on_figures() -> None:
    """Nobody dies, the world never ends, nobody keeps the Kid, one Role wins it all."""
    sound: dict[str, Any] = {
        "twins": [],
        "mechanics": {},
        "decisive": {},
        "deaths_per_game": 0.4,
        "last_fight": {"seal": 0.2},
    }
    assert list(faults(("apocalypse",), sound)) == []
    assert list(faults(("classic",), {**sound, "deaths_per_game": 0.1})) == ["deaths: 0.1"]
    for share in (0.0, 0.5):
        assert len(list(faults(("apocalypse", "classic"), {**sound, "last_fight": {"seal": share}}))) == 1
    kept = {
        "class": {"kid": {"share": 0.05, "wins": 0.25}, "militia": {"share": 0.6, "wins": 0.25}},
        "role": {"rick": {"share": 0.17, "wins": 0.9}},
    }
    assert list(trait_faults({"kept": kept})) == ["kept: kid 0.05", "wins: rick 0.9"]


@pytest.mark.soak
@pytest.mark.parametrize("name", [*SETS, *MIXES])
def test_sets_and_mixes_stay_within_the_bars(name: str) -> None:
    """H-151: 200 games of four sensible computers."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    text = f"--game {name} --player sensible --players 4 --games 200 --report"
    balance = run(parser.parse_args(text.split()))["balance"]
    packs = tuple(name.split("+"))
    assert [*faults(packs, balance), *(trait_faults(balance) if len(packs) == 1 else ())] == []
