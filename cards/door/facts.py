"""What the cards on the table are and change: traits, restrictions and modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.door import foes, memory, people, places
from cards.door.state import COMBAT_ZONE, FIRST_HAND_ZONE, SEALS_OPEN, table_zone
from cards.door.table import Table
from cards.door.windows import COMPANION_KINDS, GEAR_KINDS, STEED_MARK, TRAIT_KINDS
from cards.kernel.frames import Frame
from cards.language.base import Condition
from cards.language.definition import CompiledModifier
from cards.language.numbers import number_value
from cards.language.stats import DRAWBACK_STATS

NO_MODS: Final[list[tuple[int, int]]] = []
"""What is empty is shared."""

TRAIT_DENIAL_STATS: Final = {"class": "no_class", "race": "no_race"}


# cards and traits


def win_level(table: Table, seat: int) -> int:
    """Return the Level with which this seat wins by a kill; some abilities lower it (H-50)."""
    return table.decks.top_level + total(table, seat, "win_level")


def cards_of(table: Table, seat: int, zone: str) -> list[int]:
    if zone == "hand":
        return list(places.hand(table, seat))
    if zone == "carried":
        return list(memory.carried(table, seat).items)
    if zone == "equipped":
        return [*table.state.people[seat].equipped, *steeds(table, seat)]
    in_play = places.in_play(table, seat)
    if zone == "in_play":
        return list(in_play)
    if zone == "traits":
        found = [card for card in in_play if table.defs[card].kind in TRAIT_KINDS]
        if table.as_drawback:
            found = [card for card in found if not is_lone(table, seat, table.defs[card].kind)]
        return found
    if zone == "companions":
        return [card for card in in_play if table.defs[card].kind in COMPANION_KINDS]
    if zone == "curses":
        return [card for card in in_play if places.is_curse(table, card)] if table.state.lasting else []
    raise ValueError(f"no zone {zone}")


def steeds(table: Table, seat: int) -> list[int]:
    """Return the Steeds that the seat rides: those it is allowed to use and has not set aside (R-620)."""
    held = memory.carried(table, seat)
    if not held.marks & STEED_MARK:
        return []
    aside = table.state.people[seat].aside
    return [
        card
        for card in places.traits(table, seat, "steed")
        if card not in aside and usable(table, seat, card)
    ]


def tags(table: Table, card: int) -> Sequence[str]:
    own = table.defs[card].tags
    combat = table.state.combat
    foe = None if combat is None else combat.foe(card)
    if foe is None:
        return tuple(own)
    like, *enhancers = foes.shapers(table, foe)
    given = [tag for enhancer in enhancers for tag in table.defs[enhancer].gives]
    return (*table.defs[like].tags, *foes.original(table, foe).tags, *given)


def has_trait(table: Table, seat: int, kind: str, name: str) -> bool:
    held = [] if denied(table, seat, kind) else places.traits(table, seat, kind)
    lone = len(held) == 1 and places.double(table, seat, kind)
    if kind == "race" and name == "human":
        return not held or (lone and not table.as_drawback)
    if name == "any" or any(table.defs[card].trait == name for card in held):
        return bool(held) and not (lone and table.as_drawback)
    return False


def of_sex(table: Table, seat: int, sex: str) -> bool:
    if table.state.people[seat].sex == sex:
        return True
    return table.reacting and any(
        places.sex_of(table, card) == sex for card in places.traits(table, seat, "companion")
    )


def denied(table: Table, seat: int, kind: str) -> bool:
    """Return True if a card suspends the seat's Classes, or Races."""
    stat = TRAIT_DENIAL_STATS.get(kind, "")
    if stat not in table.decks.holders or table.denying:
        return False
    table.denying = True  # conditions of such a card are evaluated as if it were not there
    try:
        return flag(table, seat, stat)
    finally:
        table.denying = False


def usable(table: Table, seat: int, card: int) -> bool:
    """Return True if the seat meets the card's restriction at the moment (R-206).

    A lone Super Munchkin may use what is for their Class and what is forbidden to it (R-166).
    """
    needs = table.defs[card].needs
    if not needs or places.is_cheated(table, card) or flag(table, seat, "restrictions_free"):
        return True
    scope = Frame("scope", seat, card=card)
    return all(_holds(table, need, scope, drawback=False) for need in needs)


# modifiers


def modifier_amount(table: Table, mod: CompiledModifier, seat: int, card: int, it: int = -1) -> int:
    """Return the modifier's amount now for its owner and "it", 0 if its condition fails.

    What helps looks at a lone Super Munchkin's Class to their advantage, what harms does not (R-166).
    """
    if mod.flat:
        return mod.n if isinstance(mod.n, int) else 0
    scope = Frame("scope", seat, it if it >= 0 else seat, card)
    if mod.test is not None and not _holds(table, mod.test, scope, drawback=mod.drawback):
        return 0
    if isinstance(mod.n, int):
        return mod.n
    reading, table.as_drawback = table.as_drawback, mod.drawback
    try:
        return number_value(mod.n, table.rules, scope)
    finally:
        table.as_drawback = reading


