"""The monsters of a combat: who is like whom, and which cards shape them."""

from __future__ import annotations

from cards.door.state import Foe
from cards.door.table import Table


def monsters(table: Table) -> list[int]:
    combat = table.state.combat
    return [] if combat is None else [foe.card for foe in combat.foes]


def is_fought(table: Table, card: int) -> bool:
    """Return True if a monster fights in the combat by this card: itself or a copy of it."""
    combat = table.state.combat
    if combat is not None:
        for foe in combat.foes:
            if foe.like == card:
                return True
    return False


def stand_in(table: Table, card: int) -> int:
    """Return the monster that fights for a card: itself or, once it has left, a copy; else the card."""
    combat = table.state.combat
    if combat is None or combat.foe(card) is not None:
        return card
    return next((foe.card for foe in combat.foes if foe.like == card), card)


def fleeing(table: Table) -> int:
    combat = table.state.combat
    return -1 if combat is None else combat.fleeing


def original(table: Table, foe: Foe) -> Foe:
    """Return the monster whose enhancers count: the original of a linked copy (R-303)."""
    if foe.linked < 0:
        return foe
    combat = table.state.combat
    while foe.linked >= 0 and combat is not None:
        found = combat.foe(foe.linked)
        if found is None:
            break
        foe = found
    return foe


def shapers(table: Table, foe: Foe) -> tuple[int, ...]:
    """Return the cards whose modifiers apply to the monster: the one it is like, then its enhancers."""
    root = original(table, foe)
    if not root.borrowed and not root.enhancers:
        return (root.like,)
    return (root.like, *root.borrowed, *root.enhancers)


def stack_of(table: Table, foe: Foe) -> list[int]:
    """Return the Parasites that add to the monster (R-643); for a linked copy those it matched (H-76)."""
    root = original(table, foe)
    return root.stacked if root is foe else root.stacked[: foe.matched]


def stack_bonus(table: Table, foe: Foe) -> int:
    """Return the Treasures for ten or more added Levels, paid once (R-644)."""
    return 2 if sum(table.defs[card].level for card in stack_of(table, foe)) >= 10 else 0


def pile_of(table: Table, foe: Foe) -> list[int]:
    """Return a monster with its enhancers and its pile in the order in which they are discarded.

    Parasites stay together, with the one that was fought on top, as in its pile (R-645).
    """
    return [*foe.enhancers, *reversed(foe.stacked), foe.card]


def printed_level(table: Table, monster: int) -> int:
    foe = None if table.state.combat is None else table.state.combat.foe(monster)
    return table.defs[monster if foe is None else foe.like].level
