"""What an ability asks for, as plain objects: abilities are tried all the time, and these are quick."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.moves import Slot
from cards.language.compiled_filter import CompiledFilter
from cards.language.compiled_selection import CompiledSelection
from cards.language.compiled_test import CompiledTest
from cards.language.who import Who


@dataclass(frozen=True, slots=True, eq=False)
class CompiledTarget:
    """A ``Target``; ``among`` is ``what`` if it is given, else what one carries."""

    name: str
    fixed_slot: Slot | None
    who: Who
    what: CompiledFilter | None
    among: CompiledSelection
    test: CompiledTest | None
    least: int
    most: int


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCost:
    """A ``Cost``; ``fits`` is what a card has to be."""

    fits: CompiledFilter
    discard: int
    most: int
    zone: str
    whole_hand: bool
    worth: int


@dataclass(frozen=True, slots=True, eq=False)
class CompiledAbility:
    """What using an ``Ability`` asks for: what has to hold, to be chosen and paid, and how often.

    ``flees``: it concerns the monster that is being fled.
    """

    test: CompiledTest | None
    targets: tuple[CompiledTarget, ...]
    cost: CompiledCost | None
    max: int
    per: str
    flees: bool
