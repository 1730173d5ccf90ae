"""What stands on a card, as plain values: the part of a definition that words and filters read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class PrintedCard:
    """A card's plain values. Every card has every attribute; what its kind does not use is neutral.

    It lies below the models of the language, so that the rules' side can hand it out without knowing them;
    ``Definition`` adds what is made of models.

    ``back`` is ``door``, ``treasure``, ``seal`` or ``role``. ``trait`` is the word of a Class, Race or Role.
    ``strength`` is what an enhancer adds, ``treasures`` what a monster brings or an enhancer adds.
    ``slot`` is ``head``, ``armor``, ``feet``, ``hand`` or "" and ``hands`` the hands it takes.
    ``item`` is True if it counts as an Item (R-201, R-226), ``once`` if it is usable once only.
    """

    id: str
    name: str
    pack: str
    kind: str
    back: str
    copies: int = 1
    label: str = ""
    """What the edition calls the kind: Curse, Trap, Hireling, Ally, ..."""
    tags: frozenset[str] = frozenset()
    trait: str = ""
    plural: str = ""
    """The name of several of a Class, Race or Role."""
    sex: str = ""
    """Of a Role or companion; "" for all others."""
    level: int = 0
    treasures: int = 0
    levels: int = 0
    """Levels for killing the monster."""
    strength: int = 0
    minimum: int | None = None
    """An enhancer does not bring its monster below this strength on its own account (R-285)."""
    gives: tuple[str, ...] = ()
    """Tags that an enhancer gives its monster."""
    bonus: int = 0
    value: int = 0
    slot: str = ""
    hands: int = 0
    big: bool = False
    item: bool = False
    once: bool = False
    of: str = ""
    """Of a double (Super Munchkin, Half-Breed): ``class`` or ``race``."""
    carries: int = 0
    """Items that a companion carries free of all limits (Hireling)."""
    sacrifice: bool = False
    """True if a companion can be given up to escape (R-603)."""
    stays: str = ""
    """How long it lies before its player after use: "", ``turn``, ``next_combat`` or ``removed``."""
    may_win: bool = False
    """True if its Levels may be the winning one (R-006)."""
    blocks: tuple[tuple[Any, ...], ...] = ()
    """Every list of effects of the card (each a ``Block``), so that a frame can name one by its number."""
    numbers: dict[int, int] = field(default_factory=dict[int, int])
    text: tuple[str, ...] = ()
    flavour: str = ""

    def number_of(self, effects: tuple[Any, ...]) -> int:
        """Return the number under which ``blocks`` holds this very list of effects."""
        return self.numbers[id(effects)]
