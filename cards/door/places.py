"""Where cards lie, what is attached to them, and what that makes of them."""

from __future__ import annotations

from typing import Final

from cards.door import memory
from cards.door.state import FIRST_HAND_ZONE, LIMBO_ZONE, SPARE_ROLES
from cards.door.table import Table

OTHER_SEX: Final = {"male": "female", "female": "male"}


def hand(table: Table, seat: int) -> tuple[int, ...]:
    return table.state.zones.lists[FIRST_HAND_ZONE + 2 * seat]


def in_play(table: Table, seat: int) -> tuple[int, ...]:
    """Return all cards in play in front of the seat (R-042)."""
    return table.state.zones.lists[FIRST_HAND_ZONE + 2 * seat + 1]


def owner(table: Table, card: int) -> int:
    zone = table.state.zones.place[card] - FIRST_HAND_ZONE
    return zone // 2 if 0 <= zone < 2 * table.state.seats else -1


def in_hand(table: Table, card: int) -> bool:
    zone = table.state.zones.place[card] - FIRST_HAND_ZONE
    return zone >= 0 and zone % 2 == 0


def in_limbo(table: Table, card: int) -> bool:
    return table.state.zones.place[card] == LIMBO_ZONE


def attached(table: Table, card: int) -> list[int]:
    """Return the cards that are attached to this one (Cheat!, item enhancers)."""
    under = table.state.under
    if not under:
        return []
    return [other for other, host in under.items() if host == card]


def attached_to(table: Table, card: int) -> int:
    return table.state.under.get(card, -1)


def traits(table: Table, seat: int, kind: str) -> list[int]:
    """Return the cards of a kind in front of the seat; callers must not change the list."""
    return memory.carried(table, seat).of_kind(kind, table.decks)


def double(table: Table, seat: int, kind: str) -> bool:
    """Return True if a Super Munchkin (``class``) or Half-Breed (``race``) lies in front of the seat."""
    return any(table.defs[card].of == kind for card in memory.carried(table, seat).doubles)


def spare_roles(table: Table) -> tuple[int, ...]:
    """Return the Roles that nobody plays (H-79)."""
    cards = table.state.zones.lists[SPARE_ROLES]
    return tuple(card for card in cards if table.defs[card].kind == "role")


def is_loaded(table: Table, card: int) -> bool:
    """Return True if the card is a companion that carries an Item (R-600, R-605)."""
    return table.defs[card].kind == "companion" and card in table.state.under


def is_cheated(table: Table, card: int) -> bool:
    """Return True if a card lets this Item be used against the rules (R-630, R-600)."""
    return any(table.defs[other].kind in ("cheat", "companion") for other in attached(table, card))


def is_curse(table: Table, card: int) -> bool:
    """Return True if the card is a lasting curse: no payment, and kept in death (R-566, R-568)."""
    return card in table.state.lasting and table.defs[card].kind == "curse"


def sex_of(table: Table, card: int) -> str:
    """Return a companion's sex, which cards may have changed (R-606)."""
    printed = table.defs[card].sex
    return OTHER_SEX.get(printed, "") if card in table.state.turned else printed
