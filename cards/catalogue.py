"""All games and computer players by name; the only place that lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.door.game import DoorGame
from cards.kernel.game import Game, Setup, SetupError
from cards.language.packs import pack_names
from cards.panic.game import PanicGame
from cards.players.base import Player
from cards.players.by_game import caretaker, cunning, sensible
from cards.players.random_player import RandomPlayer

PLAYER_FACTORIES: dict[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "sensible": sensible,
    "cunning": cunning,
    "caretaker": caretaker,
}


def door_packs() -> list[str]:
    """Return the packs of the door-kicking game, the classic one first; they can be joined with ``+``.

    Every folder of an edition is found, also one that is added beside the others.
    """
    return sorted(pack_names(), key=lambda name: (name != "classic", name))


def make_game(setup: Setup) -> Game[Any, Any]:
    """Return the rules for a setup. Raises SetupError for an unknown game, seat count or option."""
    if setup.game == "panic":
        return PanicGame(setup)
    packs = setup.game.split("+")
    if set(packs) <= set(door_packs()) and len(set(packs)) == len(packs):
        return DoorGame(setup)
    raise SetupError("unknown_game", {"game": setup.game})
