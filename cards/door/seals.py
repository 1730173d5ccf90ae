"""Seals are opened and closed (R-660 to R-665)."""

from __future__ import annotations

from typing import Final

from cards.door import people, piles, reactions, winning
from cards.door.character_events import SealClosed, SealOpened
from cards.door.state import SEAL_DECK, SEALS_OPEN
from cards.door.table import Table
from cards.kernel.frames import Frame

LAST_SEAL_NUMBER: Final = 7
"""The Seal that ends the world (R-665)."""


def open_seal(table: Table, seat: int) -> None:
    """Open the top Seal: its text replaces the last one's; the seventh ends the game (R-662, R-665)."""
    deck = table.state.zones.lists[SEAL_DECK]
    if not deck or table.state.over:
        return
    card = deck[-1]
    piles.move(table, card, SEALS_OPEN)
    table.recheck_limits = True
    opened = len(table.state.zones.lists[SEALS_OPEN])
    table.emit(SealOpened(seat, card=card, open_count=opened))
    if opened >= LAST_SEAL_NUMBER:
        winning.end_world(table)
        return
    for other in people.living_seats(table):
        reactions.fire_all(table, "seal_opened", other)
    if people.is_living(table, seat):
        reactions.fire(table, "seal_opened", seat, card)
        hits = table.defs[card].hits
        if hits:  # on top of the stack, so it runs before the reactions of cards
            table.push(Frame("run", seat, -1, card, table.defs[card].number_of(hits)))


def close_seal(table: Table, seat: int) -> None:
    """Put the top open Seal under the deck of Seals; the one below it is in force again (R-664)."""
    opened = table.state.zones.lists[SEALS_OPEN]
    if not opened:
        return
    card = opened[-1]
    piles.move(table, card, SEAL_DECK, bottom=True)
    table.recheck_limits = True
    table.emit(SealClosed(seat, card=card, open_count=len(opened) - 1))
