"""How scenarios of one game are read and played: what a game fills in to be tested with scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from cards.scenarios.compare import Reader
from cards.scenarios.form import GameWords, Situation
from cards.scenarios.table import ScenarioTable

Card = dict[str, Any]
"""A card as a file writes it."""


@dataclass(frozen=True, slots=True)
class OwnCards:
    """How situations get cards of their own, where a game's cards can be written in a file."""

    cards_for: Callable[[Mapping[str, Any], Sequence[Card]], list[Card]]
    """Return the cards that a situation has: its own, and those of the file that its game can read."""
    used_cards: Callable[[Mapping[str, Any], Sequence[Card]], list[Card]]
    """Return the cards of the file that a situation names, or that such a card names."""
    card_faults: Callable[[str, Card], str]
    """Return what keeps a game from reading a card, "" if nothing does."""


@dataclass(frozen=True, slots=True)
class ScenarioGame:
    """How scenarios of a game are read and played."""

    title: str
    form: type[Situation[Any]]
    lay_out: Callable[[Any], ScenarioTable]
    """Takes a situation of this form. Raises ScenarioError or SetupError."""
    readers: Mapping[str, Reader]
    words: GameWords
    options: type[BaseModel]
    own_cards: OwnCards | None = None
