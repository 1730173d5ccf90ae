"""Computer players as the table meets them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from cards.kernel.game import Game
from cards.kernel.moves import Action, Move, Pick, Slot


class Robot(Protocol):
    """A computer player. It never sees a state, and it runs outside the event loop."""

    def choose(self, game: Game[Any, Any], view: Any, moves: list[Move], seat: int, rng: Random) -> Action:
        """Pick one of the moves and fill its slots. Called only when there is at least one move."""
        ...


Robots = Mapping[str, Robot]
"""Computer players by the name of their kind."""


class RandomRobot:
    """Picks any move and fills its slots with any picks."""

    def choose(self, game: Game[Any, Any], view: Any, moves: list[Move], seat: int, rng: Random) -> Action:
        move = rng.choice(moves)
        picks = tuple(fill(slot, rng) for slot in move.slots)
        return Action(seat, move.verb, move.card, move.ability, picks)


def fill(slot: Slot, rng: Random) -> tuple[Pick, ...]:
    """Return any picks that the slot takes."""
    if slot.need:
        ranked = sorted(zip(slot.weights, slot.options, strict=True), key=lambda pair: -pair[0])
        for count in range(slot.least, slot.most + 1):
            picks = tuple(option for _, option in ranked[:count])
            if slot.takes(picks):
                return picks
    count = rng.randint(slot.least, min(slot.most, len(slot.options)))
    return tuple(rng.sample(slot.options, count))
