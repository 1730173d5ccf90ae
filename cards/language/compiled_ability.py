"""What an ability asks for, as plain objects: abilities are tried all the time, and these are quick."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.moves import Slot
from cards.language.compiled_test import CompiledTest
from cards.language.filters import CardSelection, Filter
from cards.language.who import Who


@dataclass(frozen=True, slots=True, eq=False)
class CompiledTarget:
    """A ``Target``; ``among`` is ``what`` if it is given, else what one carries."""

    name: str
    fixed_slot: Slot | None
    who: Who
    what: Filter | None
    among: CardSelection
    test: CompiledTest | None
    least: int
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCost:
    """A ``Cost``; ``fits`` is what a card has to be."""

    fits: Filter
    discard: int
    most: int
    zone: str
    whole_hand: bool
    worth: int


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAbility:
    """What has to hold, and what has to be chosen and paid, when an ``Ability`` is used."""

    test: CompiledTest | None
    targets: tuple[CompiledTarget, ...]
    cost: CompiledCost | None
