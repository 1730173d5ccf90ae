"""What people at a table are called: in one line, not too long, and each otherwise."""

from __future__ import annotations

import re

from bot.tables.table import Table

MAX_NAME_CHARS = 20
"""Characters of a name; longer ones are cut."""

_SPACE_PATTERN = re.compile(r"\s+")


def clean(raw: str) -> str:
    """Make free text one line without control characters."""
    if raw.isprintable():  # nearly always: then the only white space is the plain one
        return " ".join(raw.split())
    return _SPACE_PATTERN.sub(" ", "".join(c for c in raw if c.isprintable() or c.isspace())).strip()


def shorten(raw: str, most: int) -> str:
    """Cut text to ``most`` characters, with an ellipsis if something is missing."""
    if len(raw) <= most:
        return raw
    return raw[: most - 1].rstrip(" ,;·") + "…"


def raw_name(table: Table, seat: int) -> str:
    """Return the seat's name without escapes, as buttons and options need it."""
    return unique_name(table, seat, MAX_NAME_CHARS)


def unique_name(table: Table, seat: int, most: int) -> str:
    """Return the name in so many characters; of several that look alike the later ones have a number."""
    if not 0 <= seat < len(table.seats):
        return "nobody"
    name = _plain_name(table, seat, most)
    alike = [
        number
        for number in range(seat)
        # Most names begin otherwise, which is quickly seen. A person who left may sit elsewhere now.
        if not table.seats[number].dropped
        and table.seats[number].name[:3] == table.seats[seat].name[:3]
        and _plain_name(table, number, most) == name
    ]
    return f"{shorten(name, most - 2)} {len(alike) + 1}" if alike else name


def _plain_name(table: Table, seat: int, most: int) -> str:
    return shorten(clean(table.seats[seat].name), most) or f"Seat {seat + 1}"
