"""All games and computer players by name: the one place that knows which there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door.game import DoorGame
from cards.kernel.game import BadSetup, Game, Setup
from cards.panic.game import PanicGame
from cards.players.anywhere import caretaker, sensible
from cards.players.base import Player
from cards.players.chance import RandomPlayer

DOOR_PACKS = ("classic", "wild_west", "apocalypse", "rick_and_morty")
"""Packs of the door-kicking game; any of them can be joined with ``+``."""

PLAYERS: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "sensible": sensible,
    "caretaker": caretaker,
}


def make_game(setup: Setup) -> Game[Any, Any]:
    """Return the rules for a set-up. Raises BadSetup for an unknown game, seat count or option."""
    if setup.game == "panic":
        return PanicGame(setup)
    packs = setup.game.split("+")
    if all(pack in DOOR_PACKS for pack in packs):
        return DoorGame(setup)
    raise BadSetup("unknown_game", {"game": setup.game})
