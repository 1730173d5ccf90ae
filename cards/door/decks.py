"""The cards of a game: one list of card definitions, and what its editions and house rules decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cards.door.options import DoorOptions
from cards.language.definition import Definition
from cards.language.forms import Edition
from cards.language.printed import CompiledFilter


@dataclass(frozen=True, slots=True)
class Decks:
    """The frozen card list of a game: a card in play is an index into ``definitions``."""

    definitions: tuple[Definition, ...]
    edition: Edition
    options: DoorOptions
    digest: str
    top_level: int
    """The winning Level."""
    gain_cap: int
    """The highest Level that can be reached without a kill (R-006, R-007, R-712)."""
    holders: dict[str, frozenset[int]]
    """For each stat the cards with a modifier of it."""
    rare: dict[str, list[int]]
    """The same for stats that only few cards modify, as lists to go through."""
    wide: dict[str, tuple[int, ...]]
    """For each stat the cards with a modifier that reaches beyond their owner or their monster."""
    reacting: dict[str, frozenset[int]]
    """For each event the cards that react to it."""
    powers: tuple[int, ...]
    """For each card the first one like it, by which limited uses are counted (H-114)."""
    marks: list[int]
    """For each card the bits that say what it is (``windows.py``)."""
    kind_bits: list[int]
    """For each card the bit of its kind."""
    moments: list[int]
    """For each card the bits of all moments at which one of its abilities can be used."""
    fitting: dict[CompiledFilter, frozenset[int]]
    """For filters that have been asked for, the cards that fit by what is printed."""
    round_seal_sum: int
    """What two dice make that open a Seal at the start of a round: the more sets, the likelier (H-151)."""

    @property
    def pays_for_removed(self) -> bool:
        """Return True if by default monsters removed without a kill leave their Treasures (H-51)."""
        return pays_for_removed(self.edition, self.options)

    def option(self, name: str) -> Any:
        """Return a house rule, or the edition's rule if it is unset."""
        return self.pays_for_removed if name == "treasures_for_removed" else getattr(self.options, name)


def pays_for_removed(edition: Edition, options: DoorOptions) -> bool:
    """Return True if by default monsters removed without a kill leave their Treasures (H-51)."""
    house = options.treasure_for_eliminated
    return edition.treasures_for_removed if house is None else house
