"""The closed words that a scenario of a game can use: what is not among them is a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.kernel.events import Event, EventKinds, event_slots

NOBODY = "nobody"
"""Stands for the fighter or the helper where there is none."""


def event_meanings(kinds: EventKinds) -> dict[str, str]:
    """Return every kind of event of a game, with what it means."""
    return {name: _meaning(kind) for name, kind in sorted(kinds.by_name.items())}


def _meaning(kind: type[Event]) -> str:
    """Return what an event says of itself, and what its parts are that a scenario can name."""
    parts: dict[str, list[str]] = {}
    for slot in event_slots(kind):
        part = {"card": "cards", "flag": "word"}.get(slot.name, slot.name)
        words = " or ".join(word or '""' for word in reversed(slot.words))
        parts.setdefault(part, []).append(words or slot.field.replace("_", " "))
    text = " ".join((kind.__doc__ or "").split())
    listed = "; ".join(f"`{part}`: {', '.join(names)}" for part, names in parts.items())
    return f"{text} ({listed})" if listed else text


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of a game; where a mapping says what they mean, docs/scenario-words.md lists them."""

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
