"""What an attack, a card or the next march would do, before it is done: for screens that let people plan, and
for computers that plan themselves (P-050, P-070, P-170 to P-178, H-121)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from cards.kernel.moves import Pick, Slot
from cards.panic.board import ARCS, CASTLE, FOREST, SWORDSMAN, after_hit, clockwise, color_of_arc
from cards.panic.follow_ups import join_attacks
from cards.panic.pack import Catalog, CharacterDefinition
from cards.panic.view import PanicSeenMonster, PanicView
from cards.panic.words.cards import Fortify
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import Glue, PanicDismiss, PanicReplace, Push, Slay, Sleep

FIRST_MARCH_PHASE, LAST_MARCH_PHASE = 1, 4
"""The phases in which the march of the turn is still to come."""
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


# the march


@dataclass(frozen=True, slots=True)
class Fall:
    """What a march brings down in an arc, and who does; ``deadly`` if one of them may die of it."""

    what: Literal["Tower", "Wall", "Fortify token"]
    arc: int
    group: tuple[PanicSeenMonster, ...]

    @property
    def deadly(self) -> bool:
        """Return True if one of them may die: a structure hurts one by a point (P-074, P-174)."""
        return any(after_hit(m.health, 1, m.lowest) == 0 and not m.unslayable for m in self.group)


def next_space(view: PanicView, monster: PanicSeenMonster) -> tuple[int, int] | None:
    """Return the ring and arc towards which a monster marches; None if it stays where it is."""
    is_coming = FIRST_MARCH_PHASE <= view.phase <= LAST_MARCH_PHASE
    if not is_coming or view.over or view.asleep or monster.glued or not monster.health:
        return None
    if monster.ring == CASTLE:
        return CASTLE, clockwise(monster.arc)
    return monster.ring + 1, monster.arc


def falls(view: PanicView) -> list[Fall]:
    """Return what the coming march brings down if nobody does anything, Towers first."""
    walls: dict[int, list[PanicSeenMonster]] = {}
    towers: dict[int, list[PanicSeenMonster]] = {}
    for monster in view.monsters:
        space = next_space(view, monster)
        if space is None:
            continue
        ring, arc = space
        if monster.ring == SWORDSMAN and view.walls[arc - 1]:
            walls.setdefault(arc, []).append(monster)
        elif ring == CASTLE and view.towers[arc - 1]:
            towers.setdefault(arc, []).append(monster)
    found = [Fall("Tower", arc, tuple(group)) for arc, group in sorted(towers.items())]
    for arc, group in sorted(walls.items()):
        found.append(Fall("Fortify token" if view.fortified[arc - 1] else "Wall", arc, tuple(group)))
    return found


def marched(view: PanicView) -> PanicView:
    """Return the board after the coming march; of several at a structure the strongest is hurt."""
    fallen = falls(view)
    down = {(fall.what, fall.arc) for fall in fallen}
    hurt = {max(fall.group, key=lambda m: m.health).token for fall in fallen}
    held = {m.token for fall in fallen if fall.what != "Tower" for m in fall.group}
    monsters: list[PanicSeenMonster] = []
    for m in view.monsters:
        space = next_space(view, m)
        ring, arc = (m.ring, m.arc) if space is None or m.token in held else space
        health = after_hit(m.health, 1, m.lowest) if m.token in hurt else m.health
        if health:
            monsters.append(replace(m, ring=ring, arc=arc, health=health, glued=False))
    return replace(
        view,
        monsters=tuple(monsters),
        asleep=False,
        walls=tuple(stands and ("Wall", arc) not in down for arc, stands in enumerate(view.walls, 1)),
        towers=tuple(stands and ("Tower", arc) not in down for arc, stands in enumerate(view.towers, 1)),
        fortified=tuple(
            stands and ("Fortify token", arc) not in down for arc, stands in enumerate(view.fortified, 1)
        ),
    )


# cards


def boards(catalog: Catalog, view: PanicView, card: int, pick: Pick) -> Iterator[PanicView]:
    """Yield the boards to which the use of a card that is no attack can lead."""
    word, m = catalog.word(card), view.monster(pick)
    match word:
        case Sleep():
            yield replace(view, asleep=True)
        case Fortify():
            yield replace(view, fortified=(*(f or a == pick for a, f in enumerate(view.fortified, 1)),))
        case Restore():
            yield replace(view, monsters=tuple(replace(m, health=m.top) for m in view.monsters))
        case Slay() | PanicDismiss() if m is not None:
            yield instead(view, m)
        case Glue() if m is not None:
            yield instead(view, m, replace(m, glued=True))
        case Enhance() if m is not None:
            yield instead(view, m, replace(m, health=max(m.health + word.health, m.lowest)))
        case Push(to="other_colour") if m is not None:
            for arc in ARCS:
                is_other = color_of_arc(arc) != color_of_arc(m.arc)
                if is_other and (m.ring != CASTLE or not view.towers[arc - 1]):  # no Tower is given up
                    yield instead(view, m, replace(m, arc=arc))
        case Push() if m is not None:
            yield instead(view, m, replace(m, ring=FOREST if word.to == "forest" else SWORDSMAN))
        case PanicReplace() if m is not None:
            for other in view.monsters:
                if other is not m and other.health:
                    yield instead(view, m, replace(other, ring=m.ring, arc=m.arc))
        case _:
            pass


def instead(view: PanicView, old: PanicSeenMonster, *new: PanicSeenMonster) -> PanicView:
    """Return the board with another monster, or none, in the place of one; it leaves its own place."""
    gone = {old.token, *(m.token for m in new)}
    return replace(view, monsters=(*(m for m in view.monsters if m.token not in gone), *new))
