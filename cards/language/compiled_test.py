"""What a condition asks and a selection means, as plain objects: cards ask all the time, these compile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cards.kernel.frames import Frame
from cards.language.printed import CompiledFilter
from cards.language.rules_api import Facts


@dataclass(frozen=True, slots=True, eq=False)
class CompiledTest:
    """A ``Condition`` without its wording."""

    def holds(self, facts: Facts, frame: Frame) -> bool:
        """Return True if it holds at the moment."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class AsWritten(CompiledTest):
    """A condition that is asked itself: one that is asked seldom."""

    asks: Callable[[Facts, Frame], bool]

    def holds(self, facts: Facts, frame: Frame) -> bool:
        return self.asks(facts, frame)


@dataclass(frozen=True, slots=True, eq=False)
class CompiledSelection:
    """The cards of a ``CardSelection``, however many of them it wants.

    They lie before those of the players ``whose`` for whom the test holds, each tried as "it".
    """

    fits: CompiledFilter
    zone: str
    whose: str
    test: CompiledTest | None
