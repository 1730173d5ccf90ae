"""Finds the cards that a card speaks of: which fit a filter, which lie there, which a short name means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.kernel.frames import Frame
from cards.language.filters import CardSelection, Filter
from cards.language.references import CARD_REFERENCES
from cards.language.rules_api import Facts
from cards.language.seats import scope_with_it, who_seats
from cards.language.zones import SHARED_ZONES, ZONES


def fits(wanted: Filter, card: int, facts: Facts, frame: Frame) -> bool:
    """Return True if the card is what is meant."""
    return bool(fitting(wanted, (card,), facts, frame))


def fitting(wanted: Filter, cards: Iterable[int], facts: Facts, frame: Frame) -> list[int]:
    """Return those of the cards that are what is meant."""
    asked = wanted.compiled
    found: list[int] = []
    for card in cards:
        made = facts.definition(card)
        for test in asked.printed:
            if not test(made):
                break
        else:
            if asked.not_this and card == frame.card:
                continue
            if not asked.changes or _fits_now(wanted, card, facts):
                found.append(card)
    return found


def _fits_now(wanted: Filter, card: int, facts: Facts) -> bool:
    """Look at what may change while the card lies on the table."""
    if wanted.tag and wanted.tag not in facts.tags(card):
        return False
    if wanted.without_tag and wanted.without_tag in facts.tags(card):
        return False
    if wanted.big is not None and facts.is_big(card) is not wanted.big:
        return False
    if wanted.equipped is not None and _equipped(card, facts) is not wanted.equipped:
        return False
    return (
        _within(wanted.min_value, wanted.max_value, facts.value, card)
        and _within(wanted.min_bonus, wanted.max_bonus, facts.bonus, card)
        and _within(wanted.min_level, wanted.max_level, facts.printed_level, card)
    )


def _equipped(card: int, facts: Facts) -> bool:
    owner = facts.owner(card)
    return owner >= 0 and card in facts.cards_of(owner, "equipped")


def _within(low: int | None, high: int | None, measure: Any, card: int) -> bool:
    if low is None and high is None:
        return True
    figure = measure(card)
    return (low is None or figure >= low) and (high is None or figure <= high)


def zone_cards(zone: str, facts: Facts, seats: list[int]) -> list[int]:
    """Return the cards lying there, of these seats where the zone is a player's."""
    return ZONES[zone].cards(facts, seats)


def ref_card(ref: str, facts: Facts, frame: Frame) -> int:
    """Return the card that a short name stands for, -1 if there is none at the moment."""
    return CARD_REFERENCES[ref].card(facts, frame)


def matching(cards: CardSelection, facts: Facts, frame: Frame) -> list[int]:
    """Return every card that a selection speaks of, however many of them it wants."""
    whose, zone = cards.whose, cards.zone
    if isinstance(whose, str) or zone in SHARED_ZONES:
        seats = who_seats(whose, facts, frame)
        return fitting(cards, zone_cards(zone, facts, seats), facts, frame)
    found: list[int] = []
    for seat in who_seats(whose.among, facts, frame):
        wanted = fitting(cards, zone_cards(zone, facts, [seat]), facts, frame)
        if wanted and whose.test.holds(facts, scope_with_it(frame, seat)):  # what costs more comes last
            found += wanted
    return found
