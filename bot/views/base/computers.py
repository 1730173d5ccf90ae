"""Computer players as people tell them apart: a face, a name for the kind, and how strong it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComputerWords:
    """What a kind of computer player is called, and how it plays."""

    face: str
    title: str
    strength: str


COMPUTER_TEXTS: dict[str, ComputerWords] = {
    "sensible": ComputerWords("🤖", "Sensible", "plays well and holds no grudge"),
    "cunning": ComputerWords("🦊", "Cunning", "thinks ahead, mostly about you"),
    "random": ComputerWords("🎲", "Random", "presses buttons and has a lovely time"),
}
"""By kind, the kinds of ``GameModule.players``."""

STRANGER = ComputerWords("🤖", "Computer", "plays by its own lights")


def words_of_computer(kind: str) -> ComputerWords:
    """Return the words for a kind of computer player, plain ones for a kind without any."""
    return COMPUTER_TEXTS.get(kind, STRANGER)
