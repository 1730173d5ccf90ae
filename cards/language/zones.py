"""The places where cards lie, each with its meaning, its wording, and the cards that lie there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cards.language.card_kinds import Labels
from cards.language.rules_api import Facts
from cards.language.terms import Terms


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A place where cards lie, of some seats or (``shared``) nobody's.

    ``pile`` is the name of a discard pile. ``nouns`` gives one and many for cards there that nothing else is
    asked of; None: cards. ``{whose}`` in a phrase is "your", "their", ...
    """

    name: str
    meaning: str
    cards: Callable[[Facts, list[int]], list[int]]
    shared: bool = False
    pile: str = ""
    nouns: Callable[[Labels], tuple[str, str]] | None = None
    verb: str = "have"
    """What somebody does with cards there: have, hold or carry them."""
    behind: str = ""
    """What stands behind the cards that somebody has there."""
    behind_count: str = " in play"
    """What stands behind a number of cards that somebody has there."""
    from_phrase: str = ""
    """What stands behind a card taken from there; "": of whom it is."""
    all_phrase: str = ""
    """What stands behind all cards, or the best, that lie there."""


def _of_seats(name: str) -> Callable[[Facts, list[int]], list[int]]:
    def cards(facts: Facts, seats: list[int]) -> list[int]:
        found: list[int] = []
        for seat in seats:
            found += facts.cards_of(seat, name)
        return found

    return cards


def _own(facts: Facts, seats: list[int]) -> list[int]:
    found: list[int] = []
    for seat in seats:
        found += facts.cards_of(seat, "hand")
        found += facts.cards_of(seat, "in_play")
    return found


def _items(labels: Labels) -> tuple[str, str]:
    return "Item", "Items"


def _companions(labels: Labels) -> tuple[str, str]:
    return f"{labels.companion} or {labels.steed}", f"{labels.companions} and {labels.steeds}"


ZONES: Terms[Zone] = Terms(
    "Zone",
    "zone",
    "Zones",
    [
        Zone(
            "hand",
            "the hand",
            _of_seats("hand"),
            verb="hold",
            behind=" in hand",
            behind_count=" in hand",
            from_phrase=" from {whose} hand",
            all_phrase=" in {whose} hand",
        ),
        Zone(
            "carried",
            "Items in play, in use or not",
            _of_seats("carried"),
            nouns=_items,
            verb="carry",
            behind_count="",
        ),
        Zone("equipped", "Items in use", _of_seats("equipped"), nouns=_items, verb="use", behind_count=""),
        Zone("traits", "Classes, Races, their doublers, the Role", _of_seats("traits")),
        Zone(
            "companions",
            "Hirelings, Sidekicks, Allies; Steeds too",
            _of_seats("companions"),
            nouns=_companions,
        ),
        Zone("curses", "curses that last", _of_seats("curses")),
        Zone("in_play", "all that lies before a player", _of_seats("in_play"), behind=" in play"),
        Zone(
            "own",
            "hand and table together; a lasting curse is only taken from there if the card says so",
            _own,
            from_phrase=" from {whose} hand or table",
            all_phrase=" from hand and table",
        ),
        Zone(
            "combat",
            "the monsters being fought",
            lambda facts, seats: list(facts.monsters()),
            shared=True,
            nouns=lambda labels: ("monster", "monsters"),
        ),
        Zone(
            "door_discard",
            "the Door discards",
            lambda facts, seats: list(facts.pile("door_discard")),
            shared=True,
            pile="Door discards",
        ),
        Zone(
            "treasure_discard",
            "the Treasure discards",
            lambda facts, seats: list(facts.pile("treasure_discard")),
            shared=True,
            pile="Treasure discards",
        ),
    ],
)

PLAYER_ZONES: Final = frozenset({zone.name for zone in ZONES.values() if not zone.shared} - {"own"})
"""Zones of a player's that lie in one place."""

SHARED_ZONES: Final = frozenset({zone.name for zone in ZONES.values() if zone.shared})
"""Zones that are nobody's."""