def _holds(table: Table, test: Condition, scope: Frame, *, drawback: bool) -> bool:
    reading, table.as_drawback = table.as_drawback, drawback
    try:
        return test.holds(table.rules, scope)
    finally:
        table.as_drawback = reading


def mods(table: Table, seat: int, stat: str) -> list[tuple[int, int]]:
    """Return (amount, card) for every modifier of the stat that applies to the seat, not to be changed.

    This is called very often, mostly for stats that only a few cards modify, none of them in play.
    """
    holders = table.decks.rare.get(stat)
    if holders is None:
        return _kept_mods(table, seat, stat) if stat in table.decks.holders else NO_MODS
    place = table.state.zones.place
    for card in holders:
        zone = place[card]
        if zone in (COMBAT_ZONE, SEALS_OPEN) or (zone > FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2):
            return _kept_mods(table, seat, stat)
    combat = table.state.combat
    if combat is not None:
        for foe in combat.foes:
            if foe.like != foe.card and foe.like in holders:  # the copied card itself may have left
                return _kept_mods(table, seat, stat)
    return NO_MODS


def _kept_mods(table: Table, seat: int, stat: str) -> list[tuple[int, int]]:
    """Return the modifiers; remembered under the stat, which is quicker than ``memoized``."""
    kept = memory.answers_by_seat(table, stat)
    if kept is None:
        return _mods(table, seat, stat)
    found: list[tuple[int, int]] | None = kept[seat]
    if found is None:
        found = kept[seat] = _mods(table, seat, stat)
    return found


def _mods(table: Table, seat: int, stat: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    holders = table.decks.holders[stat]
    for card in table.state.zones.lists[table_zone(seat)]:
        if card in holders and counts(table, seat, card):
            found += own_mods(table, seat, card, stat)
    wide = table.decks.wide.get(stat)
    if wide is None:
        return found
    place = table.state.zones.place
    in_combat = table.state.combat is not None
    for card in wide:
        zone = place[card]
        if zone >= FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2:
            owner = (zone - FIRST_HAND_ZONE) // 2
            if counts(table, owner, card):
                found += _wide_mods(table, seat, owner, card, stat)
        elif (in_combat or zone == SEALS_OPEN) and _reaches_all(table, card, zone):
            found += _wide_mods(table, seat, -1, card, stat)
    return found


def _reaches_all(table: Table, card: int, zone: int) -> bool:
    """Return True if a card without an owner is in force: in combat (no Steed, R-623) or as the top Seal.

    A monster is in force while it or a copy of it fights (R-303, R-647); of a card in a Parasite's pile
    only the Level counts (R-643).
    """
    if zone == SEALS_OPEN:
        return card == table.state.zones.lists[zone][-1]
    kind = table.defs[card].kind
    if kind == "monster":
        return foes.is_fought(table, card)
    return zone == COMBAT_ZONE and kind != "steed"


def counts(table: Table, seat: int, card: int) -> bool:
    """Return True if a card in front of the seat is in force: gear only while equipped and allowed."""
    kind = table.defs[card].kind
    if kind == "steed":
        return card not in table.state.people[seat].aside and usable(table, seat, card)
    if kind in TRAIT_DENIAL_STATS:
        return not denied(table, seat, kind)
    if kind not in GEAR_KINDS:
        return True
    return card in table.state.people[seat].equipped and usable(table, seat, card)


def own_mods(table: Table, seat: int, card: int, stat: str) -> list[tuple[int, int]]:
    definition = table.defs[card]
    found: list[tuple[int, int]] = []
    for mod in definition.mods_by_stat.get(stat, ()):
        if mod.to is None or mod.to == "owner":
            amount = modifier_amount(table, mod, seat, card)
            worse = (amount < 0) is not (stat in DRAWBACK_STATS)
            if amount and not (worse and is_lone(table, seat, definition.kind)):
                found.append((amount, card))
    return found


def is_lone(table: Table, seat: int, kind: str) -> bool:
    """Return True if a Super Munchkin or Half-Breed spares the seat the drawbacks of its one trait."""
    return (
        kind in ("class", "race")
        and places.double(table, seat, kind)
        and len(places.traits(table, seat, kind)) == 1
    )


def _wide_mods(table: Table, seat: int, owner: int, card: int, stat: str) -> list[tuple[int, int]]:
    """Return modifiers that reach beyond their owner, or come from a monster or a Seal."""
    found: list[tuple[int, int]] = []
    for mod in table.defs[card].mods_by_stat.get(stat, ()):
        if _reaches(table, mod.to, seat, owner):
            amount = modifier_amount(table, mod, owner if owner >= 0 else table.fighter, card, seat)
            if amount:
                found.append((amount, card))
    return found


def _reaches(table: Table, to: str | None, seat: int, owner: int) -> bool:
    if to == "everyone":
        return True
    if to == "others":
        return seat != owner
    if to == "party":
        return people.in_combat(table, seat)
    if to == "fighter":
        return seat == table.fighter
    return to == "helper" and seat == table.helper


def total(table: Table, seat: int, stat: str) -> int:
    total = 0
    for amount, _ in mods(table, seat, stat):
        total += amount
    return total


def flag(table: Table, seat: int, stat: str) -> bool:
    return bool(mods(table, seat, stat))
