"""Whom a modifier concerns, each one object with its word in card texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cards.language.terms import Terms, literal_of


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Whom a modifier concerns; ``who`` is the word for them in card texts."""

    name: str
    meaning: str
    who: str


REACHES: Terms[Reach] = Terms(
    "To",
    "whom",
    "",
    [
        Reach("owner", "the card's owner", "you"),
        Reach("this", "this monster", "party"),
        Reach("party", "the players fighting", "party"),
        Reach("fighter", "the fighter", "fighter"),
        Reach("helper", "the helper", "helper"),
        Reach("monsters", "the monster side as a whole", "party"),
        Reach("others", "everybody but the owner", "others"),
        Reach("everyone", "everybody", "everyone"),
    ],
)

if TYPE_CHECKING:
    ReachName: TypeAlias = str
else:
    ReachName = literal_of(REACHES)
