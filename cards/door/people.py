"""Who sits at the table: seats, their Levels and sexes, who lives, who fights, what a turn has counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.door.state import MAX_SEATS
from cards.door.table import Table
from cards.kernel.frames import SEATS_BY_MASK

CLOCKWISE: Final = [
    [tuple([(first + step) % seats for step in range(seats)]) for first in range(seats)]
    for seats in range(MAX_SEATS + 1)
]
"""For each number of seats, all of them in the order that begins with each."""


def everyone(table: Table) -> list[int]:
    """Return the seats still in the game, clockwise from the active one (R-038)."""
    people = table.state.people
    return [seat for seat in _clockwise(table) if not people[seat].left]


def living(table: Table) -> list[int]:
    """Return the seats that are alive, in the same order."""
    return list(living_seats(table))


def living_seats(table: Table) -> tuple[int, ...]:
    """Return the same as a tuple, which is quicker."""
    people, seats = table.state.people, _clockwise(table)
    for person in people:
        if not person.alive or person.left:
            return tuple([seat for seat in seats if people[seat].alive and not people[seat].left])
    return seats  # mostly all are


def living_by_number(table: Table, but: int = -1) -> tuple[int, ...]:
    """Return the seats that are alive by their numbers, but for one; for the same the very same tuple."""
    mask = 0
    for seat, person in enumerate(table.state.people):
        if person.alive and not person.left and seat != but:
            mask |= 1 << seat
    return SEATS_BY_MASK[mask]


def _clockwise(table: Table) -> tuple[int, ...]:
    """Return all seats, clockwise from the active one."""
    state = table.state
    return CLOCKWISE[state.seats][max(state.active, 0)]


def seat_mask(seats: Iterable[int]) -> int:
    """Return the seats as bits, as windows keep them."""
    return sum(1 << seat for seat in seats)


def is_living(table: Table, seat: int) -> bool:
    person = table.state.people[seat]
    return person.alive and not person.left


def level(table: Table, seat: int) -> int:
    return table.state.people[seat].level


def sex(table: Table, seat: int) -> str:
    return table.state.people[seat].sex


def in_combat(table: Table, seat: int) -> bool:
    combat = table.state.combat
    return combat is not None and seat in (combat.fighter, combat.helper)


def party(table: Table) -> list[int]:
    """Return the fighter and the helper, if there are any."""
    combat = table.state.combat
    if combat is None:
        return []
    return [combat.fighter] if combat.helper < 0 else [combat.fighter, combat.helper]


def tally(table: Table, seat: int, name: str) -> int:
    return table.state.people[seat].tallies.get(name, 0)


def count(table: Table, seat: int, name: str, n: int = 1) -> None:
    tallies = table.state.people[seat].tallies
    tallies[name] = tallies.get(name, 0) + n
