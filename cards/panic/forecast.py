"""What an attack would do, before it is made: for screens that let people plan (P-050, P-070, H-121)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from cards.kernel.moves import Slot
from cards.panic.board import after_hit
from cards.panic.follow_ups import join_attacks
from cards.panic.pack import Catalog, CharacterDefinition
from cards.panic.view import PanicSeenMonster, PanicView

MAX_PLANNED_CARDS = 10
"""How many cards are considered when looking for an attack to begin with."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an attack with these cards would do.

    ``damage`` includes what attacks that it continues have wasted; ``health`` is what is left, 0 if slain.
    ``spared``: the damage would slay, but a rule keeps the monster alive.
    """

    damage: int
    health: int
    spared: bool = False


def forecast(catalog: Catalog, view: PanicView, monster: PanicSeenMonster, cards: Iterable[int]) -> Forecast:
    """Return what an attack of the viewer on the monster would do."""
    picks = tuple(cards)
    weapons = sum(catalog.is_weapon[card] for card in picks)
    assert view.seat is not None
    joined = join_attacks(catalog, view.past_attacks, view.seat, monster.token, monster.ring, weapons)
    damage = sum(catalog.harm[card][monster.ring] for card in picks) + joined.wasted
    left = after_hit(monster.health, damage, monster.lowest)
    hits = joined.hits + sum(catalog.is_hit[card] for card in picks)
    if left == 0 and not _lets_slay(catalog, view, monster, picks, hits):
        return Forecast(damage, min(monster.lowest, monster.health), spared=True)
    return Forecast(damage, left)


def _lets_slay(
    catalog: Catalog, view: PanicView, monster: PanicSeenMonster, cards: tuple[int, ...], hits: int
) -> bool:
    if monster.unslayable:
        return False
    assert view.seat is not None
    character = view.seats[view.seat].character
    definition = catalog.definitions[character] if character >= 0 else None
    if not isinstance(definition, CharacterDefinition) or definition.nemesis is None:
        return True
    if catalog.index(definition.nemesis.monster) != monster.token:
        return True
    helped = view.seat == view.active and any(
        (offer.accepted and not offer.used and offer.card in cards)
        or (offer.used and offer.target == monster.token and catalog.counts_as_help(offer.card))
        for offer in view.offers
    )
    return definition.nemesis.lets_slay(hits, helped)


def plan(catalog: Catalog, view: PanicView, monster: PanicSeenMonster, slot: Slot) -> tuple[int, ...]:
    """Return the fewest cards that slay the monster, else those that hurt it most; empty if nothing does.

    Of several such sets it is the one that could do least elsewhere.
    """
    options = tuple(int(card) for card in slot.options)[:MAX_PLANNED_CARDS]
    best: tuple[int, ...] = ()
    least, least_use = monster.health, 0
    for count in range(1, len(options) + 1):
        for cards in combinations(options, count):
            if not slot.accepts(cards):
                continue
            left, use = forecast(catalog, view, monster, cards).health, _use_elsewhere(catalog, cards)
            if left < least or (left == least and len(best) == count and use < least_use):
                best, least, least_use = cards, left, use
        if least == 0:
            break
    return best


def _use_elsewhere(catalog: Catalog, cards: Iterable[int]) -> int:
    """Return how much these cards could do, over all spaces that they reach."""
    return sum(max(catalog.harm[card]) * catalog.spaces[card].bit_count() for card in cards)
