"""Finds the cards that a card speaks of: which fit a filter, which lie there, which a short name means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.kernel.frames import Frame
from cards.language.filters import CardSelection, Filter
from cards.language.player_words import CARD_REFERENCES
from cards.language.printed import CompiledFilter
from cards.language.rules_api import Facts
from cards.language.seats import scope_with_it, seats_of
from cards.language.zones import PLAYER_ZONES, ZONES

_CARDS: Final[dict[str, Callable[[Facts, list[int]], list[int]]]] = {
    zone.name: zone.cards for zone in ZONES.values()
}


def fits(wanted: Filter, card: int, facts: Facts, frame: Frame) -> bool:
    """Return True if the card is what is meant."""
    return bool(fitting(wanted, [card], facts, frame))


def fitting(wanted: Filter, cards: list[int], facts: Facts, frame: Frame) -> list[int]:
    """Return those of the cards that are what is meant."""
    return fitting_cards(wanted.compiled, cards, facts, frame)


def fitting_cards(asked: CompiledFilter, cards: list[int], facts: Facts, frame: Frame) -> list[int]:
    """Return those of the cards that are what is asked for."""
    printed = facts.printed_fits(asked)
    found: list[int] = []
    for card in cards:
        if card not in printed or (asked.not_this and card == frame.card):
            continue
        if not asked.changes or _fits_now(asked, card, facts):
            found.append(card)
    return found


def _fits_now(asked: CompiledFilter, card: int, facts: Facts) -> bool:
    """Look at what may change while the card lies on the table."""
    if asked.tag and asked.tag not in facts.tags(card):
        return False
    if asked.without_tag and asked.without_tag in facts.tags(card):
        return False
    if asked.equipped is not None and _equipped(card, facts) is not asked.equipped:
        return False
    return (
        (asked.values is None or asked.values.holds(facts.value(card)))
        and (asked.bonuses is None or asked.bonuses.holds(facts.bonus(card)))
        and (asked.levels is None or asked.levels.holds(facts.printed_level(card)))
    )


def _equipped(card: int, facts: Facts) -> bool:
    owner = facts.owner(card)
    return owner >= 0 and card in facts.cards_of(owner, "equipped")


def zone_cards(zone: str, facts: Facts, seats: list[int]) -> list[int]:
    """Return the cards lying there, of these seats where the zone is a player's."""
    if zone in PLAYER_ZONES and len(seats) == 1:  # mostly
        return facts.cards_of(seats[0], zone)
    return _CARDS[zone](facts, seats)


def ref_card(ref: str, facts: Facts, frame: Frame) -> int:
    """Return the card that a short name stands for, -1 if there is none at the moment."""
    return CARD_REFERENCES[ref].card(facts, frame)


def matching(cards: CardSelection, facts: Facts, frame: Frame) -> list[int]:
    """Return every card that a selection speaks of, however many of them it wants."""
    whose = cards.whose
    seats = seats_of(whose if isinstance(whose, str) else whose.among, facts, frame)
    if isinstance(whose, str) or cards.shared:
        return fitting(cards, zone_cards(cards.zone, facts, seats), facts, frame)
    found: list[int] = []
    for seat in seats:
        wanted = fitting(cards, zone_cards(cards.zone, facts, [seat]), facts, frame)
        if wanted and whose.test.holds(facts, scope_with_it(frame, seat)):  # what costs more comes last
            found += wanted
    return found
