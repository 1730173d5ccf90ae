"""What the state of every game holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.kernel.dice import Dice
from cards.kernel.frames import Frame, Prompt
from cards.kernel.zones import Zones


@dataclass(slots=True)
class GameState:
    """What the state of every game holds. Games add their own slots to it."""

    seats: int
    zones: Zones
    dice: Dice
    frames: list[Frame] = field(default_factory=lambda: [])
    prompt: Prompt | None = None
    serial: int = 0
    """Increases with every wait, so that each prompt and each opening of a window has its own number."""
    seq: int = 0
    """How many actions the game has accepted."""
    over: bool = False
    winners: tuple[int, ...] = ()
