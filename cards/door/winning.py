"""How a game ends: by a winner, or with the last Seal; Seals are opened and closed (R-660 to R-665)."""

from __future__ import annotations

from typing import Final

from cards.door import memory, people, piles, reactions, score
from cards.door.events import GameWon, SealClosed, SealOpened
from cards.door.state import SEAL_DECK, SEALS_OPEN
from cards.door.table import Table
from cards.kernel.frames import Frame


def win(table: Table, seat: int) -> None:
    """Record a winner; others of the same event win as well, then the game stops (R-143, R-145)."""
    if seat not in table.state.winners:
        table.state.winners = (*table.state.winners, seat)


def finish(table: Table) -> None:
    """End the game."""
    table.state.over = True
    table.state.phase = "over"
    for seat in table.state.winners:
        table.emit(GameWon(seat))


def end_world(table: Table) -> None:
    """End the world: the highest bonus without Level wins, ties by Level, then together (R-665)."""
    scores = {
        seat: (_standing_bonus(table, seat), people.level(table, seat))
        for seat in people.living(table) or people.everyone(table)
    }
    best = max(scores.values())
    table.state.winners = tuple(seat for seat in sorted(scores) if scores[seat] == best)
    finish(table)


def _standing_bonus(table: Table, seat: int) -> int:
    """Return what a seat's cards in play add to its Level, whatever a fight that is on does to them."""
    combat, table.state.combat = table.state.combat, None
    memory.forget(table)
    found = sum(line.amount for line in score.member_lines(table, seat) if line.reason != "level")
    table.state.combat = combat
    memory.forget(table)
    return found


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
        end_world(table)
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
