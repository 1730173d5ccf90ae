"""The ways to find some of the cards that fit, each with its meaning and wording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from cards.language.terms import Terms, literal_of


@dataclass(frozen=True, slots=True, eq=False)
class PickMethod:
    """A way to find cards.

    The best or worst are measured by ``figure``, and ``order`` says which end counts; ties are chosen among.
    ``pile_end`` is what the card at an end of a pile is called.
    """

    name: str
    meaning: str
    figure: Literal["", "bonus", "value"] = ""
    order: Literal["", "highest", "lowest"] = ""
    pile_end: str = ""
    adjective: str = ""
    """What the best or worst are called, if there is a word for it."""


PICK_METHODS: Terms[PickMethod] = Terms(
    "Pick",
    "way to pick",
    "Ways to pick",
    [
        PickMethod("choose", "somebody chooses (`by`)"),
        PickMethod("all", "all that fit"),
        PickMethod("random", "drawn at random"),
        PickMethod("best_bonus", "the highest bonus", "bonus", "highest"),
        PickMethod("worst_bonus", "the lowest bonus", "bonus", "lowest"),
        PickMethod("best_value", "the most gold", "value", "highest", adjective="most valuable"),
        PickMethod("worst_value", "the least gold", "value", "lowest", adjective="cheapest"),
        PickMethod("top", "the topmost of a pile", pile_end="topmost"),
        PickMethod("bottom", "the bottommost of a pile", pile_end="bottommost"),
    ],
)

if TYPE_CHECKING:
    PickName: TypeAlias = str
else:
    PickName = literal_of(PICK_METHODS)
