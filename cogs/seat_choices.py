"""Seats as suggestions for the options of commands, and what is read from one that was chosen."""

from __future__ import annotations

from typing import Literal

from bot.tables.intents import Kick
from bot.tables.table import Occupant, Seat, Table
from bot.views.base import naming

MAX_SUGGESTIONS = 25
"""Discord shows no more of them."""

SeatChange = Literal["remove", "replace", "take", "correct"]
"""What a command does with a seat, or puts right there."""


def _fits(table: Table, seat: Seat, wanted: SeatChange, user: int) -> bool:
    if wanted == "remove":
        return not seat.dropped and seat.user != user
    # Before the game begins nobody plays for anybody: computers are removed, people join.
    if table.phase != "playing":
        return False
    if wanted == "correct":
        return not seat.dropped
    return bool(seat.robot) if wanted == "take" else seat.human and seat.away


def suggested_seats(table: Table, typed: str, wanted: SeatChange, user: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for place, seat in enumerate(table.seats):
        if _fits(table, seat, wanted, user):
            text = f"{place + 1} · {naming.raw_name(table, place)} {naming.sign(seat)}".rstrip()
            found.append((place + 1, text))
    part = typed.strip().casefold()
    return [(number, text) for number, text in found if part in text.casefold()][:MAX_SUGGESTIONS]


def seat_choice(number: int, seat: Seat) -> str:
    """Spell out a seat and who was seen there, so that nothing has to be remembered until it is sent."""
    return f"{number}:{seat.user}:{seat.name}"


def read_kick(table: Table, chosen: str, user: int) -> Kick | None:
    """Read a choice of ``seat_choice``, or what was typed, which means who sits there now."""
    number, _, seen = chosen.strip().partition(":")
    person, _, name = seen.partition(":")
    if number.isdecimal() and person.isdecimal():
        return Kick(int(number) - 1, Occupant(int(person), name))
    if not number.isdecimal():
        found = suggested_seats(table, chosen, "remove", user)
        number = str(found[0][0]) if len(found) == 1 else "0"
    place = int(number) - 1
    if not 0 <= place < len(table.seats):
        return None
    return Kick(place, Occupant(table.seats[place].user, table.seats[place].name))
