"""Numbers that depend on the table, each a small form that can be computed and put into words."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.language.base import Number
from cards.language.port import Facts


def number_value(n: Number, facts: Facts, frame: Frame) -> int:
    """Work a number out as things stand."""
    return n if isinstance(n, int) else n.value(facts, frame)
