"""How tables find the game that they play."""

from __future__ import annotations

from typing import Protocol

from cards.game_module import GameModule


class GameLookup(Protocol):
    """The games of this bot by name."""

    def find(self, name: str) -> GameModule | None:
        """Return the game of that name, None if there is none. It may know more names than it offers."""
        ...

    def names(self) -> list[str]:
        """Return the names to offer in a menu, the standard game first."""
        ...
