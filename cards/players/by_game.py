"""A player for any game: once it is given the game, it delegates to the player made for that kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.panic.pack import Catalog
from cards.players.base import AnyGame, Player, WorldSampler
from cards.players.caretaker import CaretakerPlayer
from cards.players.cunning import CunningPlayer
from cards.players.panic import PanicCaretakerPlayer, SensiblePanicPlayer
from cards.players.sensible import SensiblePlayer

PlayerFactory = Callable[[], Player]


class PlayerByGame:
    """Plays door-kicking games with one player and the castle-defence game with another."""

    needs_view = True

    def __init__(self, door: PlayerFactory, defence: PlayerFactory) -> None:
        self._make_door_player = door
        self._make_panic_player = defence
        self._inner = door()

    @property
    def needs_worlds(self) -> bool:
        return self._inner.needs_worlds

    def set_game(self, game: AnyGame) -> None:
        defence = isinstance(getattr(game, "catalog", None), Catalog)
        self._inner = self._make_panic_player() if defence else self._make_door_player()
        self._inner.set_game(game)

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return one of the moves with its slots filled."""
        return self._inner.choose(view, moves, seat, dice)

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return what the seat does now, None if it prefers to wait."""
        return self._inner.choose_or_wait(view, moves, seat, dice, imagine)


def sensible() -> Player:
    """Return a player that plays as a sensible person would."""
    return PlayerByGame(SensiblePlayer, SensiblePanicPlayer)


def cunning() -> Player:
    """Return a player that thinks ahead in the door-kicking games, and is sensible in the other one."""
    return PlayerByGame(CunningPlayer, SensiblePanicPlayer)


def caretaker() -> Player:
    """Return a player that looks after the seat of somebody who is away."""
    return PlayerByGame(CaretakerPlayer, PanicCaretakerPlayer)
