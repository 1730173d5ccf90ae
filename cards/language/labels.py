"""What an edition calls the things that every edition has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """An edition's own words, one and many."""

    curse: str = "Curse"
    curses: str = "Curses"
    companion: str = "Hireling"
    companions: str = "Hirelings"
    steed: str = "Steed"
    steeds: str = "Steeds"
    seal: str = "Seal"
    seals: str = "Seals"
