"""Of which cards a selection speaks, as a plain object: abilities look for them all the time."""

from __future__ import annotations

from dataclasses import dataclass

from cards.language.compiled_filter import CompiledFilter
from cards.language.compiled_test import CompiledTest


@dataclass(frozen=True, slots=True, eq=False)
class CompiledSelection:
    """The cards of a ``CardSelection``, however many of them it wants.

    They lie before those of the players ``whose`` for whom the test holds, each tried as "it".
    """

    fits: CompiledFilter
    zone: str
    whose: str
    test: CompiledTest | None
