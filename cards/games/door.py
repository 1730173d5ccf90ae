"""The door-kicking games as modules: one for each pack, and one for any packs joined with ``+``."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cards.door.deck_building import build_decks, decks_of
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.options import DoorOptions
from cards.door.seat_figures import door_figures
from cards.game_module import GameModule, model_faults
from cards.games.door_stats import DoorStats
from cards.kernel.game import Setup
from cards.language.packs import Pack, combine_packs, load_pack, pack_data, pack_names, restore_pack
from cards.players.door.cunning import CunningPlayer
from cards.players.door.laying_out import best_gear, best_layout, flight_action, least_useful, surplus_action
from cards.players.door.sensible import CaretakerPlayer, SensiblePlayer
from cards.players.door.stakes import has_stake
from cards.players.random_player import RandomPlayer
from cards.scenarios.door_form import DOOR_WORDS, DoorSituation
from cards.scenarios.door_readers import DOOR_READERS
from cards.scenarios.door_table import DOOR_CARDS, door_table
from cards.scenarios.scenario_game import ScenarioGame

MIN_SEATS, MAX_SEATS = 3, 6
MAX_SEATS_HOUSE_RULE = 8
"""Seats where the house allows more than the sheets do (H-19)."""
MIX_DIFFICULTY = "wild: best if you know one of them"
FIRST_PACK = "classic"
"""The pack that comes first in menus and is played where none is named."""
BARGAIN_VERBS = frozenset(
    f"{how}_{what}" for how in ("offer", "accept", "refuse") for what in ("help", "truce", "trade")
) | {"ask_help"}
MAX_REMEMBERED_GAMES = 64
"""Mixes that are kept ready; the order of the packs counts, so many packs make very many mixes."""


SCENARIO = ScenarioGame(
    title="The door-kicking games",
    form=DoorSituation,
    lay_out=door_table,
    readers=DOOR_READERS,
    words=DOOR_WORDS,
    options=DoorOptions,
    own_cards=DOOR_CARDS,
)


class DoorModules:
    """One game for each pack folder, found when it is asked for, and for packs joined with ``+``."""

    def __init__(self) -> None:
        self._modules: dict[str, GameModule] = {}

    def names(self) -> list[str]:
        """Return the packs, the classic one first. A folder that is laid beside the others is found."""
        return sorted(pack_names(), key=lambda name: (name != FIRST_PACK, name))

    def find(self, name: str) -> GameModule | None:
        """Return the game with these packs, each counted once. Raises PackError for a faulty pack.

        The module's own name is the one to save: ``name`` may list a pack many times, as older tables do.
        """
        packs = tuple(dict.fromkeys(name.split("+")))
        if len(packs) == 1 and name != packs[0]:
            return None
        mix = "+".join(packs)
        module = self._modules.get(mix)
        return self._load(mix, packs) if module is None else module

    def _load(self, mix: str, packs: tuple[str, ...]) -> GameModule | None:
        if not set(packs) <= set(pack_names()):
            return None
        module = door_module(mix)
        if len(self._modules) >= MAX_REMEMBERED_GAMES:
            del self._modules[next(iter(self._modules))]
        self._modules[mix] = module
        return module


def door_module(name: str) -> GameModule:
    """Return the game with these packs. Raises KeyError for a pack that there is not."""
    packs = [load_pack(part) for part in name.split("+")]
    return GameModule(
        name=name,
        title=" + ".join(pack.title for pack in packs),
        blurb=packs[0].blurb,
        minutes=_minutes(packs),
        difficulty=packs[0].difficulty if len(packs) == 1 else MIX_DIFFICULTY,
        screens="door",
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        seat_limit_for=lambda options: MAX_SEATS_HOUSE_RULE if options.get("allow_many") else MAX_SEATS,
        has_sexes=not any(pack.edition.roles for pack in packs),  # where Roles are dealt the sex is theirs
        default_options=DoorOptions.model_validate({"keep_weight": len(packs) > 1}).model_dump(mode="json"),
        idle_options=_idle_options(packs),
        option_faults=lambda options: model_faults(DoorOptions, options),
        make=make_door,
        definitions=lambda setup: encode_packs(setup.game),
        cards=lambda: tuple(card.face for card in combine_packs(packs).cards()),
        cards_at=lambda options: tuple(card.face for card in _decks_at(name, options).definitions),
        valid_when_stale=frozenset({"kick", "loot", "end_turn", "ask_help", "claim"}),
        bargain_verbs=BARGAIN_VERBS,
        players={"sensible": SensiblePlayer, "cunning": CunningPlayer, "random": RandomPlayer},
        setup_wait="setup",
        fight_waits=frozenset({"victory", "defeat"}),
        best_gear=best_gear,
        best_layout=best_layout,
        surplus_action=surplus_action,
        flight_action=flight_action,
        least_useful=least_useful,
        caretaker=CaretakerPlayer,
        has_stake=has_stake,
        scenario=SCENARIO,
        stats=DoorStats,
        figures=door_figures,
    )


def _minutes(packs: list[Pack]) -> tuple[int, int] | None:
    """Return how long a game takes; one with several packs takes as long as the longest of them."""
    known = [pack.minutes for pack in packs if pack.minutes is not None]
    return (max(least for least, _ in known), max(most for _, most in known)) if known else None


def _idle_options(packs: list[Pack]) -> frozenset[str]:
    """Return the options that concern nothing in these packs."""
    traits = {card.trait for pack in packs for card in pack.definitions}
    editions = [pack.edition for pack in packs]
    concerned = {
        "charm_min_cards": "wizard" in traits,
        "halfling": "halfling" in traits,
        "cowboy_early_win": "cowboy" in traits,
        "seal_die": any(edition.seals for edition in editions),
        "sacrifice": any(card.kind == "companion" for pack in packs for card in pack.definitions),
        "halve_decks": len(packs) > 1,
        "keep_weight": len(packs) > 1,
    }
    return frozenset(key for key, used in concerned.items() if not used)


def _decks_at(name: str, options: Mapping[str, Any]) -> Decks:
    """Return the cards of a table with these options, none left out: they are looked up, not dealt."""
    return build_decks(Setup(name, MIN_SEATS, 0, {**options, "halve_decks": False}))


def make_door(setup: Setup, definitions: bytes | None) -> DoorGame:
    """Make the game with today's cards, or with those saved with it."""
    if definitions is None:
        return DoorGame(setup)
    packs = list(decode_packs(definitions))
    return DoorGame(setup, decks_of(packs, DoorOptions.model_validate(dict(setup.options))))


@lru_cache(maxsize=MAX_REMEMBERED_GAMES)
def encode_packs(game: str) -> bytes:
    """Compress the packs of a game, once for all its tables."""
    packs = [pack_data(name) for name in game.split("+")]
    return zlib.compress(json.dumps(packs).encode())


@lru_cache(maxsize=MAX_REMEMBERED_GAMES)
def decode_packs(definitions: bytes) -> tuple[Pack, ...]:
    """Read what ``encode_packs`` wrote. Raises ValueError."""
    return tuple(restore_pack(data) for data in json.loads(zlib.decompress(definitions)))


MODULES = DoorModules()
