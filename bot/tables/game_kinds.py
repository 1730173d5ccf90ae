"""Which games there are, and how one is made. What they are is put together at start-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cards.kernel.game import CardFace, Game, Setup


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game that a lobby can choose.

    ``least`` and ``most`` are its seats. ``defaults`` is the complete set of options as plain JSON.
    ``sexes`` says whether seats start as male or female.
    """

    name: str
    title: str
    min_seats: int
    max_seats: int
    default_options: Mapping[str, Any]
    make: Callable[[Setup, bytes | None], Game[Any, Any]]
    """Bind the rules to the cards: today's (None), or those that ``definitions`` gave for an older game.
    Raises ValueError when the definitions cannot be used."""
    definitions: Callable[[Setup], bytes]
    """Return today's card definitions of this game as bytes, kept beside the game under its digest."""
    option_faults: Callable[[Mapping[str, Any]], list[str]]
    """Name every fault of a set of options; none means that ``make`` takes them."""
    has_sexes: bool = False
    faces: Callable[[], Sequence[CardFace]] = tuple
    """List every different card of the game, for looking one up by name."""
    valid_when_stale: frozenset[str] = frozenset()
    """Moves that mean the same however often their window was re-opened: the next steps of a turn.
    A button for one of them counts whenever it was drawn, as long as the move is legal."""
    seat_limit_for: Callable[[Mapping[str, Any]], int] | None = None
    """Return how many seats these options allow, where that depends on them."""

    def seat_limit(self, options: Mapping[str, Any]) -> int:
        """Return the most seats that a table with these options has."""
        return self.max_seats if self.seat_limit_for is None else self.seat_limit_for(options)


class GameLookup(Protocol):
    """The games by name."""

    def find(self, name: str) -> GameKind | None:
        """Return the game of that name, or several door packs joined with ``+``; None if there is none."""
        ...

    def names(self) -> list[str]:
        """List the names to offer in a menu."""
        ...


class GameRegistry:
    """Games by name; a name with ``+`` goes to the one that can join packs."""

    def __init__(
        self, kinds: Iterable[GameKind], join: Callable[[tuple[str, ...]], GameKind | None] = lambda _: None
    ) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._join = join

    def find(self, name: str) -> GameKind | None:
        if name in self._kinds:
            return self._kinds[name]
        parts = tuple(dict.fromkeys(name.split("+")))
        return self._join(parts) if len(parts) > 1 else None

    def names(self) -> list[str]:
        return list(self._kinds)
