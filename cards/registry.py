"""All games by name: the one file that lists them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pkgutil import resolve_name
from typing import Any

from cards.game_module import GameModule, GameSource
from cards.kernel.game import Game, Setup, SetupError
from cards.say import say


class GameRegistry:
    """Games from several sources; the first source that knows a name provides the game."""

    def __init__(self, sources: Iterable[GameSource | str]) -> None:
        """Take sources, or where they stand: those are imported when somebody first asks for a game.

        So whoever looks a game up depends on no game.
        """
        self._given = tuple(sources)

    @cached_property
    def sources(self) -> tuple[GameSource, ...]:
        return tuple(resolve_name(each) if isinstance(each, str) else each for each in self._given)

    def names(self) -> list[str]:
        """Return the names to offer in a menu, the standard game first."""
        return [name for source in self.sources for name in source.names()]

    def find(self, name: str) -> GameModule | None:
        """Return the game of that name, None if there is none. It may know more names than it offers."""
        for source in self.sources:
            found = source.find(name)
            if found is not None:
                return found
        return None

    @property
    def default_name(self) -> str:
        """Return the game that is played where none is named."""
        return self.sources[0].names()[0]


REGISTRY = GameRegistry(
    ["cards.games.door:MODULES", "cards.games.panic:MODULE", "cards.games.lessons:MODULES"]
)


def module_of(game: str) -> GameModule:
    """Return a game by exactly its name. Raises SetupError for one that there is not."""
    found = REGISTRY.find(game)
    if found is None or found.name != game:
        raise SetupError("unknown_game", {"game": game})
    return found


def title_of(game: str) -> str:
    """Return what people call a game, also one that is gone, in the reader’s language; not escaped."""
    found = REGISTRY.find(game)
    title = game.replace("_", " ").capitalize() if found is None else found.title
    return " + ".join(map(say, title.split(" + ")))


def make_game(setup: Setup) -> Game[Any, Any]:
    """Return the rules for a set-up. Raises SetupError for an unknown game, seat count or option."""
    return module_of(setup.game).make(setup, None)
