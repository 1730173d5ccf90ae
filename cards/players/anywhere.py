"""A player for whatever is on the table: it meets a game and becomes the player made for its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.kernel.dice import Dice
from cards.kernel.moves import Action, Move
from cards.panic.pack import Catalog
from cards.players.base import AnyGame, Imagine, Player
from cards.players.caretaker import Caretaker
from cards.players.cunning import CunningPlayer
from cards.players.panic import PanicCaretaker, SensiblePanic
from cards.players.sensible import SensiblePlayer

Maker = Callable[[], Player]


class Anywhere:
    """Plays door-kicking games as one player would, the castle-defence game as another."""

    looks = True

    def __init__(self, door: Maker, defence: Maker) -> None:
        self._door = door
        self._defence = defence
        self._inner = door()

    @property
    def searches(self) -> bool:
        return self._inner.searches

    def meet(self, game: AnyGame) -> None:
        defence = isinstance(getattr(game, "catalog", None), Catalog)
        self._inner = self._defence() if defence else self._door()
        self._inner.meet(game)

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return one of the moves with its slots filled."""
        return self._inner.choose(view, moves, seat, dice)

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return what the seat does of its own accord, None if it would rather wait."""
        return self._inner.wish(view, moves, seat, dice, imagine)


def sensible() -> Player:
    """Return a player that plays as a sensible person would."""
    return Anywhere(SensiblePlayer, SensiblePanic)


def cunning() -> Player:
    """Return a player that thinks ahead in the door-kicking games, and is sensible in the other one."""
    return Anywhere(CunningPlayer, SensiblePanic)


def caretaker() -> Player:
    """Return a player that looks after the seat of somebody who is away."""
    return Anywhere(Caretaker, PanicCaretaker)
