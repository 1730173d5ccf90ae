"""The closed words that a scenario of a game can use: what is not among them is a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NOBODY = "nobody"
"""Stands for the fighter or the helper where there is none."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game; where a mapping says what they mean, docs/scenarios.md lists them."""

    verbs: frozenset[str]
    events: Mapping[str, str]
    questions: Mapping[str, str]
    windows: Mapping[str, str]
    refusals: Mapping[str, str]
    phases: Sequence[str | int]
    stages: Sequence[str]
    slots: Mapping[str, Sequence[str]]
    """The slots of each verb that has any; those of abilities are asked of the card."""
    other_verbs: frozenset[str]
    """Verbs that name another seat."""
    slot_words: frozenset[str]
    """Words that slots can offer, beside cards, seats and numbers."""
