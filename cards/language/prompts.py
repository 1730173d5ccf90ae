"""What a question that a card puts is about; the screens put it into words."""

from __future__ import annotations

from typing import Literal, TypeAlias

PromptName: TypeAlias = Literal[
    "discard",
    "take",
    "give",
    "show",
    "card",
    "player",
    "option",
    "whether",
    "guess",
    "recall",
    "play",
    "monster",
    "sex",
    "question",
]
